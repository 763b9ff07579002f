package dev.fkc.plan;

/** A calibration file cannot be understood. The message names file, line and column. */
public final class CalibrationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CalibrationException(String message) {
    super(message);
  }
}
