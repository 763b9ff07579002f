package dev.fkc.reference;

import dev.fkc.op.IndexErrors;
import dev.fkc.op.OpCall;
import dev.fkc.op.OpParams;
import dev.fkc.op.OpParams.Gather;
import dev.fkc.op.OpParams.IndexSelect;
import dev.fkc.type.OpKind;
import dev.fkc.type.Shape;
import java.util.List;

/**
 * The meaning of each op, said once: which element of the first operand stands at a coordinate of
 * the output, or none when the constant stands there.
 */
final class Definitions {
  /** The constant stands at this coordinate of the output. */
  static final long CONSTANT = -1;

  /** Where, in bytes, the element for an output coordinate stands, or {@link #CONSTANT}. */
  interface Rule {
    long sourceAt(long[] out);
  }

  private Definitions() {}

  /**
   * The shape in whose coordinates the rule of a call speaks: that of the output, save for
   * IndexSelect, which is defined on (outer, index, inner).
   */
  static Shape domain(OpCall call) {
    return call.params() instanceof IndexSelect p
        ? Shape.of(p.outerCount(), p.nIndices(), p.innerCount())
        : call.output().shape();
  }

  /** The constant's bytes: the fill value, else zero. */
  static byte[] constant(OpCall call) {
    return call.params() instanceof OpParams.MaskedFill p
        ? p.fillBytes()
        : new byte[call.output().dtype().byteSize()];
  }

  static Rule rule(OpCall call, List<View> inputs) {
    View in = inputs.get(0);
    if (call.params() instanceof OpParams.Triangular p) {
      int row = call.output().shape().rank() - 2;
      int column = row + 1;
      return p.upper()
          ? c -> c[column] - c[row] >= p.diagonal() ? in.at(c) : CONSTANT
          : c -> c[column] - c[row] <= p.diagonal() ? in.at(c) : CONSTANT;
    } else if (call.params() instanceof OpParams.Flip p) {
      return c -> in.at(c, p.axis(), in.extent(p.axis()) - 1 - c[p.axis()]);
    } else if (call.params() instanceof OpParams.Roll p) {
      long extent = in.extent(p.axis());
      long shift = Math.floorMod(p.shift(), extent);
      return c -> in.at(c, p.axis(), Math.floorMod(c[p.axis()] - shift, extent));
    } else if (call.params() instanceof IndexSelect p) {
      View indices = checked(call.op(), inputs.get(1), Shape.of(p.nIndices()), p.sourceDimSize());
      return c -> {
        long index = indices.unsignedInt(indices.atRowMajor(c[1]));
        return in.atRowMajor((c[0] * p.sourceDimSize() + index) * p.innerCount() + c[2]);
      };
    } else if (call.params() instanceof Gather p) {
      View indices = checked(call.op(), inputs.get(1), p.outputShape(), in.extent(p.dim()));
      return c -> in.at(c, p.dim(), indices.unsignedInt(indices.at(c)));
    } else if (call.params() instanceof OpParams.MaskedFill) {
      View mask = inputs.get(1);
      return c -> mask.isTrue(mask.at(c)) ? CONSTANT : in.at(c);
    }
    return in::at;
  }

  /** The indices, once each of them is known to be below the bound. */
  private static View checked(OpKind op, View indices, Shape shape, long bound) {
    Coordinates c = new Coordinates(shape);
    long position = 0;
    do {
      long value = indices.unsignedInt(indices.at(c.values()));
      if (value >= bound) {
        throw IndexErrors.outOfRange(op, position, value, bound);
      }
      position++;
    } while (c.advance());
    return indices;
  }
}
