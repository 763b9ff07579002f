package dev.fkc.vulkan.internal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicLong;
import org.lwjgl.system.MemoryUtil;

/**
 * A {@code VkBuffer} with its memory, or no Vulkan object at all when its size is 0. Knows the last
 * submission that used it; destroyed when it is closed, in no recording, and that submission is
 * done. Safe for use from any thread.
 *
 * <p>The Vulkan buffer is padded to a multiple of 16 bytes and stands at a multiple of 256 bytes of
 * its memory, so that kernels may load and store whole 16-byte words.
 */
public final class GpuBuffer implements AutoCloseable {
  private static final AtomicLong IDS = new AtomicLong();

  private final long id = IDS.incrementAndGet();
  private final DeviceContext context;
  private final String label;
  private final long size;
  private final long handle;
  private final BufferMemory memory;
  private final long mapped;
  private final long deviceAddress;
  private volatile boolean closed;
  private int users;

  volatile long lastUse;
  volatile long lastWrite;
  long readStamp;
  long writeStamp;

  GpuBuffer(DeviceContext context, String label, long size, BufferMemory memory) {
    this.context = context;
    this.label = label;
    this.size = size;
    this.memory = memory;
    this.handle = memory.handle();
    this.mapped = memory.mapped();
    this.deviceAddress = memory.deviceAddress();
  }

  /** Differs from that of every other buffer of the process. */
  public long id() {
    return id;
  }

  /** Label for errors and debuggers. */
  public String label() {
    return label;
  }

  /** Logical size in bytes. */
  public long size() {
    return size;
  }

  /** Bytes of the Vulkan buffer that may be touched: the size, rounded up to a multiple of 16. */
  public long paddedSize() {
    return padded(size);
  }

  static long padded(long size) {
    return (size + 15) & -16;
  }

  /** The {@code VkBuffer}; 0 when the size is 0. */
  public long handle() {
    return handle;
  }

  /** Address of byte 0 for shaders; 0 when the device has no buffer addresses or the size is 0. */
  public long deviceAddress() {
    return deviceAddress;
  }

  /** Whether the host has the memory mapped. */
  public boolean isMapped() {
    return mapped != 0;
  }

  /** Whether the host reads the mapped memory: it is cached, or there is no other. */
  boolean isReadableByHost() {
    return memory.readableByHost();
  }

  BufferMemory memory() {
    return memory;
  }

  DeviceContext context() {
    return context;
  }

  /** A window on the mapped memory, native byte order. */
  ByteBuffer window(long offset, int length) {
    return MemoryUtil.memByteBuffer(mapped + offset, length);
  }

  /** A window on the mapped memory for callers, native byte order. */
  public ByteBuffer view(long offset, int length) {
    requireOpen();
    return length == 0
        ? ByteBuffer.allocateDirect(0).order(ByteOrder.nativeOrder())
        : window(offset, length);
  }

  /** Native address of the mapped memory. */
  long mappedAddress() {
    return mapped;
  }

  boolean isClosed() {
    return closed;
  }

  /**
   * Throws unless the buffer is open.
   *
   * @throws IllegalStateException naming the buffer
   */
  public void requireOpen() {
    if (isClosed()) {
      throw new IllegalStateException(this + " is closed");
    }
  }

  /** Keeps the memory from being destroyed until {@link #leave}. */
  synchronized void enter() {
    requireOpen();
    users++;
  }

  /** Ends what {@link #enter} began; the last to leave a closed buffer retires it. */
  void leave() {
    boolean last;
    synchronized (this) {
      last = --users == 0 && closed;
    }
    if (last) {
      retire();
    }
  }

  /**
   * Closes. The memory goes when nobody has the buffer recorded, the device is done with it, and no
   * transfer is under way. Closing again does nothing; nor does closing after the device, which has
   * taken it along.
   */
  @Override
  public void close() {
    if (context.tryEnter()) {
      try {
        release();
      } finally {
        context.leave();
      }
    }
  }

  /** Closes, for callers that are inside the device. */
  void release() {
    boolean last;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      last = users == 0;
    }
    context.handles().unregister(this);
    if (last) {
      retire();
    }
  }

  private void retire() {
    if (handle != 0) {
      context.retire(lastUse, () -> context.allocator().destroy(this));
    }
  }

  @Override
  public String toString() {
    return "buffer '" + label + "'";
  }
}
