package dev.fkc.reference;

import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import dev.fkc.type.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;

/**
 * All that a generated case is made of; the same spec always gives the same bytes. Immutable.
 *
 * @param op what is done
 * @param dtype of the data
 * @param dims extents of the data
 * @param indexDims extents of the indices; empty for an op without
 * @param axis of the op, where it has one
 * @param amount the shift or the diagonal, where it has one
 * @param views of the data, then of the indices or the mask
 * @param seed of the bytes; {@link #EVERY_PATTERN} counts through the bit patterns instead
 */
record CaseSpec(
    OpKind op,
    DType dtype,
    List<Long> dims,
    List<Long> indexDims,
    int axis,
    long amount,
    List<ViewSpec> views,
    long seed) {
  static final long EVERY_PATTERN = Long.MIN_VALUE;

  CaseSpec {
    dims = List.copyOf(dims);
    indexDims = List.copyOf(indexDims);
    views = List.copyOf(views);
  }

  static Shape shape(List<Long> dims) {
    return Shape.of(dims.stream().mapToLong(Long::longValue).toArray());
  }

  boolean hasIndices() {
    return op.equals(OpKind.GATHER) || op.equals(OpKind.INDEX_SELECT);
  }

  boolean hasAxis() {
    return hasIndices() || op.equals(OpKind.FLIP) || op.equals(OpKind.ROLL);
  }

  boolean isTriangular() {
    return op.equals(OpKind.TRIU) || op.equals(OpKind.TRIL);
  }

  TestCase build() {
    SplittableRandom random = new SplittableRandom(seed);
    Operand data = new Operand(dtype, views.get(0).layout(shape(dims)));
    List<byte[]> buffers = new ArrayList<>();
    buffers.add(
        seed == EVERY_PATTERN
            ? Patterns.counting(dtype, elements(data))
            : Patterns.elements(dtype, elements(data), random));
    OpCall call;
    if (isTriangular()) {
      call = op.equals(OpKind.TRIU) ? OpCall.triu(data, amount) : OpCall.tril(data, amount);
    } else if (op.equals(OpKind.FLIP)) {
      call = OpCall.flip(data, axis);
    } else if (op.equals(OpKind.ROLL)) {
      call = OpCall.roll(data, axis, amount);
    } else if (op.equals(OpKind.MASKED_FILL)) {
      Operand mask = new Operand(DType.BOOL, views.get(1).layout(shape(dims)));
      buffers.add(Patterns.mask(elements(mask), random));
      call = OpCall.maskedFill(data, mask, Patterns.elements(dtype, 1, random));
    } else if (hasIndices()) {
      Operand indices = new Operand(DType.U32, views.get(1).layout(shape(indexDims)));
      buffers.add(Patterns.indices(elements(indices), dims.get(axis), random));
      call =
          op.equals(OpKind.GATHER)
              ? OpCall.gather(data, axis, indices)
              : OpCall.indexSelect(data, axis, indices);
    } else {
      call = OpCall.contiguize(data);
    }
    return new TestCase(this, call, buffers);
  }

  /** A few more than the view reaches, so that a buffer does not end where its view does. */
  private static int elements(Operand operand) {
    return Math.toIntExact(operand.layout().endElement() + 3);
  }

  CaseSpec withDim(int k, long extent) {
    List<Long> changed = changed(dims, k, old -> extent);
    List<Long> fitting = indexDims;
    if (op.equals(OpKind.GATHER) && k != axis) {
      fitting = changed(indexDims, k, old -> Math.min(old, extent));
    } else if (hasIndices() && k == axis && extent == 0) {
      fitting = changed(indexDims, indexDims.size() == 1 ? 0 : k, old -> 0);
    }
    return new CaseSpec(op, dtype, changed, fitting, axis, amount, views, seed);
  }

  CaseSpec withIndexDim(int k, long extent) {
    List<Long> changed = changed(indexDims, k, old -> extent);
    return new CaseSpec(op, dtype, dims, changed, axis, amount, views, seed);
  }

  CaseSpec withAmount(long newAmount) {
    return new CaseSpec(op, dtype, dims, indexDims, axis, newAmount, views, seed);
  }

  CaseSpec withView(int k, ViewSpec view) {
    List<ViewSpec> changed = new ArrayList<>(views);
    changed.set(k, view);
    return new CaseSpec(op, dtype, dims, indexDims, axis, amount, changed, seed);
  }

  /** Without one of the dims that the op does not speak of. */
  CaseSpec without(int k) {
    List<Long> fewer = new ArrayList<>(dims);
    fewer.remove(k);
    List<Long> fewerIndices = new ArrayList<>(indexDims);
    List<ViewSpec> changed = new ArrayList<>(views);
    changed.set(0, views.get(0).without(k));
    if (op.equals(OpKind.GATHER)) {
      fewerIndices.remove(k);
    }
    if (op.equals(OpKind.GATHER) || op.equals(OpKind.MASKED_FILL)) {
      changed.set(1, views.get(1).without(k));
    }
    return new CaseSpec(
        op, dtype, fewer, fewerIndices, k < axis ? axis - 1 : axis, amount, changed, seed);
  }

  private static List<Long> changed(List<Long> values, int k, LongUnaryOperator change) {
    List<Long> changed = new ArrayList<>(values);
    changed.set(k, change.applyAsLong(values.get(k)));
    return changed;
  }
}
