package dev.fkc.vulkan.internal;

import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.type.Layout;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Records one call with any buffers: checks that the operands lie within them, and keeps an
 * encoding for every combination of start remainders that it has met. Thread-safe.
 */
public final class CallRecorder {
  private record Starts(long first, long second, long output) {}

  private record Encoding(Starts starts, EncodedCall encoded) {}

  private final KernelRuntime kernels;
  private final OpCall call;
  private final boolean checked;
  private final Map<Starts, Encoding> encodings = new ConcurrentHashMap<>();
  private volatile Encoding last;

  public CallRecorder(KernelRuntime kernels, OpCall call, boolean checked) {
    this.kernels = kernels;
    this.call = call;
    this.checked = checked;
    this.last = encoding(new Starts(0, 0, 0));
  }

  /** What is recorded. */
  public OpCall call() {
    return call;
  }

  /**
   * Records the call.
   *
   * @param buffers inputs in order, then the output
   * @param starts byte in its buffer at which each begins
   * @throws IllegalArgumentException if an operand leaves its buffer, starts between two elements,
   *     or is overlapped by the output; nothing is recorded
   */
  public void record(BatchRecorder recorder, GpuBuffer[] buffers, long[] starts) {
    int output = buffers.length - 1;
    if (output != call.inputs().size()) {
      throw new IllegalArgumentException(
          call.op() + ": " + output + " input buffers for " + call.inputs().size() + " inputs");
    }
    requireWithin("output", call.output(), buffers[output], starts[output]);
    for (int k = 0; k < output; k++) {
      requireWithin("input", call.inputs().get(k), buffers[k], starts[k]);
      requireApart(k, buffers, starts);
    }
    if (!call.output().shape().isEmpty()) {
      try {
        encoding(starts).record(recorder, buffers, starts);
      } catch (RuntimeException e) {
        recorder.operands().clear();
        throw e;
      }
    }
  }

  private void requireWithin(String role, Operand operand, GpuBuffer buffer, long start) {
    int size = operand.dtype().byteSize();
    if (start % size != 0) {
      throw new IllegalArgumentException(
          call.op()
              + ": "
              + role
              + " begins at byte "
              + start
              + " of "
              + buffer
              + "; "
              + operand.dtype()
              + " needs a multiple of "
              + size);
    }
    Layout layout = operand.layout();
    if (!layout.shape().isEmpty() && layout.endElement() > (buffer.size() - start) / size) {
      throw new IllegalArgumentException(
          call.op()
              + ": "
              + role
              + " "
              + operand
              + " ends at element "
              + layout.endElement()
              + ", and "
              + buffer
              + " of "
              + buffer.size()
              + " bytes has "
              + Math.max(0, buffer.size() - start) / size
              + " from byte "
              + start
              + " on");
    }
  }

  private void requireApart(int input, GpuBuffer[] buffers, long[] starts) {
    int output = buffers.length - 1;
    Layout read = call.inputs().get(input).layout();
    if (buffers[input] != buffers[output] || read.shape().isEmpty()) {
      return;
    }
    int size = call.inputs().get(input).dtype().byteSize();
    long from = starts[input] + read.firstElement() * size;
    long to = starts[input] + read.endElement() * size;
    long outputBytes = call.output().layout().elementCount() * call.output().dtype().byteSize();
    if (from < starts[output] + outputBytes && starts[output] < to) {
      throw new IllegalArgumentException(
          call.op()
              + ": the output, bytes "
              + starts[output]
              + " to "
              + (starts[output] + outputBytes)
              + " of "
              + buffers[output]
              + ", overlaps input "
              + input
              + ", bytes "
              + from
              + " to "
              + to);
    }
  }

  private EncodedCall encoding(long[] starts) {
    long mask = kernels.startMask();
    int output = starts.length - 1;
    long first = starts[0] & mask;
    long second = output == 2 ? starts[1] & mask : 0;
    long out = starts[output] & mask;
    Encoding hit = last;
    Starts known = hit.starts;
    if (known.first != first || known.second != second || known.output != out) {
      hit = encoding(new Starts(first, second, out));
      last = hit;
    }
    return hit.encoded;
  }

  private Encoding encoding(Starts starts) {
    return encodings.computeIfAbsent(
        starts,
        key ->
            new Encoding(
                key,
                kernels.encode(
                    call,
                    call.inputs().size() == 2
                        ? new long[] {key.first, key.second, key.output}
                        : new long[] {key.first, key.output},
                    checked)));
  }
}
