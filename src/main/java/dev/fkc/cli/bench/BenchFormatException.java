package dev.fkc.cli.bench;

/** A file of results cannot be understood. The message names file, line and column. */
public final class BenchFormatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BenchFormatException(String message) {
    super(message);
  }
}
