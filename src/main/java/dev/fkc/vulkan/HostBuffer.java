package dev.fkc.vulkan;

import dev.fkc.vulkan.internal.DeviceContext;
import dev.fkc.vulkan.internal.GpuBuffer;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Pinned memory of the host, which a device copies from and to by itself: the fastest way in and
 * out, for callers who keep their data there. Cached, so that reading it is as fast as reading an
 * array. Safe for use from any thread, as memory is.
 *
 * <p>Owned by whoever allocated it. Closing never waits: the memory goes when the device is done
 * with it. Views must not be touched after that, as with any memory that is unmapped.
 */
public final class HostBuffer implements AutoCloseable {
  private final GpuBuffer buffer;

  HostBuffer(DeviceContext context, String label, long sizeBytes) {
    this.buffer = context.allocateHost(label, sizeBytes);
  }

  /** Label for errors and debuggers. */
  public String label() {
    return buffer.label();
  }

  /** Size in bytes. */
  public long sizeBytes() {
    return buffer.size();
  }

  /** All bytes, if there are less than 2 GiB, in native order. */
  public ByteBuffer bytes() {
    if (sizeBytes() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          this + " of " + sizeBytes() + " bytes does not fit a view; view it in pieces");
    }
    return bytes(0, (int) sizeBytes());
  }

  /**
   * A view of some bytes, in native order; valid until this buffer is closed. What the device
   * copied here is there once the copy was waited for; what the host writes before it submits a
   * copy is what the device copies.
   *
   * @throws IndexOutOfBoundsException if the range leaves the buffer
   * @throws IllegalStateException if the buffer is closed
   */
  public ByteBuffer bytes(long offset, int length) {
    Objects.checkFromIndexSize(offset, (long) length, sizeBytes());
    return buffer.view(offset, length);
  }

  GpuBuffer memory() {
    return buffer;
  }

  /** Gives the memory back once the device is done with it; closing again does nothing. */
  @Override
  public void close() {
    buffer.close();
  }

  @Override
  public String toString() {
    return "host " + buffer;
  }
}
