package dev.fkc.vulkan.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Buffers that were closed and are kept for the next ones of their size, so that calls that come
 * again and again do not make and destroy buffers each time. Keeps no more than some bytes and some
 * buffers; those that were not asked for the longest go first. Safe for use from any thread.
 *
 * <p>Sizes come in classes, four from one power of two to the next, so that a buffer is at most a
 * quarter larger than it was asked to be.
 */
final class BufferRecycler {
  private static final int MOST_BUFFERS = 64;
  private static final long LEAST_CAPACITY = 4096;

  private final long mostBytes;
  private final Consumer<BufferMemory> destroy;
  private final Deque<BufferMemory> kept = new ArrayDeque<>();
  private long keptBytes;

  /** Keeps up to some bytes, and destroys what is too much. */
  BufferRecycler(long mostBytes, Consumer<BufferMemory> destroy) {
    this.mostBytes = mostBytes;
    this.destroy = destroy;
  }

  /** Capacity of the class that a size belongs to; 0 if buffers of that size are not kept. */
  long capacity(long size) {
    if (size == 0 || size > mostBytes / 2) {
      return 0;
    }
    long least = Math.max(size, LEAST_CAPACITY);
    long step = Math.max(Long.highestOneBit(least - 1) / 4, LEAST_CAPACITY / 4);
    return (least + step - 1) & -step;
  }

  /** Hands one out that is kept; null if there is none. */
  synchronized @Nullable BufferMemory take(long capacity, MemoryKind kind) {
    for (Iterator<BufferMemory> newest = kept.descendingIterator(); newest.hasNext(); ) {
      BufferMemory memory = newest.next();
      if (memory.capacity() == capacity && memory.kind() == kind) {
        newest.remove();
        keptBytes -= capacity;
        return memory;
      }
    }
    return null;
  }

  /** Takes one back that the device is done with. */
  synchronized void give(BufferMemory memory) {
    kept.addLast(memory);
    keptBytes += memory.capacity();
    while (keptBytes > mostBytes || kept.size() > MOST_BUFFERS) {
      dropOldest();
    }
  }

  private void dropOldest() {
    BufferMemory oldest = kept.removeFirst();
    keptBytes -= oldest.capacity();
    destroy.accept(oldest);
  }

  /** Destroys all that are kept; says whether there were any. */
  synchronized boolean clear() {
    boolean any = !kept.isEmpty();
    while (!kept.isEmpty()) {
      dropOldest();
    }
    return any;
  }

  /** How many bytes are kept. */
  synchronized long keptBytes() {
    return keptBytes;
  }
}
