package dev.fkc.vulkan.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A few mapped buffers of one size through which uploads or downloads go, made when the others are
 * in use and used in turn. Safe for use from any thread; a thread that holds a chunk may only
 * {@link #tryAcquire} more, so that threads cannot wait for each other in a circle.
 */
final class StagingRing implements AutoCloseable {
  private static final int CHUNKS = 4;

  /** One buffer of the ring. */
  static final class Chunk {
    final GpuBuffer buffer;
    private long busyUntil;

    private Chunk(GpuBuffer buffer) {
      this.buffer = buffer;
    }
  }

  private final DeviceContext context;
  private final MemoryKind kind;
  private final int chunkBytes;
  private final Deque<Chunk> free = new ArrayDeque<>();
  private int made;

  StagingRing(DeviceContext context, MemoryKind kind, int chunkBytes) {
    this.context = context;
    this.kind = kind;
    this.chunkBytes = chunkBytes;
  }

  /** A chunk that the device is done with; waits for one. */
  Chunk acquire() {
    Chunk chunk = take(true);
    if (chunk == null) {
      throw new IllegalStateException("no staging chunk");
    }
    return settle(chunk);
  }

  /** A chunk that the device is done with, or null if other transfers hold them all. */
  @Nullable Chunk tryAcquire() {
    Chunk chunk = take(false);
    return chunk == null ? null : settle(chunk);
  }

  private Chunk settle(Chunk chunk) {
    try {
      context.queue().timeline().await(chunk.busyUntil, Long.MAX_VALUE);
      return chunk;
    } catch (RuntimeException e) {
      release(chunk, chunk.busyUntil);
      throw e;
    }
  }

  private synchronized @Nullable Chunk take(boolean wait) {
    boolean interrupted = false;
    try {
      while (free.isEmpty() && made == CHUNKS && wait) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    Chunk oldest = free.peekFirst();
    boolean idle = oldest != null && context.queue().timeline().isReached(oldest.busyUntil);
    if (idle || made == CHUNKS) {
      return free.pollFirst();
    }
    Chunk fresh = new Chunk(context.allocator().allocate("staging " + kind, chunkBytes, kind));
    made++;
    return fresh;
  }

  /** Gives a chunk back that the device uses up to a value of the timeline. */
  synchronized void release(Chunk chunk, long value) {
    chunk.busyUntil = value;
    free.addLast(chunk);
    notifyAll();
  }

  @Override
  public synchronized void close() {
    for (Chunk chunk : free) {
      context.allocator().destroy(chunk.buffer);
    }
    free.clear();
  }
}
