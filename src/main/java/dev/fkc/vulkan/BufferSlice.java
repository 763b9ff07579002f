package dev.fkc.vulkan;

import java.util.Objects;

/**
 * The place where an operand's memory begins in a buffer. Does not own the buffer. Immutable.
 *
 * @param buffer the buffer
 * @param start first byte; a multiple of the element size of the operand that is put there
 */
public record BufferSlice(DeviceBuffer buffer, long start) {
  public BufferSlice {
    Objects.requireNonNull(buffer, "buffer");
    if (start < 0) {
      throw new IllegalArgumentException("slice of " + buffer + " starts at " + start);
    }
  }

  /** From byte 0 on. */
  public static BufferSlice of(DeviceBuffer buffer) {
    return new BufferSlice(buffer, 0);
  }

  @Override
  public String toString() {
    return buffer + " from byte " + start;
  }
}
