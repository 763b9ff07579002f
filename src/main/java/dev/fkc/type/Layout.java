package dev.fkc.type;

import java.util.Arrays;
import java.util.Objects;

/**
 * How a tensor lies in its buffer: a shape, a stride per dim and a start offset, all in elements.
 * Immutable; every view operation returns a new layout over the same elements and costs nothing.
 *
 * <p>Element {@code (c0, c1, ..)} stands at element {@code offset + c0 * strides[0] + c1 *
 * strides[1] + ..} of the buffer. A stride may be negative (reversed) or 0 (broadcast); the stride
 * of a dim of size 1 has no meaning and is never looked at.
 */
public final class Layout {
  private final Shape shape;
  private final long[] strides;
  private final long offset;

  private Layout(Shape shape, long[] strides, long offset) {
    this.shape = shape;
    this.strides = strides;
    this.offset = offset;
  }

  /** The dense row-major layout of a shape, from element 0. */
  public static Layout contiguous(Shape shape) {
    return new Layout(shape, rowMajorStrides(shape), 0);
  }

  /**
   * Any layout.
   *
   * @param shape the extents
   * @param strides in elements, one per dim; may be 0 or negative
   * @param offset of element (0, 0, ..), in elements from the start of the buffer
   * @throws IllegalArgumentException if there is not one stride per dim, or the elements that the
   *     layout reaches do not have offsets in [0, 2^63 - 1)
   */
  public static Layout of(Shape shape, long[] strides, long offset) {
    if (strides.length != shape.rank()) {
      throw new IllegalArgumentException(
          strides.length + " strides for shape " + shape + " of rank " + shape.rank());
    }
    Layout layout = new Layout(shape, strides.clone(), offset);
    layout.checkReach();
    return layout;
  }

  private static long[] rowMajorStrides(Shape shape) {
    long[] strides = new long[shape.rank()];
    long stride = 1;
    for (int k = strides.length - 1; k >= 0; k--) {
      strides[k] = shape.isEmpty() ? 0 : stride;
      stride = shape.isEmpty() ? 0 : stride * shape.dim(k);
    }
    return strides;
  }

  private void checkReach() {
    if (shape.isEmpty()) {
      return;
    }
    try {
      long low = offset;
      long high = offset;
      for (int k = 0; k < strides.length; k++) {
        if (shape.dim(k) > 1) {
          long reach = Math.multiplyExact(shape.dim(k) - 1, strides[k]);
          low = reach < 0 ? Math.addExact(low, reach) : low;
          high = reach > 0 ? Math.addExact(high, reach) : high;
        }
      }
      if (low < 0) {
        throw new IllegalArgumentException(
            this + " reaches element " + low + ", before its buffer");
      }
      Math.addExact(high, 1);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(this + " reaches beyond 2^63 - 1 elements", e);
    }
  }

  /** The extents. */
  public Shape shape() {
    return shape;
  }

  /** Stride of a dim, in elements. */
  public long stride(int axis) {
    return strides[axis];
  }

  /** The strides in elements, a fresh array. */
  public long[] strides() {
    return strides.clone();
  }

  /** Where element (0, 0, ..) stands, in elements from the start of the buffer. */
  public long offset() {
    return offset;
  }

  /** Number of dims. */
  public int rank() {
    return shape.rank();
  }

  /** Number of elements of the view, repeated ones counted each time. */
  public long elementCount() {
    return shape.elementCount();
  }

  /** The lowest element offset that the view reaches; {@link #offset()} when it is empty. */
  public long firstElement() {
    long low = offset;
    for (int k = 0; k < strides.length && !shape.isEmpty(); k++) {
      low += shape.dim(k) > 1 && strides[k] < 0 ? (shape.dim(k) - 1) * strides[k] : 0;
    }
    return low;
  }

  /** One past the highest element offset that the view reaches; {@link #offset()} when empty. */
  public long endElement() {
    if (shape.isEmpty()) {
      return offset;
    }
    long high = offset;
    for (int k = 0; k < strides.length; k++) {
      high += shape.dim(k) > 1 && strides[k] > 0 ? (shape.dim(k) - 1) * strides[k] : 0;
    }
    return high + 1;
  }

  /**
   * Whether the elements follow each other in row-major order, wherever the first one stands. Dims
   * of size 1 do not count; an empty view is contiguous.
   */
  public boolean isContiguous() {
    long expected = 1;
    for (int k = strides.length - 1; k >= 0 && !shape.isEmpty(); k--) {
      if (shape.dim(k) > 1) {
        if (strides[k] != expected) {
          return false;
        }
        expected *= shape.dim(k);
      }
    }
    return true;
  }

  /** Whether some dim larger than 1 repeats its elements (stride 0). */
  public boolean isBroadcast() {
    for (int k = 0; k < strides.length; k++) {
      if (shape.dim(k) > 1 && strides[k] == 0) {
        return true;
      }
    }
    return false;
  }

  /** Whether some dim larger than 1 runs backwards. */
  public boolean isReversed() {
    for (int k = 0; k < strides.length; k++) {
      if (shape.dim(k) > 1 && strides[k] < 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * The dims in another order.
   *
   * @param axes each axis once; dim {@code k} of the result is dim {@code axes[k]} of this layout
   * @throws IllegalArgumentException if it is not a permutation
   */
  public Layout permute(int... axes) {
    if (axes.length != rank()) {
      throw new IllegalArgumentException(
          "permutation " + Arrays.toString(axes) + " of shape " + shape + " of rank " + rank());
    }
    long[] dims = new long[axes.length];
    long[] moved = new long[axes.length];
    boolean[] seen = new boolean[axes.length];
    for (int k = 0; k < axes.length; k++) {
      int axis = shape.normalizeAxis(axes[k]);
      if (seen[axis]) {
        throw new IllegalArgumentException(
            "permutation " + Arrays.toString(axes) + " repeats axis " + axis);
      }
      seen[axis] = true;
      dims[k] = shape.dim(axis);
      moved[k] = strides[axis];
    }
    return new Layout(Shape.of(dims), moved, offset);
  }

  /** Two dims exchanged; negative axes count from the end. */
  public Layout transpose(int first, int second) {
    int a = shape.normalizeAxis(first);
    int b = shape.normalizeAxis(second);
    int[] axes = new int[rank()];
    Arrays.setAll(axes, k -> k == a ? b : k == b ? a : k);
    return permute(axes);
  }

  /**
   * Every {@code step}-th element of a dim.
   *
   * @param axis negative counts from the end
   * @param start first coordinate, 0 to the extent
   * @param end one past the last coordinate, start to the extent
   * @param step at least 1
   * @throws IllegalArgumentException if the range leaves the dim or the step is not positive
   */
  public Layout slice(int axis, long start, long end, long step) {
    int a = shape.normalizeAxis(axis);
    if (start < 0 || end < start || end > shape.dim(a) || step < 1) {
      throw new IllegalArgumentException(
          "slice [" + start + ":" + end + ":" + step + "] of axis " + a + " of shape " + shape);
    }
    Shape sliced = shape.withDim(a, end == start ? 0 : (end - start - 1) / step + 1);
    long[] scaled = strides.clone();
    scaled[a] = sliced.dim(a) > 1 ? strides[a] * step : strides[a];
    return new Layout(sliced, scaled, sliced.isEmpty() ? offset : offset + start * strides[a]);
  }

  /** A range of a dim: {@code slice(axis, start, end, 1)}. */
  public Layout slice(int axis, long start, long end) {
    return slice(axis, start, end, 1);
  }

  /** A dim backwards: a view, unlike the kernel of that name, which writes a new tensor. */
  public Layout flip(int axis) {
    int a = shape.normalizeAxis(axis);
    long[] turned = strides.clone();
    turned[a] = -turned[a];
    long last = Math.max(0, shape.dim(a) - 1);
    return new Layout(shape, turned, shape.isEmpty() ? offset : offset + last * strides[a]);
  }

  /**
   * Repeats size-1 dims, and adds dims in front, until the shape is {@code target}.
   *
   * @throws IllegalArgumentException if a dim is neither 1 nor the target's
   */
  public Layout broadcastTo(Shape target) {
    int added = target.rank() - rank();
    if (added < 0) {
      throw new IllegalArgumentException("shape " + shape + " does not broadcast to " + target);
    }
    long[] repeated = new long[target.rank()];
    for (int k = 0; k < rank(); k++) {
      if (shape.dim(k) == target.dim(added + k)) {
        repeated[added + k] = strides[k];
      } else if (shape.dim(k) != 1) {
        throw new IllegalArgumentException("shape " + shape + " does not broadcast to " + target);
      }
    }
    return new Layout(target, repeated, offset);
  }

  /**
   * The same elements under another shape, without a copy.
   *
   * @throws IllegalArgumentException if the element counts differ or this layout is not contiguous
   */
  public Layout reshape(Shape target) {
    if (target.elementCount() != elementCount()) {
      throw new IllegalArgumentException(
          "shape "
              + shape
              + " of "
              + elementCount()
              + " elements as "
              + target
              + " of "
              + target.elementCount());
    }
    if (!isContiguous()) {
      throw new IllegalArgumentException(this + " is not contiguous: contiguize it first");
    }
    return new Layout(target, rowMajorStrides(target), offset);
  }

  /** This layout, moved by a number of elements. */
  public Layout withOffset(long newOffset) {
    return of(shape, strides, newOffset);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Layout layout
        && offset == layout.offset
        && shape.equals(layout.shape)
        && Arrays.equals(strides, layout.strides);
  }

  @Override
  public int hashCode() {
    return Objects.hash(shape, Arrays.hashCode(strides), offset);
  }

  /** {@code [2, 3] strides [3, 1] offset 0}. */
  @Override
  public String toString() {
    return shape + " strides " + Arrays.toString(strides) + " offset " + offset;
  }
}
