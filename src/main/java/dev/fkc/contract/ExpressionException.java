package dev.fkc.contract;

/** An expression that cannot be parsed. */
public final class ExpressionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int start;
  private final int end;
  private final String expected;

  ExpressionException(String message, int start, int end, String expected) {
    super(message, null, false, false);
    this.start = start;
    this.end = end;
    this.expected = expected;
  }

  /** Where the offending text starts, in UTF-16 units from the start of the expression. */
  public int start() {
    return start;
  }

  /** Where the offending text ends. */
  public int end() {
    return end;
  }

  /** What would have been right there. */
  public String expected() {
    return expected;
  }
}
