package dev.fkc.reference;

import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes random calls that a backend must do bit for bit as the reference does: any rank, empty and
 * odd extents, transposed, stepped, reversed, repeated and offset views, extreme parameters, every
 * kind of bit pattern. The same seed gives the same cases. Not thread-safe.
 */
public final class CaseGenerator {
  private static final int MAX_RANK = 8;
  private static final long SMALL = 4_000;
  private static final long LARGE = 150_000;

  private static final long[] EXTENTS = {
    1, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 129, 255, 256, 257, 1023,
    4097
  };

  private static final long[] EXTREMES = {
    Long.MIN_VALUE, Long.MAX_VALUE, 1L << 31, -(1L << 31), 1L << 32, -(1L << 32), (1L << 32) + 1
  };

  private static final List<List<Long>> FIXED =
      List.of(
          List.of(257L, 256L),
          List.of(1L, 1L),
          List.of(3L, 5L),
          List.of(5L, 0L),
          List.of(0L, 4L),
          List.of(2L, 33L, 65L),
          List.of(2L, 1L, 3L, 1L, 2L, 1L, 2L, 3L));

  private final SplittableRandom random;

  /** A generator; equal seeds give equal cases. */
  public CaseGenerator(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /**
   * The next case for a kernel.
   *
   * @param op one of {@link OpKind#known()}
   * @param dtype of its data
   */
  public TestCase next(OpKind op, DType dtype) {
    if (!OpKind.known().contains(op) || dtype.isSubByte()) {
      throw new IllegalArgumentException("no cases for " + op + " on " + dtype);
    }
    boolean triangular = op.equals(OpKind.TRIU) || op.equals(OpKind.TRIL);
    int least =
        triangular ? 2 : op.equals(OpKind.CONTIGUIZE) || op.equals(OpKind.MASKED_FILL) ? 0 : 1;
    int rank = random.nextInt(least, random.nextBoolean() ? Math.max(4, least + 1) : MAX_RANK + 1);
    List<Long> dims = dims(rank);
    int axis = rank == 0 ? 0 : random.nextInt(rank);
    List<Long> indexDims = indexDims(op, dims, axis);
    List<ViewSpec> views = new ArrayList<>();
    views.add(view(rank, dims));
    if (op.equals(OpKind.MASKED_FILL)) {
      views.add(view(rank, dims));
    } else if (!indexDims.isEmpty()) {
      views.add(view(indexDims.size(), indexDims));
    }
    long extent = rank == 0 ? 1 : dims.get(axis);
    return new CaseSpec(op, dtype, dims, indexDims, axis, amount(extent), views, random.nextLong())
        .build();
  }

  /**
   * The cases that every run should have, whatever the seed: every bit pattern that one or two
   * bytes can hold and the tricky ones of wider elements, odd widths, single elements, empty
   * extents, rank 8, each as a dense and as a turned view.
   *
   * @param op one of {@link OpKind#known()}
   * @param dtype of its data
   */
  public static List<TestCase> fixed(OpKind op, DType dtype) {
    List<TestCase> cases = new ArrayList<>();
    for (List<Long> dims : FIXED) {
      int rank = dims.size();
      int axis = dims.equals(FIXED.get(0)) ? 0 : rank - 1;
      List<Long> indexDims = new ArrayList<>();
      if (op.equals(OpKind.INDEX_SELECT)) {
        indexDims.add(dims.get(axis) == 0 ? 0L : 5L);
      } else if (op.equals(OpKind.GATHER)) {
        indexDims.addAll(dims);
      }
      ViewSpec second = ViewSpec.dense(indexDims.isEmpty() ? rank : indexDims.size());
      boolean two = op.equals(OpKind.MASKED_FILL) || !indexDims.isEmpty();
      for (ViewSpec view : List.of(ViewSpec.dense(rank), ViewSpec.dense(rank).turned())) {
        List<ViewSpec> views = two ? List.of(view, second) : List.of(view);
        cases.add(
            new CaseSpec(op, dtype, dims, indexDims, axis, 1, views, CaseSpec.EVERY_PATTERN)
                .build());
      }
    }
    return cases;
  }

  private List<Long> dims(int rank) {
    long room = random.nextInt(12) == 0 ? LARGE : SMALL;
    List<Long> dims = new ArrayList<>();
    for (int k = 0; k < rank; k++) {
      long extent = EXTENTS[random.nextInt(EXTENTS.length)];
      while (extent > room) {
        extent = (extent + 1) / 2;
      }
      room /= extent;
      dims.add(random.nextInt(40) == 0 ? 0 : extent);
    }
    for (int k = rank - 1; k > 0; k--) {
      int other = random.nextInt(k + 1);
      dims.set(other, dims.set(k, dims.get(other)));
    }
    return dims;
  }

  private List<Long> indexDims(OpKind op, List<Long> dims, int axis) {
    List<Long> indexDims = new ArrayList<>();
    long along =
        dims.isEmpty() || dims.get(axis) == 0
            ? 0
            : random.nextInt(20) == 0 ? 0 : random.nextInt(1, 40);
    if (op.equals(OpKind.INDEX_SELECT)) {
      indexDims.add(along);
    } else if (op.equals(OpKind.GATHER)) {
      for (int k = 0; k < dims.size(); k++) {
        long extent = dims.get(k);
        long fewer = extent > 1 && random.nextInt(3) == 0 ? random.nextLong(1, extent) : extent;
        indexDims.add(k == axis ? along : fewer);
      }
    }
    return indexDims;
  }

  /** Large operands get no steps, so that buffers stay small. */
  private ViewSpec view(int rank, List<Long> dims) {
    long count = CaseSpec.shape(dims).elementCount();
    ViewSpec view = ViewSpec.random(rank, random);
    for (int k = 0; k < rank && count > SMALL; k++) {
      ViewSpec.Walk walk = view.dims().get(k);
      view = view.withWalk(k, new ViewSpec.Walk(1, walk.reversed(), walk.repeated()));
    }
    return view;
  }

  private long amount(long extent) {
    return switch (random.nextInt(6)) {
      case 0 -> 0;
      case 1 -> EXTREMES[random.nextInt(EXTREMES.length)];
      case 2 -> extent;
      case 3 -> -extent - 1;
      default -> random.nextLong(-extent - 2, extent + 3);
    };
  }
}
