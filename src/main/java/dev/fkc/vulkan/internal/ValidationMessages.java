package dev.fkc.vulkan.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The messages of the validation layer in this process: a count of errors and the last few texts.
 */
public final class ValidationMessages {
  private static final int KEPT = 200;
  private static final Deque<String> MESSAGES = new ArrayDeque<>();
  private static long errors;

  private ValidationMessages() {}

  /** Number of errors so far. */
  public static synchronized long errors() {
    return errors;
  }

  /** The last messages, oldest first. */
  public static synchronized List<String> kept() {
    return new ArrayList<>(MESSAGES);
  }

  static synchronized void note(boolean error, String message) {
    errors += error ? 1 : 0;
    if (MESSAGES.size() == KEPT) {
      MESSAGES.removeFirst();
    }
    MESSAGES.addLast((error ? "error: " : "warning: ") + message);
  }
}
