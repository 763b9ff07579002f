package dev.fkc.type;

import java.util.Arrays;
import java.util.Objects;

/**
 * The extents of a tensor, outermost first. Immutable.
 *
 * <p>Any extent may be 0: the tensor is then empty, however large the others are. The number of
 * elements always fits a long.
 */
public final class Shape {
  /** The highest rank that the kernels of this project take. */
  public static final int MAX_RANK = 8;

  private static final Shape SCALAR = new Shape(new long[0], 1);

  private final long[] dims;
  private final long elementCount;

  private Shape(long[] dims, long elementCount) {
    this.dims = dims;
    this.elementCount = elementCount;
  }

  /**
   * A shape with these extents, outermost first; none makes a scalar.
   *
   * @throws IllegalArgumentException if an extent is negative, or the extents are all positive and
   *     their product exceeds 2^63 - 1
   */
  public static Shape of(long... dims) {
    if (dims.length == 0) {
      return SCALAR;
    }
    long[] copy = dims.clone();
    return new Shape(copy, product(copy));
  }

  private static long product(long[] dims) {
    boolean empty = false;
    for (long d : dims) {
      if (d < 0) {
        throw new IllegalArgumentException(
            "shape " + Arrays.toString(dims) + " has a negative extent");
      }
      empty |= d == 0;
    }
    if (empty) {
      return 0;
    }
    long product = 1;
    for (long d : dims) {
      if (Math.multiplyHigh(product, d) != 0 || product * d < 0) {
        throw new IllegalArgumentException(
            "shape " + Arrays.toString(dims) + " has more than 2^63 - 1 elements");
      }
      product *= d;
    }
    return product;
  }

  /** Number of dims. */
  public int rank() {
    return dims.length;
  }

  /** Extent of a dim, outermost is 0. */
  public long dim(int axis) {
    return dims[axis];
  }

  /** The extents, a fresh array. */
  public long[] toArray() {
    return dims.clone();
  }

  /** Product of the extents; 1 for a scalar, 0 when any extent is 0. */
  public long elementCount() {
    return elementCount;
  }

  /** Whether there are no elements. */
  public boolean isEmpty() {
    return elementCount == 0;
  }

  /**
   * The non-negative form of an axis that may count from the end.
   *
   * @param axis from -rank to rank - 1
   * @throws IllegalArgumentException if it is outside that range
   */
  public int normalizeAxis(long axis) {
    if (axis < -rank() || axis >= rank()) {
      throw new IllegalArgumentException(
          rank() == 0
              ? "axis " + axis + " of a scalar: it has none"
              : "axis "
                  + axis
                  + " is outside ["
                  + -rank()
                  + ", "
                  + (rank() - 1)
                  + "] for shape "
                  + this);
    }
    return (int) (axis < 0 ? axis + rank() : axis);
  }

  /**
   * This shape with one extent replaced.
   *
   * @throws IllegalArgumentException as {@link #of}
   */
  public Shape withDim(int axis, long extent) {
    long[] copy = dims.clone();
    copy[Objects.checkIndex(axis, copy.length)] = extent;
    return of(copy);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Shape shape && Arrays.equals(dims, shape.dims);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(dims);
  }

  /** {@code [2, 3]}. */
  @Override
  public String toString() {
    return Arrays.toString(dims);
  }
}
