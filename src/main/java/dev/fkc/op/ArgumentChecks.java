package dev.fkc.op;

import dev.fkc.op.OpParams.Gather;
import dev.fkc.op.OpParams.IndexSelect;
import dev.fkc.op.OpParams.MaskedFill;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import dev.fkc.type.Shape;
import java.util.List;
import java.util.Locale;

/** The rules that parameters and operands of each op obey, and the output shape that follows. */
final class ArgumentChecks {
  private ArgumentChecks() {}

  static Shape outputShape(OpKind op, OpParams params, List<Operand> inputs) {
    for (Operand input : inputs) {
      require(
          input.shape().rank() <= Shape.MAX_RANK,
          op,
          "an operand of shape %s has rank %d; the kernels take up to %d",
          input.shape(),
          input.shape().rank(),
          Shape.MAX_RANK);
    }
    if (params instanceof OpParams.Triangular triangular) {
      require(
          op.equals(triangular.upper() ? OpKind.TRIU : OpKind.TRIL),
          op,
          "parameters have upper = %b",
          triangular.upper());
      return triangular(op, inputs);
    } else if (params instanceof OpParams.Flip flip) {
      return alongAxis(op, OpKind.FLIP, flip.axis(), inputs);
    } else if (params instanceof OpParams.Roll roll) {
      return alongAxis(op, OpKind.ROLL, roll.axis(), inputs);
    } else if (params instanceof IndexSelect select) {
      return indexSelect(op, select, inputs);
    } else if (params instanceof Gather gather) {
      return gather(op, gather, inputs);
    } else if (params instanceof MaskedFill fill) {
      return maskedFill(op, fill, inputs);
    }
    requireOp(op, OpKind.CONTIGUIZE, 1, inputs);
    return inputs.get(0).shape();
  }

  private static Shape triangular(OpKind op, List<Operand> inputs) {
    requireOp(op, op, 1, inputs);
    Shape shape = inputs.get(0).shape();
    require(
        shape.rank() >= 2, op, "input has shape %s; a matrix of rank 2 or more is needed", shape);
    return shape;
  }

  private static Shape alongAxis(OpKind op, OpKind expected, int axis, List<Operand> inputs) {
    requireOp(op, expected, 1, inputs);
    Shape shape = inputs.get(0).shape();
    requireAxis(op, "input", shape, axis);
    return shape;
  }

  private static Shape indexSelect(OpKind op, IndexSelect p, List<Operand> inputs) {
    requireOp(op, OpKind.INDEX_SELECT, 2, inputs);
    Shape source = inputs.get(0).shape();
    Operand indices = inputs.get(1);
    require(source.rank() >= 1, op, "source is a scalar; rank 1 or more is needed");
    requireIndices(op, indices);
    require(
        indices.shape().rank() == 1,
        op,
        "indices have shape %s; rank 1 is needed",
        indices.shape());
    require(
        indices.shape().dim(0) == p.nIndices(),
        op,
        "indices have %d elements and n_indices is %d",
        indices.shape().dim(0),
        p.nIndices());
    require(
        splits(source, p),
        op,
        "source of shape %s does not split into (outer_count %d, source_dim_size %d, inner_count %d)"
            + " at any of its axes",
        source,
        p.outerCount(),
        p.sourceDimSize(),
        p.innerCount());
    Shape output = Shape.of(p.outerCount(), p.nIndices(), p.innerCount());
    require(
        output.isEmpty() || p.sourceDimSize() > 0,
        op,
        "the selected axis of source shape %s is empty, so none of the %d indices can be in range",
        source,
        p.nIndices());
    return output;
  }

  private static boolean splits(Shape source, IndexSelect p) {
    for (int axis = 0; axis < source.rank(); axis++) {
      if (IndexSelect.of(source, axis, p.nIndices()).equals(p)) {
        return true;
      }
    }
    return false;
  }

  private static Shape gather(OpKind op, Gather p, List<Operand> inputs) {
    requireOp(op, OpKind.GATHER, 2, inputs);
    Shape source = inputs.get(0).shape();
    Shape indices = inputs.get(1).shape();
    requireIndices(op, inputs.get(1));
    require(
        source.equals(p.sourceShape()),
        op,
        "source has shape %s, source_shape is %s",
        source,
        p.sourceShape());
    require(
        indices.equals(p.outputShape()),
        op,
        "indices have shape %s, output_shape is %s",
        indices,
        p.outputShape());
    require(
        source.rank() == indices.rank(),
        op,
        "source of shape %s and indices of shape %s differ in rank",
        source,
        indices);
    requireAxis(op, "source", source, p.dim());
    for (int k = 0; k < source.rank(); k++) {
      require(
          k == p.dim() || indices.dim(k) <= source.dim(k),
          op,
          "indices of shape %s exceed source of shape %s on axis %d (%d > %d)",
          indices,
          source,
          k,
          indices.dim(k),
          source.dim(k));
    }
    require(
        indices.isEmpty() || source.dim(p.dim()) > 0,
        op,
        "the gathered axis of source shape %s is empty, so none of the %d indices can be in range",
        source,
        indices.elementCount());
    return indices;
  }

  private static Shape maskedFill(OpKind op, MaskedFill p, List<Operand> inputs) {
    requireOp(op, OpKind.MASKED_FILL, 2, inputs);
    Operand data = inputs.get(0);
    Operand mask = inputs.get(1);
    require(mask.dtype() == DType.BOOL, op, "mask is %s; BOOL is needed", mask.dtype());
    require(
        mask.shape().equals(data.shape()),
        op,
        "mask has shape %s and data %s; broadcast the mask to the data's shape first",
        mask.shape(),
        data.shape());
    require(
        p.fillBytes().length == data.dtype().byteSize(),
        op,
        "fill_bytes has %d bytes; one %s element has %d",
        p.fillBytes().length,
        data.dtype(),
        data.dtype().byteSize());
    return data.shape();
  }

  private static void requireIndices(OpKind op, Operand indices) {
    require(indices.dtype() == DType.U32, op, "indices are %s; U32 is needed", indices.dtype());
  }

  private static void requireAxis(OpKind op, String operand, Shape shape, int axis) {
    require(shape.rank() >= 1, op, "%s is a scalar; rank 1 or more is needed", operand);
    require(
        axis >= 0 && axis < shape.rank(),
        op,
        "axis %d is outside [0, %d] for %s shape %s",
        axis,
        shape.rank() - 1,
        operand,
        shape);
  }

  private static void requireOp(OpKind op, OpKind expected, int inputCount, List<Operand> inputs) {
    require(op.equals(expected), op, "the parameters are those of %s", expected);
    require(inputs.size() == inputCount, op, "%d inputs; %d are needed", inputs.size(), inputCount);
  }

  private static void require(boolean holds, OpKind op, String format, Object... args) {
    if (!holds) {
      throw new IllegalArgumentException(op + ": " + String.format(Locale.ROOT, format, args));
    }
  }
}
