package dev.fkc.vulkan.internal;

import static org.lwjgl.system.MemoryUtil.nmemAllocChecked;
import static org.lwjgl.system.MemoryUtil.nmemFree;

import org.jspecify.annotations.Nullable;

/**
 * What the next dispatch of a recorder works on: bindings, push constants, and the bytes that it
 * reads and writes. Filled in place for each dispatch and emptied by it, so that recording makes no
 * garbage. Not safe for use from several threads.
 */
public final class DispatchOperands implements AutoCloseable {
  private static final int MAX_ACCESSES = 8;

  private final DeviceContext context;
  private final long alignmentMask;
  private final long pushConstants = nmemAllocChecked(PipelineLayouts.PUSH_BYTES);

  final @Nullable GpuBuffer[] bound = new GpuBuffer[PipelineLayouts.BINDINGS];
  final long[] offsets = new long[PipelineLayouts.BINDINGS];
  final long[] ranges = new long[PipelineLayouts.BINDINGS];

  private final @Nullable GpuBuffer[] accessed = new GpuBuffer[MAX_ACCESSES];
  private final long[] starts = new long[MAX_ACCESSES];
  private final long[] ends = new long[MAX_ACCESSES];
  private final boolean[] writes = new boolean[MAX_ACCESSES];
  private int accesses;

  DispatchOperands(DeviceContext context) {
    this.context = context;
    this.alignmentMask = context.device().info().limits().minStorageBufferOffsetAlignment() - 1;
  }

  /**
   * Binds a storage buffer; bindings that are not named show a small buffer of the device.
   *
   * @param binding 0 to 4
   * @param offset in bytes, a multiple of {@code minStorageBufferOffsetAlignment}
   * @param range in bytes, at least 1, up to the padded size of the buffer
   */
  public void bind(int binding, GpuBuffer buffer, long offset, long range) {
    requireOwn(buffer);
    if ((offset & alignmentMask) != 0
        || offset < 0
        || range <= 0
        || range > buffer.paddedSize() - offset) {
      throw new IllegalArgumentException(
          "binding "
              + binding
              + " of "
              + buffer
              + " at offset "
              + offset
              + ", range "
              + range
              + ": the offset must be a multiple of "
              + (alignmentMask + 1)
              + " and the range must lie within "
              + buffer.paddedSize()
              + " bytes");
    }
    place(binding, buffer, offset, range);
  }

  /** Binds without a check. */
  void place(int binding, GpuBuffer buffer, long offset, long range) {
    bound[binding] = buffer;
    offsets[binding] = offset;
    ranges[binding] = range;
  }

  /** Says that bytes [start, end) of a buffer are read. */
  public void reads(GpuBuffer buffer, long start, long end) {
    access(buffer, start, end, false);
  }

  /** Says that bytes [start, end) of a buffer are written. */
  public void writes(GpuBuffer buffer, long start, long end) {
    access(buffer, start, end, true);
  }

  private void access(GpuBuffer buffer, long start, long end, boolean write) {
    requireOwn(buffer);
    if (start < 0 || end < start || end > buffer.paddedSize()) {
      throw new IllegalArgumentException(
          "bytes " + start + " to " + end + " of " + buffer + " of " + buffer.size() + " bytes");
    }
    accessed[accesses] = buffer;
    starts[accesses] = start;
    ends[accesses] = end;
    writes[accesses] = write;
    accesses++;
  }

  /** Throws unless a buffer is open and of this device. */
  void requireOwn(GpuBuffer buffer) {
    buffer.requireOpen();
    if (buffer.context() != context) {
      throw new IllegalArgumentException(
          buffer + " belongs to another device than '" + context.device().label() + "'");
    }
  }

  /** Native address of the 128 bytes of push constants; their content stays until overwritten. */
  public long pushConstants() {
    return pushConstants;
  }

  /** Whether one of the accesses must wait for an earlier dispatch. */
  boolean conflict(HazardTracker tracker) {
    for (int i = 0; i < accesses; i++) {
      if (tracker.conflicts(buffer(i).id(), starts[i], ends[i], writes[i])) {
        return true;
      }
    }
    return false;
  }

  /**
   * Notes the accesses and the buffers.
   *
   * @return whether memory that the host may read in place is written
   */
  boolean note(HazardTracker tracker, BufferUses uses) {
    boolean mapped = false;
    for (int i = 0; i < accesses; i++) {
      GpuBuffer buffer = buffer(i);
      tracker.add(buffer.id(), starts[i], ends[i], writes[i]);
      uses.add(buffer, writes[i]);
      mapped |= writes[i] && buffer.isReadableByHost();
    }
    for (GpuBuffer buffer : bound) {
      if (buffer != null) {
        uses.add(buffer, false);
      }
    }
    return mapped;
  }

  private GpuBuffer buffer(int access) {
    GpuBuffer buffer = accessed[access];
    if (buffer == null) {
      throw new IllegalStateException("no buffer at access " + access);
    }
    return buffer;
  }

  /** Empties everything but the push constants. */
  void clear() {
    for (int i = 0; i < accesses; i++) {
      accessed[i] = null;
    }
    accesses = 0;
    for (int i = 0; i < bound.length; i++) {
      bound[i] = null;
    }
  }

  @Override
  public void close() {
    nmemFree(pushConstants);
  }
}
