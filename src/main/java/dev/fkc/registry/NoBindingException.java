package dev.fkc.registry;

/**
 * No kernel is registered under a key. The message says which keys of that op exist and in what
 * they differ.
 */
public final class NoBindingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient BindingKey key;

  /**
   * An exception for a key under which nothing usable was found.
   *
   * @param key what was looked up
   * @param message what is there instead
   */
  public NoBindingException(BindingKey key, String message) {
    super(message);
    this.key = key;
  }

  /** What was looked up. */
  public BindingKey key() {
    return key;
  }
}
