package dev.fkc.op;

import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.OpKind;
import dev.fkc.type.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A checked call of an op: parameters and operands that fit each other, without memory. Whatever
 * receives one need not check shapes again. Immutable.
 *
 * <p>The factories named after ops take axes that may be negative; {@link #of} takes the contract's
 * own parameters.
 */
public final class OpCall {
  private final OpKind op;
  private final OpParams params;
  private final List<Operand> inputs;
  private final Operand output;

  private OpCall(OpKind op, OpParams params, List<Operand> inputs, Operand output) {
    this.op = op;
    this.params = params;
    this.inputs = inputs;
    this.output = output;
  }

  /**
   * A call with a contract's own parameters; its output has the shape that the contract's rule
   * gives.
   *
   * @throws IllegalArgumentException naming op, operand, what was found and what was expected
   */
  public static OpCall of(OpKind op, OpParams params, List<Operand> inputs) {
    List<Operand> operands = List.copyOf(inputs);
    Shape output = ArgumentChecks.outputShape(op, params, operands);
    return new OpCall(op, params, operands, Operand.contiguous(operands.get(0).dtype(), output));
  }

  /** Keeps element (i, j) of each matrix when j - i &gt;= diagonal, else writes zero bytes. */
  public static OpCall triu(Operand input, long diagonal) {
    return of(OpKind.TRIU, new OpParams.Triangular(diagonal, true), List.of(input));
  }

  /** Keeps element (i, j) of each matrix when j - i &lt;= diagonal, else writes zero bytes. */
  public static OpCall tril(Operand input, long diagonal) {
    return of(OpKind.TRIL, new OpParams.Triangular(diagonal, false), List.of(input));
  }

  /** Reverses an axis. */
  public static OpCall flip(Operand input, long axis) {
    return of(OpKind.FLIP, new OpParams.Flip(axis(OpKind.FLIP, input, axis)), List.of(input));
  }

  /** Moves every element of an axis by {@code shift} towards higher coordinates, around the end. */
  public static OpCall roll(Operand input, long axis, long shift) {
    return of(
        OpKind.ROLL, new OpParams.Roll(axis(OpKind.ROLL, input, axis), shift), List.of(input));
  }

  /** Takes slice {@code indices[k]} of the source's axis for each k; keeps the source's rank. */
  public static OpCall indexSelect(Operand source, long axis, Operand indices) {
    int a = axis(OpKind.INDEX_SELECT, source, axis);
    long n = indices.layout().elementCount();
    OpCall flat =
        of(
            OpKind.INDEX_SELECT,
            OpParams.IndexSelect.of(source.shape(), a, n),
            List.of(source, indices));
    return flat.withOutputShape(source.shape().withDim(a, n));
  }

  /**
   * Takes for each position of {@code indices} the source element with that value on {@code axis}.
   */
  public static OpCall gather(Operand source, long axis, Operand indices) {
    int a = axis(OpKind.GATHER, source, axis);
    return of(
        OpKind.GATHER,
        new OpParams.Gather(source.shape(), indices.shape(), a),
        List.of(source, indices));
  }

  /** Writes {@code fillBytes} where the mask byte is not 0, else the data. */
  public static OpCall maskedFill(Operand data, Operand mask, byte[] fillBytes) {
    return of(OpKind.MASKED_FILL, new OpParams.MaskedFill(fillBytes), List.of(data, mask));
  }

  /** A dense copy. */
  public static OpCall contiguize(Operand input) {
    return of(OpKind.CONTIGUIZE, new OpParams.Contiguize(), List.of(input));
  }

  private static int axis(OpKind op, Operand input, long axis) {
    try {
      return input.shape().normalizeAxis(axis);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(op + ": " + e.getMessage(), e);
    }
  }

  /**
   * The same call with its output under another shape of as many elements.
   *
   * @throws IllegalArgumentException if the element counts differ
   */
  public OpCall withOutputShape(Shape shape) {
    return new OpCall(
        op, params, inputs, new Operand(output.dtype(), output.layout().reshape(shape)));
  }

  /**
   * The same call with one input lying elsewhere: what a planner does when it inserts a copy.
   *
   * @throws IllegalArgumentException if the shape differs
   */
  public OpCall withInputLayout(int input, Layout layout) {
    Operand old = inputs.get(input);
    if (!old.shape().equals(layout.shape())) {
      throw new IllegalArgumentException(
          op + ": " + layout + " for an operand of shape " + old.shape());
    }
    List<Operand> changed = new ArrayList<>(inputs);
    changed.set(input, new Operand(old.dtype(), layout));
    return new OpCall(op, params, List.copyOf(changed), output);
  }

  /** What is done. */
  public OpKind op() {
    return op;
  }

  /** With which parameters. */
  public OpParams params() {
    return params;
  }

  /** From what, in the contract's order. */
  public List<Operand> inputs() {
    return inputs;
  }

  /** Into what: dense, row-major, from element 0. */
  public Operand output() {
    return output;
  }

  /** The dtype part of the lookup key: inputs in order, then the output (format §5). */
  public List<DType> dtypes() {
    List<DType> dtypes = new ArrayList<>(inputs.size() + 1);
    for (Operand input : inputs) {
      dtypes.add(input.dtype());
    }
    dtypes.add(output.dtype());
    return List.copyOf(dtypes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OpCall call
        && op.equals(call.op)
        && params.equals(call.params)
        && inputs.equals(call.inputs)
        && output.equals(call.output);
  }

  @Override
  public int hashCode() {
    return Objects.hash(op, params, inputs, output);
  }

  @Override
  public String toString() {
    return op + " " + params + " " + inputs + " -> " + output;
  }
}
