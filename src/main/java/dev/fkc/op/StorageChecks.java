package dev.fkc.op;

import dev.fkc.type.Layout;
import java.util.List;

/** Whether the views of a call stay inside the buffers that they are given. */
public final class StorageChecks {
  private StorageChecks() {}

  /**
   * Refuses a call of which a view reaches outside its buffer. An empty view reaches nothing.
   *
   * @param call whose inputs are looked at
   * @param sizes of the input buffers in bytes, in order
   * @throws IllegalArgumentException naming op, input, the elements that it reaches and the size
   */
  public static void requireWithin(OpCall call, List<Long> sizes) {
    if (sizes.size() != call.inputs().size()) {
      throw new IllegalArgumentException(
          call.op() + ": " + sizes.size() + " buffers for " + call.inputs().size() + " inputs");
    }
    for (int k = 0; k < sizes.size(); k++) {
      Operand operand = call.inputs().get(k);
      Layout layout = operand.layout();
      if (!layout.shape().isEmpty()
          && layout.endElement() > sizes.get(k) / operand.dtype().byteSize()) {
        throw new IllegalArgumentException(
            call.op()
                + ": input "
                + k
                + " ("
                + operand
                + ") reaches elements "
                + layout.firstElement()
                + " to "
                + (layout.endElement() - 1)
                + " of a buffer of "
                + sizes.get(k)
                + " bytes, which holds "
                + sizes.get(k) / operand.dtype().byteSize());
      }
    }
  }

  /**
   * Size of a call's output in bytes.
   *
   * @throws IllegalArgumentException if it exceeds 2^63 - 1
   */
  public static long outputBytes(OpCall call) {
    Operand output = call.output();
    try {
      return Math.multiplyExact(output.shape().elementCount(), output.dtype().byteSize());
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          call.op() + ": an output of " + output + " exceeds 2^63 - 1 bytes", e);
    }
  }
}
