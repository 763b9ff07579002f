package dev.fkc.vulkan.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Objects that are closed together, in the opposite order of their making. Thread-safe. */
final class OwnedObjects {
  private final Deque<AutoCloseable> owned = new ArrayDeque<>();

  synchronized <T extends AutoCloseable> T add(T resource) {
    owned.addLast(resource);
    return resource;
  }

  /**
   * Closes all of them; the first failure counts, with the others suppressed in it.
   *
   * @param failure because of which they are closed, and which is thrown already; null if there is
   *     none
   * @throws RuntimeException the first failure, unless there was one before
   */
  synchronized void close(@Nullable Throwable failure) {
    Throwable first = failure;
    while (!owned.isEmpty()) {
      try {
        owned.removeLast().close();
      } catch (Exception e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (failure == null && first instanceof RuntimeException e) {
      throw e;
    }
  }
}
