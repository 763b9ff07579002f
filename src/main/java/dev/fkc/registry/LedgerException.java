package dev.fkc.registry;

/** A verification ledger cannot be understood. The message names file, line and column. */
public final class LedgerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LedgerException(String message) {
    super(message);
  }
}
