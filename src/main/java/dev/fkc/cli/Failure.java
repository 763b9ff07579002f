package dev.fkc.cli;

/** A problem that ends a command with exit code 1; the message is all that the user needs. */
final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Failure(String message) {
    super(message);
  }

  Failure(String message, Throwable cause) {
    super(message, cause);
  }
}
