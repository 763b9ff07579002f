package dev.fkc.reference;

import dev.fkc.op.OpCall;
import java.util.List;
import java.util.function.Predicate;

/**
 * A call with buffers for its inputs, made to find mistakes in a backend. The buffers are longer
 * than their views. Immutable, save for the arrays.
 */
public final class TestCase {
  private final CaseSpec spec;
  private final OpCall call;
  private final List<byte[]> buffers;

  TestCase(CaseSpec spec, OpCall call, List<byte[]> buffers) {
    this.spec = spec;
    this.call = call;
    this.buffers = List.copyOf(buffers);
  }

  /** What to do. */
  public OpCall call() {
    return call;
  }

  /** The bytes of each input's buffer, in the call's order. */
  public List<byte[]> buffers() {
    return buffers;
  }

  /** What the reference makes of it. */
  public byte[] expected() {
    return Reference.compute(call, buffers.toArray(new byte[0][]));
  }

  /**
   * The smallest case found near this one that still fails: fewer and smaller dims, plainer views,
   * smaller parameters.
   *
   * @param fails whether a case fails; true for this one
   */
  public TestCase shrink(Predicate<TestCase> fails) {
    return new CaseShrinker(fails).shrink(spec).build();
  }

  @Override
  public String toString() {
    return call.toString();
  }
}
