package dev.fkc.conformance;

import dev.fkc.op.OpCall;
import dev.fkc.reference.TestCase;
import java.util.List;

/**
 * A call with the bytes that its inputs lie in.
 *
 * @param call what to do
 * @param inputs the whole memory of each input, in the call's order
 */
record Case(OpCall call, List<byte[]> inputs) {
  static Case of(TestCase drawn) {
    return new Case(drawn.call(), drawn.buffers());
  }

  @Override
  public String toString() {
    return call.toString();
  }
}
