package dev.fkc.reference;

import dev.fkc.op.OpCall;
import dev.fkc.op.StorageChecks;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Computes any call on the CPU, one element after the other, as the definitions say. Slow and
 * plain: it is what the other backends are measured against. Thread-safe.
 *
 * <p>Bytes are moved as they are: NaN payloads, -0.0 and subnormals included. An empty output reads
 * nothing, so that no index of such a call is checked.
 */
public final class Reference {
  private Reference() {}

  /**
   * The output of a call: fresh, dense, row-major.
   *
   * @param call what to do
   * @param inputs the buffers of the operands, in the call's order; multi-byte elements are little
   *     endian
   * @throws IllegalArgumentException if a view leaves its buffer, or the output does not fit the
   *     Java heap
   * @throws IndexOutOfBoundsException if an index is out of range, naming op, first bad position,
   *     value and bound
   */
  public static ByteStore compute(OpCall call, List<ByteStore> inputs) {
    StorageChecks.requireWithin(call, inputs.stream().map(ByteStore::size).toList());
    int size = call.output().dtype().byteSize();
    ByteStore out = ByteStore.allocate(StorageChecks.outputBytes(call));
    if (out.size() == 0) {
      return out;
    }
    List<View> views = new ArrayList<>();
    for (int k = 0; k < inputs.size(); k++) {
      views.add(new View(call.inputs().get(k), inputs.get(k)));
    }
    Definitions.Rule rule = Definitions.rule(call, views);
    ByteStore constant = ByteStore.wrap(Definitions.constant(call));
    Coordinates c = new Coordinates(Definitions.domain(call));
    long at = 0;
    do {
      long source = rule.sourceAt(c.values());
      if (source == Definitions.CONSTANT) {
        out.copy(constant, 0, at, size);
      } else {
        out.copy(inputs.get(0), source, at, size);
      }
      at += size;
    } while (c.advance());
    return out;
  }

  /** As {@link #compute(OpCall, List)}, for buffers and results that are arrays. */
  public static byte[] compute(OpCall call, byte[]... inputs) {
    return compute(call, Stream.of(inputs).map(ByteStore::wrap).toList()).toArray();
  }
}
