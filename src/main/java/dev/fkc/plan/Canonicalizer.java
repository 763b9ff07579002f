package dev.fkc.plan;

import dev.fkc.op.OpCall;
import dev.fkc.op.OpParams;
import dev.fkc.type.Layout;
import dev.fkc.type.Shape;
import java.util.Arrays;
import java.util.Optional;

/**
 * Maps a call to its canonical form. Adding an op means mapping it here, to a form that is there
 * already wherever that is possible.
 *
 * <p>Operands other than those of contiguize, flip and roll must be contiguous: the planner has
 * seen to it.
 */
public final class Canonicalizer {
  private static final int MAX_UNIT = 16;

  private Canonicalizer() {}

  /**
   * The form of a call, or nothing when its output is empty.
   *
   * @param call a checked call
   * @param starts byte at which each operand's memory begins in its buffer, inputs first, then the
   *     output; only their remainder by 16 matters, it decides how wide the units can be
   * @throws IllegalArgumentException if an operand that must be contiguous is not
   */
  public static Optional<Form> form(OpCall call, long... starts) {
    if (call.output().shape().isEmpty()) {
      return Optional.empty();
    }
    OpParams params = call.params();
    if (params instanceof OpParams.Contiguize) {
      return Optional.of(strided(call, call.inputs().get(0).layout(), -1, 0, starts));
    } else if (params instanceof OpParams.Flip flip) {
      return Optional.of(
          strided(call, call.inputs().get(0).layout().flip(flip.axis()), -1, 0, starts));
    } else if (params instanceof OpParams.Roll roll) {
      long size = call.inputs().get(0).shape().dim(roll.axis());
      long rotation = Math.floorMod(roll.shift(), size);
      return Optional.of(
          strided(call, call.inputs().get(0).layout(), roll.axis(), rotation, starts));
    } else if (params instanceof OpParams.Triangular triangular) {
      return Optional.of(triangle(call, triangular));
    } else if (params instanceof OpParams.MaskedFill fill) {
      return Optional.of(
          new MaskedForm(
              width(call),
              call.output().layout().elementCount(),
              denseStart(call, 0),
              denseStart(call, 1),
              fill.fillBytes(),
              0));
    } else if (params instanceof OpParams.IndexSelect select) {
      return Optional.of(indexRows(call, select, starts));
    } else if (params instanceof OpParams.Gather gather) {
      return Optional.of(gather(call, gather));
    }
    throw new IllegalArgumentException(call.op() + " has no canonical form");
  }

  private static Form strided(
      OpCall call, Layout source, int rotatedDim, long rotation, long[] starts) {
    int width = width(call);
    Box box = Box.of(source.shape().toArray(), source.strides(), rotatedDim, rotation);
    long[] sizes = box.sizes;
    long[] strides = box.strides;
    for (int k = 0; k < strides.length; k++) {
      strides[k] *= width;
    }
    long start = source.offset() * width;
    long turn = box.rotation;
    int inner = sizes.length - 1;
    int unit = width;
    if (strides[inner] == width) {
      long bits = (start + starts[0]) | starts[1] | sizes[inner] * width;
      for (int k = 0; k < inner; k++) {
        bits |= strides[k];
      }
      if (box.rotatedDim == inner) {
        bits |= turn * width;
      }
      unit = widest(bits, width);
      sizes[inner] /= unit / width;
      strides[inner] = unit;
      if (box.rotatedDim == inner) {
        turn /= unit / width;
      }
    }
    if (inner > 0 && sizes[inner] == 1) {
      // A whole row has become one unit.
      sizes = Arrays.copyOf(sizes, inner);
      strides = Arrays.copyOf(strides, inner);
    }
    return new StridedForm(unit, sizes, strides, start, box.rotatedDim, turn, 0);
  }

  private static Form triangle(OpCall call, OpParams.Triangular p) {
    Shape shape = call.output().shape();
    long rows = shape.dim(shape.rank() - 2);
    long columns = shape.dim(shape.rank() - 1);
    // Every diagonal beyond these keeps all or nothing.
    long diagonal = Math.max(-rows, Math.min(columns, p.diagonal()));
    return new TriangleForm(
        width(call),
        shape.elementCount() / columns / rows,
        rows,
        columns,
        denseStart(call, 0),
        diagonal,
        p.upper(),
        0);
  }

  private static Form indexRows(OpCall call, OpParams.IndexSelect p, long[] starts) {
    int width = width(call);
    long start = denseStart(call, 0);
    long rowBytes = p.innerCount() * width;
    int unit = widest((start + starts[0]) | starts[2] | rowBytes, width);
    return new IndexRowsForm(
        unit,
        p.outerCount(),
        p.nIndices(),
        rowBytes / unit,
        start,
        p.sourceDimSize() * rowBytes,
        rowBytes,
        p.sourceDimSize(),
        denseStart(call, 1),
        0,
        0);
  }

  private static Form gather(OpCall call, OpParams.Gather p) {
    int width = width(call);
    Layout source = Layout.contiguous(p.sourceShape());
    long gatherStride = source.stride(p.dim()) * width;
    long[] strides = source.strides();
    strides[p.dim()] = 0;
    Box box = Box.of(p.outputShape().toArray(), strides, -1, 0);
    for (int k = 0; k < box.strides.length; k++) {
      box.strides[k] *= width;
    }
    return new GatherForm(
        width,
        box.sizes,
        box.strides,
        denseStart(call, 0),
        gatherStride,
        p.sourceShape().dim(p.dim()),
        denseStart(call, 1),
        0,
        0);
  }

  private static int width(OpCall call) {
    return call.output().dtype().byteSize();
  }

  private static long denseStart(OpCall call, int input) {
    Layout layout = call.inputs().get(input).layout();
    if (!layout.isContiguous()) {
      throw new IllegalArgumentException(
          call.op() + ": input " + input + " (" + layout + ") is not contiguous");
    }
    return layout.offset() * call.inputs().get(input).dtype().byteSize();
  }

  /** The largest power of two up to 16 that divides all the numbers whose bits are given. */
  private static int widest(long bits, int atLeast) {
    long lowest = bits == 0 ? MAX_UNIT : Long.lowestOneBit(bits);
    return (int) Math.max(atLeast, Math.min(MAX_UNIT, lowest));
  }
}
