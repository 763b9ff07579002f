package dev.fkc.conformance;

import dev.fkc.op.OpCall;
import dev.fkc.op.OpParams;
import dev.fkc.op.Operand;
import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.OpKind;
import dev.fkc.type.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The calls of an op that stand at some boundary: of rank, extent, width, workgroup, view or
 * parameter. The same for every run.
 */
final class BoundaryCases {
  private static final long[] EXTREMES = {
    Long.MIN_VALUE, Long.MAX_VALUE, 1L << 31, -(1L << 31), 1L << 32, -(1L << 32), (1L << 32) + 1
  };

  private final OpKind op;
  private final DType dtype;
  private final SplittableRandom random;
  private final List<Case> cases = new ArrayList<>();

  private BoundaryCases(OpKind op, DType dtype) {
    this.op = op;
    this.dtype = dtype;
    this.random = new SplittableRandom(op.name().hashCode() + dtype.ordinal());
  }

  /**
   * The cases of an op on a dtype.
   *
   * @throws IllegalArgumentException if there is no rule to make cases of the op by
   */
  static List<Case> of(OpKind op, DType dtype) {
    BoundaryCases made = new BoundaryCases(op, dtype);
    for (Shape shape : shapes(dtype)) {
      made.add(shape);
    }
    return made.cases;
  }

  /** Every rank; empty, single and odd extents; sizes around a word, a workgroup and a row. */
  private static List<Shape> shapes(DType dtype) {
    long workgroup = 256 * 16 / dtype.byteSize();
    return List.of(
        Shape.of(),
        Shape.of(0),
        Shape.of(1),
        Shape.of(2),
        Shape.of(3),
        Shape.of(15),
        Shape.of(16),
        Shape.of(17),
        Shape.of(255),
        Shape.of(257),
        Shape.of(workgroup - 1),
        Shape.of(workgroup),
        Shape.of(workgroup + 1),
        Shape.of(1, 1),
        Shape.of(1, 6),
        Shape.of(6, 1),
        Shape.of(3, 5),
        Shape.of(5, 3),
        Shape.of(4, 4),
        Shape.of(0, 4),
        Shape.of(4, 0),
        Shape.of(33, 65),
        Shape.of(64, 64),
        Shape.of(1025, 3),
        Shape.of(2, workgroup + 1),
        Shape.of(2, 3, 7),
        Shape.of(3, 0, 2),
        Shape.of(4, 1, 4, 4),
        Shape.of(0, 2, 3, 4),
        Shape.of(2, 3, 1, 2, 5),
        Shape.of(1, 2, 2, 3, 1, 3),
        Shape.of(2, 1, 2, 2, 1, 2, 3),
        Shape.of(2, 1, 3, 1, 2, 1, 2, 3),
        Shape.of(2, 2, 2, 2, 2, 2, 2, 2));
  }

  private void add(Shape shape) {
    for (Views view : Views.values()) {
      Operand data = new Operand(dtype, view.of(shape));
      if (op.equals(OpKind.TRIU) || op.equals(OpKind.TRIL)) {
        addTriangles(data, view);
      } else if (op.equals(OpKind.FLIP) || op.equals(OpKind.ROLL)) {
        addAlongAxes(data, view);
      } else if (op.equals(OpKind.INDEX_SELECT)) {
        addSelections(data, view);
      } else if (op.equals(OpKind.GATHER)) {
        addGathers(data, view);
      } else if (op.equals(OpKind.MASKED_FILL)) {
        addFills(data, view);
      } else if (op.equals(OpKind.CONTIGUIZE)) {
        add(OpCall.contiguize(data));
      } else {
        throw new IllegalArgumentException(
            "no boundary cases for "
                + op
                + ": a new op needs a rule here that turns an operand into calls");
      }
    }
  }

  private void addTriangles(Operand data, Views view) {
    if (data.shape().rank() < 2) {
      return;
    }
    long rows = data.shape().dim(data.shape().rank() - 2);
    long columns = data.shape().dim(data.shape().rank() - 1);
    List<Long> diagonals =
        new ArrayList<>(List.of(0L, 1L, -1L, columns - 1, columns, -rows, 1 - rows, rows / 2));
    for (long extreme : EXTREMES) {
      diagonals.add(extreme);
    }
    for (long diagonal : some(diagonals, view)) {
      add(op.equals(OpKind.TRIU) ? OpCall.triu(data, diagonal) : OpCall.tril(data, diagonal));
    }
  }

  private void addAlongAxes(Operand data, Views view) {
    for (int axis = 0; axis < data.shape().rank(); axis++) {
      if (op.equals(OpKind.FLIP)) {
        add(OpCall.flip(data, axis));
        continue;
      }
      long extent = data.shape().dim(axis);
      List<Long> shifts =
          new ArrayList<>(List.of(1L, -1L, 0L, extent, -extent, extent + 1, extent / 2));
      for (long extreme : EXTREMES) {
        shifts.add(extreme);
      }
      for (long shift : some(shifts, view)) {
        add(OpCall.roll(data, axis, shift));
      }
    }
  }

  private void addSelections(Operand data, Views view) {
    for (int axis = 0; axis < data.shape().rank(); axis++) {
      boolean none = data.shape().dim(axis) == 0;
      for (long count : some(List.of(5L, 0L, 1L, 19L), view)) {
        add(OpCall.indexSelect(data, axis, indices(Shape.of(none ? 0 : count), view)));
      }
    }
  }

  private void addGathers(Operand data, Views view) {
    for (int axis = 0; axis < data.shape().rank(); axis++) {
      Shape fewer = data.shape();
      for (int k = 0; k < fewer.rank(); k++) {
        fewer = k == axis ? fewer : fewer.withDim(k, (fewer.dim(k) + 1) / 2);
      }
      if (data.shape().dim(axis) == 0) {
        add(OpCall.gather(data, axis, indices(data.shape(), view)));
        continue;
      }
      List<Shape> shapes =
          List.of(
              data.shape(),
              fewer,
              data.shape().withDim(axis, data.shape().dim(axis) + 2),
              fewer.withDim(axis, 1),
              data.shape().withDim(axis, 0));
      for (Shape shape : some(shapes, view)) {
        add(OpCall.gather(data, axis, indices(shape, view)));
      }
    }
  }

  private void addFills(Operand data, Views view) {
    byte[] fill = Bytes.elements(dtype.byteSize(), 1, random);
    for (Views mask : some(List.of(Views.values()), view)) {
      add(OpCall.maskedFill(data, new Operand(DType.BOOL, mask.of(data.shape())), fill));
    }
  }

  /** All values for a dense operand, one for each other view, another one each time. */
  private <T> List<T> some(List<T> values, Views view) {
    return view == Views.DENSE ? values : List.of(values.get(cases.size() % values.size()));
  }

  private Operand indices(Shape shape, Views view) {
    Views[] views = Views.values();
    return new Operand(DType.U32, views[(view.ordinal() + cases.size()) % views.length].of(shape));
  }

  private void add(OpCall call) {
    List<byte[]> inputs = new ArrayList<>();
    for (Operand input : call.inputs()) {
      Layout layout = input.layout();
      int count = layout.shape().isEmpty() ? 0 : Math.toIntExact(layout.endElement());
      if (inputs.isEmpty()) {
        inputs.add(Bytes.elements(dtype.byteSize(), count, random));
      } else if (input.dtype() == DType.BOOL) {
        inputs.add(Bytes.mask(count, random));
      } else {
        inputs.add(Bytes.indices(count, bound(call), random));
      }
    }
    cases.add(new Case(call, inputs));
  }

  /** The extent of the axis that indices of a call point into. */
  private static long bound(OpCall call) {
    if (call.params() instanceof OpParams.IndexSelect select) {
      return select.sourceDimSize();
    }
    OpParams.Gather gather = (OpParams.Gather) call.params();
    return gather.sourceShape().dim(gather.dim());
  }
}
