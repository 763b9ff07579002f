package dev.fkc.vulkan.internal;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The buffers that a recording touches, each noted once or a little more often, and kept from being
 * destroyed until it is {@link #clear}ed. Reused from recording to recording without garbage;
 * belongs to one thread at a time.
 *
 * <p>A buffer carries the stamp of the recording that noted it last. Recordings of other threads
 * may overwrite the stamp, and then the buffer is noted again, which does no harm.
 */
final class BufferUses {
  private static final AtomicLong STAMPS = new AtomicLong();

  private @Nullable GpuBuffer[] read = new GpuBuffer[16];
  private @Nullable GpuBuffer[] written = new GpuBuffer[16];
  private int readCount;
  private int writtenCount;
  private long stamp = STAMPS.incrementAndGet();

  /**
   * Notes a buffer that is read, written, or only bound.
   *
   * @throws IllegalStateException if it is closed
   */
  void add(GpuBuffer buffer, boolean write) {
    if (buffer.writeStamp == stamp || (!write && buffer.readStamp == stamp)) {
      return;
    }
    buffer.enter();
    if (write) {
      buffer.writeStamp = stamp;
      if (writtenCount == written.length) {
        written = Arrays.copyOf(written, 2 * writtenCount);
      }
      written[writtenCount++] = buffer;
    } else {
      buffer.readStamp = stamp;
      if (readCount == read.length) {
        read = Arrays.copyOf(read, 2 * readCount);
      }
      read[readCount++] = buffer;
    }
  }

  /** Notes at every buffer the submission that uses it. */
  void mark(long value) {
    for (int i = 0; i < writtenCount; i++) {
      GpuBuffer buffer = written[i];
      if (buffer != null) {
        buffer.lastUse = value;
        buffer.lastWrite = value;
      }
    }
    for (int i = 0; i < readCount; i++) {
      GpuBuffer buffer = read[i];
      if (buffer != null) {
        buffer.lastUse = value;
      }
    }
  }

  /** Lets the buffers go: they were submitted and marked, or the recording is dropped. */
  void clear() {
    leave(read, readCount);
    leave(written, writtenCount);
    readCount = 0;
    writtenCount = 0;
    stamp = STAMPS.incrementAndGet();
  }

  private static void leave(@Nullable GpuBuffer[] buffers, int count) {
    for (int i = 0; i < count; i++) {
      GpuBuffer buffer = buffers[i];
      buffers[i] = null;
      if (buffer != null) {
        buffer.leave();
      }
    }
  }
}
