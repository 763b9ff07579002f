package dev.fkc.conformance;

import dev.fkc.type.Layout;
import dev.fkc.type.Shape;
import java.util.function.BiFunction;

/** The ways in which an operand of a given shape may lie in memory. */
enum Views {
  DENSE((shape, n) -> Layout.contiguous(shape)),
  OFFSET((shape, n) -> Layout.contiguous(shape).withOffset(3)),
  /** Dims in opposite order in memory: for a matrix, its transpose. */
  TURNED((shape, n) -> permuted(shape, 0)),
  /** The last two dims exchanged, the batch in order. */
  ROTATED((shape, n) -> permuted(shape, 1).withOffset(1)),
  REVERSED((shape, n) -> n == 0 ? Layout.contiguous(shape) : Layout.contiguous(shape).flip(n - 1)),
  REVERSED_OUTSIDE((shape, n) -> n == 0 ? Layout.contiguous(shape) : allReversed(shape)),
  /** Every second element of the last dim, every third row. */
  STEPPED((shape, n) -> stepped(shape)),
  REPEATED_ROWS((shape, n) -> repeated(shape, 0)),
  REPEATED_ELEMENTS((shape, n) -> repeated(shape, Math.max(0, n - 1))),
  /** Dims of one element with strides that would leave any memory. */
  WILD_SINGLES((shape, n) -> wild(shape));

  private final BiFunction<Shape, Integer, Layout> layout;

  Views(BiFunction<Shape, Integer, Layout> layout) {
    this.layout = layout;
  }

  Layout of(Shape shape) {
    return layout.apply(shape, shape.rank());
  }

  private static Layout permuted(Shape shape, int from) {
    int rank = shape.rank();
    int[] axes = new int[rank];
    long[] stored = new long[rank];
    for (int k = 0; k < rank; k++) {
      boolean turned = from == 0 || k >= rank - 2;
      int other = from == 0 ? rank - 1 - k : rank - 1 - (k - (rank - 2));
      axes[k] = turned && rank > 1 ? other : k;
      stored[axes[k]] = shape.dim(k);
    }
    return Layout.contiguous(Shape.of(stored)).permute(axes);
  }

  private static Layout allReversed(Shape shape) {
    Layout layout = Layout.contiguous(shape).withOffset(2);
    for (int k = 0; k < shape.rank(); k++) {
      layout = layout.flip(k);
    }
    return layout;
  }

  private static Layout stepped(Shape shape) {
    int rank = shape.rank();
    if (rank == 0 || shape.isEmpty()) {
      return Layout.contiguous(shape);
    }
    Shape stored = shape.withDim(rank - 1, 2 * shape.dim(rank - 1));
    if (rank > 1) {
      stored = stored.withDim(rank - 2, 3 * shape.dim(rank - 2));
    }
    Layout layout = Layout.contiguous(stored).slice(rank - 1, 1, stored.dim(rank - 1), 2);
    return rank > 1 ? layout.slice(rank - 2, 0, stored.dim(rank - 2), 3) : layout;
  }

  private static Layout repeated(Shape shape, int axis) {
    return shape.rank() == 0 || shape.isEmpty()
        ? Layout.contiguous(shape)
        : Layout.contiguous(shape.withDim(axis, 1)).broadcastTo(shape);
  }

  private static Layout wild(Shape shape) {
    Layout dense = Layout.contiguous(shape);
    long[] strides = dense.strides();
    for (int k = 0; k < strides.length; k++) {
      if (shape.dim(k) <= 1) {
        strides[k] = k % 2 == 0 ? Long.MAX_VALUE : -7;
      }
    }
    return Layout.of(shape, strides, 0);
  }
}
