package dev.fkc.reference;

import dev.fkc.op.OpCall;
import dev.fkc.registry.Kernel;
import dev.fkc.type.OpKind;
import java.util.List;

/** The reference's kernel of one op; takes every dtype and every view. Immutable, thread-safe. */
public final class ReferenceKernel implements Kernel {
  private final OpKind op;
  private final String name;

  ReferenceKernel(OpKind op, String name) {
    this.op = op;
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  /** What it does. */
  public OpKind op() {
    return op;
  }

  /**
   * Computes a call; see {@link Reference#compute(OpCall, List)}.
   *
   * @throws IllegalArgumentException if the call is one of another op
   */
  public ByteStore run(OpCall call, List<ByteStore> inputs) {
    if (!call.op().equals(op)) {
      throw new IllegalArgumentException("kernel " + name + " was given a call of " + call.op());
    }
    return Reference.compute(call, inputs);
  }

  @Override
  public String toString() {
    return "reference kernel " + name;
  }
}
