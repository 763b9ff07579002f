package dev.fkc.vulkan.host;

import java.lang.management.ManagementFactory;

/**
 * Bytes that the current thread allocates: exact where the JVM counts them, else what the heap grew
 * by, which is exact to a few kilobytes as long as no collection comes in between.
 */
final class Garbage {
  private static final boolean COUNTED = counted();

  private Garbage() {}

  private static boolean counted() {
    try {
      return Counter.bytes() > 0;
    } catch (LinkageError | ClassCastException e) {
      return false; // a small runtime without jdk.management
    }
  }

  private static final class Counter {
    static long bytes() {
      return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
          .getCurrentThreadAllocatedBytes();
    }
  }

  /** A reading; the difference of two is what was allocated in between. */
  static long bytes() {
    return COUNTED
        ? Counter.bytes()
        : Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
