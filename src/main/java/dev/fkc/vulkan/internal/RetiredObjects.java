package dev.fkc.vulkan.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Objects that were closed while the device may still be using them, each with the value of the
 * timeline after which it can go. Safe for use from any thread.
 */
final class RetiredObjects {
  private record Retired(long value, Runnable destroy) {}

  private final Timeline timeline;
  private final Deque<Retired> waiting = new ArrayDeque<>();
  private boolean finished;

  RetiredObjects(Timeline timeline) {
    this.timeline = timeline;
  }

  /** Takes an object over; does nothing once everything is destroyed. */
  synchronized void add(long value, Runnable destroy) {
    if (!finished) {
      waiting.addLast(new Retired(value, destroy));
    }
  }

  /** Destroys what can go; says whether anything did. */
  boolean drain() {
    boolean any = false;
    for (Retired next = poll(); next != null; next = poll()) {
      next.destroy().run();
      any = true;
    }
    return any;
  }

  private synchronized @Nullable Retired poll() {
    Retired first = waiting.peekFirst();
    return first != null && timeline.isReached(first.value()) ? waiting.removeFirst() : null;
  }

  /** Destroys everything, and takes nothing more: the device is idle and closing. */
  synchronized void drainAll() {
    finished = true;
    while (!waiting.isEmpty()) {
      waiting.removeFirst().destroy().run();
    }
  }

  /** How many wait. */
  synchronized int size() {
    return waiting.size();
  }
}
