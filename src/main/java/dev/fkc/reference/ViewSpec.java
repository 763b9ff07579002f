package dev.fkc.reference;

import dev.fkc.type.Layout;
import dev.fkc.type.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * How an operand of a generated case lies in its buffer, whatever its extents are. Immutable.
 *
 * @param order the dims from slowest to fastest in memory
 * @param dims per dim how it is walked
 * @param offset elements before the view
 */
record ViewSpec(List<Integer> order, List<Walk> dims, long offset) {

  /**
   * How a dim is walked.
   *
   * @param step every how many elements
   * @param reversed backwards
   * @param repeated with stride 0
   */
  record Walk(long step, boolean reversed, boolean repeated) {
    static final Walk PLAIN = new Walk(1, false, false);
  }

  ViewSpec {
    order = List.copyOf(order);
    dims = List.copyOf(dims);
  }

  static ViewSpec dense(int rank) {
    List<Integer> order = new ArrayList<>();
    for (int k = 0; k < rank; k++) {
      order.add(k);
    }
    return new ViewSpec(order, Collections.nCopies(rank, Walk.PLAIN), 0);
  }

  static ViewSpec random(int rank, SplittableRandom random) {
    ViewSpec dense = dense(rank);
    if (rank == 0 || random.nextInt(4) == 0) {
      return random.nextBoolean() ? dense : dense.withOffset(random.nextInt(1, 19));
    }
    List<Integer> order = new ArrayList<>(dense.order);
    int swaps = random.nextInt(3);
    for (int s = 0; s < swaps; s++) {
      Collections.swap(order, random.nextInt(rank), random.nextInt(rank));
    }
    List<Walk> walks = new ArrayList<>(dense.dims);
    int changes = random.nextInt(3);
    for (int c = 0; c < changes; c++) {
      Walk walk =
          switch (random.nextInt(3)) {
            case 0 -> new Walk(random.nextInt(2, 4), random.nextBoolean(), false);
            case 1 -> new Walk(1, true, false);
            default -> new Walk(1, false, true);
          };
      walks.set(random.nextInt(rank), walk);
    }
    return new ViewSpec(order, walks, random.nextBoolean() ? 0 : random.nextInt(1, 19));
  }

  Layout layout(Shape shape) {
    long[] strides = new long[shape.rank()];
    long start = offset;
    long stride = 1;
    for (int n = strides.length - 1; n >= 0 && !shape.isEmpty(); n--) {
      int k = order.get(n);
      Walk walk = dims.get(k);
      if (!walk.repeated()) {
        long span = stride * walk.step();
        strides[k] = walk.reversed() ? -span : span;
        start += walk.reversed() ? (shape.dim(k) - 1) * span : 0;
        stride = span * shape.dim(k);
      }
    }
    return Layout.of(shape, strides, start);
  }

  ViewSpec withOffset(long newOffset) {
    return new ViewSpec(order, dims, newOffset);
  }

  ViewSpec withWalk(int axis, Walk walk) {
    List<Walk> changed = new ArrayList<>(dims);
    changed.set(axis, walk);
    return new ViewSpec(order, changed, offset);
  }

  ViewSpec inOrder() {
    return new ViewSpec(dense(dims.size()).order, dims, offset);
  }

  /** The dims in opposite order in memory, the last one backwards, one element in. */
  ViewSpec turned() {
    List<Integer> opposite = new ArrayList<>(order);
    Collections.reverse(opposite);
    ViewSpec turned = new ViewSpec(opposite, dims, 1);
    return dims.isEmpty() ? turned : turned.withWalk(dims.size() - 1, new Walk(1, true, false));
  }

  ViewSpec without(int axis) {
    List<Walk> fewer = new ArrayList<>(dims);
    fewer.remove(axis);
    List<Integer> rest =
        order.stream().filter(k -> k != axis).map(k -> k > axis ? k - 1 : k).toList();
    return new ViewSpec(rest, fewer, offset);
  }
}
