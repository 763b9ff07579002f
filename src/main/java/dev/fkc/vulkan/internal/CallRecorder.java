package dev.fkc.vulkan.internal;

import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.type.Layout;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

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

  /** Of each operand: element size, and where what it reaches begins and ends; 0 when empty. */
  private final int[] sizes;

  private final long[] firstBytes;
  private final long[] bytes;

  public CallRecorder(KernelRuntime kernels, OpCall call, boolean checked) {
    this.kernels = kernels;
    this.call = call;
    this.checked = checked;
    int operands = call.inputs().size() + 1;
    this.sizes = new int[operands];
    this.firstBytes = new long[operands];
    this.bytes = new long[operands];
    for (int k = 0; k < operands; k++) {
      Layout layout = operand(k).layout();
      sizes[k] = operand(k).dtype().byteSize();
      if (!layout.shape().isEmpty()) {
        firstBytes[k] = layout.firstElement() * sizes[k];
        bytes[k] = reach(layout.endElement(), sizes[k]);
      }
    }
    this.last = encoding(new Starts(0, 0, 0));
  }

  /** Bytes up to an element; what cannot be counted fits into no buffer. */
  private static long reach(long endElement, int size) {
    return endElement > Long.MAX_VALUE / size ? Long.MAX_VALUE : endElement * size;
  }

  /** What is recorded. */
  public OpCall call() {
    return call;
  }

  /** What makes and keeps its pipelines. */
  KernelRuntime kernels() {
    return kernels;
  }

  /**
   * Records the call.
   *
   * @param buffers inputs in order, then the output
   * @param starts byte in its buffer at which each begins
   * @throws IllegalArgumentException if an operand leaves its buffer, starts between two elements,
   *     or is overlapped by the output, or the call is of another device; nothing is recorded
   */
  public void record(BatchRecorder recorder, GpuBuffer[] buffers, long[] starts) {
    int output = buffers.length - 1;
    requireOperands(buffers.length);
    kernels.requireDevice(recorder.device());
    for (int k = 0; k <= output; k++) {
      requireAligned(k, starts[k], buffers[k]);
      requireWithin(k, buffers[k], starts[k]);
      if (k < output && buffers[k] == buffers[output]) {
        requireApart(k, starts, buffers[k]);
      }
    }
    if (!call.output().shape().isEmpty()) {
      recorder.begin();
      try {
        encoding(starts).record(recorder, buffers, starts);
      } catch (RuntimeException e) {
        recorder.operands().clear();
        throw e;
      } finally {
        recorder.end();
      }
    }
  }

  /**
   * The encoding for operands on slots in place of buffers; null when there is nothing to do.
   *
   * @throws IllegalArgumentException if an operand starts between two elements, or is overlapped by
   *     the output
   */
  @Nullable EncodedCall encode(int[] slots, long[] starts) {
    int output = slots.length - 1;
    requireOperands(slots.length);
    for (int k = 0; k <= output; k++) {
      requireAligned(k, starts[k], "slot " + slots[k]);
      if (starts[k] > Long.MAX_VALUE - bytes[k]) {
        throw new IllegalArgumentException(
            call.op() + ": " + role(k) + " " + operand(k) + " ends beyond byte 2^63 of its slot");
      }
      if (k < output && slots[k] == slots[output]) {
        requireApart(k, starts, "slot " + slots[k]);
      }
    }
    return call.output().shape().isEmpty() ? null : encoding(starts);
  }

  /** Bytes of memory that an operand reaches. */
  long bytes(int operand) {
    return bytes[operand];
  }

  private Operand operand(int k) {
    return k < call.inputs().size() ? call.inputs().get(k) : call.output();
  }

  private String role(int k) {
    return k < call.inputs().size() ? "input" : "output";
  }

  private void requireOperands(int found) {
    if (found != bytes.length) {
      throw new IllegalArgumentException(
          call.op()
              + ": "
              + (found - 1)
              + " input buffers for "
              + call.inputs().size()
              + " inputs");
    }
  }

  private void requireAligned(int k, long start, Object place) {
    if ((start & (sizes[k] - 1)) != 0) {
      throw new IllegalArgumentException(
          call.op()
              + ": "
              + role(k)
              + " begins at byte "
              + start
              + " of "
              + place
              + "; "
              + operand(k).dtype()
              + " needs a multiple of "
              + sizes[k]);
    }
  }

  private void requireWithin(int k, GpuBuffer buffer, long start) {
    if (bytes[k] > 0 && bytes[k] > buffer.size() - start) {
      throw new IllegalArgumentException(
          call.op()
              + ": "
              + role(k)
              + " "
              + operand(k)
              + " ends at element "
              + operand(k).layout().endElement()
              + ", and "
              + buffer
              + " of "
              + buffer.size()
              + " bytes has "
              + Math.max(0, buffer.size() - start) / sizes[k]
              + " from byte "
              + start
              + " on");
    }
  }

  private void requireApart(int input, long[] starts, Object place) {
    int output = bytes.length - 1;
    long from = starts[input] + firstBytes[input];
    long to = starts[input] + bytes[input];
    long outputEnd = starts[output] + bytes[output];
    if (from < outputEnd && starts[output] < to && bytes[input] > 0) {
      throw new IllegalArgumentException(
          call.op()
              + ": the output, bytes "
              + starts[output]
              + " to "
              + outputEnd
              + " of "
              + place
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
