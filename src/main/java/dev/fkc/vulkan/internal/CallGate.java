package dev.fkc.vulkan.internal;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The way into a device: counts the calls that are inside, and lets nobody in once it is shut, so
 * that what calls work with is destroyed only when all of them have come back. Safe for use from
 * any thread.
 */
final class CallGate {
  private final String label;
  private final AtomicInteger inside = new AtomicInteger();
  private volatile boolean shut;

  /** The gate of a device, named for errors. */
  CallGate(String label) {
    this.label = label;
  }

  /**
   * Begins a call; {@link #leave} ends it.
   *
   * @throws IllegalStateException if the gate is shut
   */
  void enter() {
    if (!tryEnter()) {
      requireOpen();
    }
  }

  /** Begins a call unless the gate is shut. */
  boolean tryEnter() {
    inside.incrementAndGet();
    if (shut) {
      inside.decrementAndGet();
      return false;
    }
    return true;
  }

  /** Ends a call. */
  void leave() {
    inside.decrementAndGet();
  }

  /** Lets nobody in any more; what is inside goes on. */
  void shut() {
    shut = true;
  }

  boolean isShut() {
    return shut;
  }

  /** Whether no call is inside. */
  boolean isEmpty() {
    return inside.get() == 0;
  }

  /** Throws if the gate is shut. */
  void requireOpen() {
    if (shut) {
      throw new IllegalStateException(
          "device '"
              + label
              + "' is closed"
              + (OpenDevices.isEnding() ? ": the process is ending" : ""));
    }
  }
}
