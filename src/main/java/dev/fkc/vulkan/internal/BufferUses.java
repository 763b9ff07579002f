package dev.fkc.vulkan.internal;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The buffers that a recording touches, each noted once or a little more often. Reused from
 * recording to recording without garbage; belongs to one thread at a time.
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

  void add(GpuBuffer buffer, boolean write) {
    if (write) {
      if (buffer.writeStamp != stamp) {
        buffer.writeStamp = stamp;
        if (writtenCount == written.length) {
          written = Arrays.copyOf(written, 2 * writtenCount);
        }
        written[writtenCount++] = buffer;
      }
    } else if (buffer.readStamp != stamp) {
      buffer.readStamp = stamp;
      if (readCount == read.length) {
        read = Arrays.copyOf(read, 2 * readCount);
      }
      read[readCount++] = buffer;
    }
  }

  /** Throws if a buffer was closed since it was noted. */
  void requireOpen(String object) {
    for (int i = 0; i < writtenCount; i++) {
      requireOpen(written[i], object);
    }
    for (int i = 0; i < readCount; i++) {
      requireOpen(read[i], object);
    }
  }

  private static void requireOpen(@Nullable GpuBuffer buffer, String object) {
    if (buffer != null && buffer.isClosed()) {
      throw new IllegalStateException(
          object
              + " uses "
              + buffer
              + ", which was closed after it was recorded and before it was submitted");
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

  void clear() {
    Arrays.fill(read, 0, readCount, null);
    Arrays.fill(written, 0, writtenCount, null);
    readCount = 0;
    writtenCount = 0;
    stamp = STAMPS.incrementAndGet();
  }
}
