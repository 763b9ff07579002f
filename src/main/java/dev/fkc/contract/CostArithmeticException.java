package dev.fkc.contract;

/** A cost expression that has no value for these symbols: it divides by zero. */
public final class CostArithmeticException extends ArithmeticException {
  private static final long serialVersionUID = 1L;

  CostArithmeticException(String message) {
    super(message);
  }
}
