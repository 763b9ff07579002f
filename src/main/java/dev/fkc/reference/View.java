package dev.fkc.reference;

import dev.fkc.op.Operand;

/** An operand with its bytes: says where the element of a coordinate stands. */
final class View {
  private final ByteStore bytes;
  private final int elementSize;
  private final long[] extents;
  private final long[] strides;
  private final long offset;

  View(Operand operand, ByteStore bytes) {
    this.bytes = bytes;
    this.elementSize = operand.dtype().byteSize();
    this.extents = operand.shape().toArray();
    this.strides = operand.layout().strides();
    this.offset = operand.layout().offset();
  }

  long extent(int axis) {
    return extents[axis];
  }

  /** Position, in bytes, of the element at these coordinates. */
  long at(long[] coordinates) {
    long element = offset;
    for (int k = 0; k < strides.length; k++) {
      element += coordinates[k] * strides[k];
    }
    return element * elementSize;
  }

  /** As {@link #at(long[])}, with the coordinate of one axis replaced. */
  long at(long[] coordinates, int axis, long replacement) {
    return at(coordinates) + (replacement - coordinates[axis]) * strides[axis] * elementSize;
  }

  /** Position, in bytes, of the element that is the {@code n}-th in row-major order. */
  long atRowMajor(long n) {
    long element = offset;
    long rest = n;
    for (int k = strides.length - 1; k >= 0; k--) {
      element += rest % extents[k] * strides[k];
      rest /= extents[k];
    }
    return element * elementSize;
  }

  /** The unsigned value of the U32 element at a position. */
  long unsignedInt(long at) {
    return bytes.unsignedInt(at);
  }

  /** Whether the byte at a position counts as true. */
  boolean isTrue(long at) {
    return bytes.get(at) != 0;
  }
}
