package dev.fkc.registry;

import dev.fkc.type.BackendId;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import java.util.List;
import java.util.Set;

/**
 * The cost functions that all kernels of an op share (format §9). They fill what a contract leaves
 * open:
 *
 * <ul>
 *   <li>shape ops: {@code (n_in + n_out) * size} bytes
 *   <li>masked_fill: {@code 2 * n * size + n} bytes, a mask byte per element
 *   <li>indexing ops: {@code 2 * n_out * size + n_out * index_size} bytes
 * </ul>
 *
 * <p>None of them computes anything, so flops are 0. An op that is not among them stays unknown.
 *
 * @param shape which of the functions
 * @param size bytes of one element of the first output
 * @param indexSize bytes of one index
 * @param overheadNanos fixed time per call, or unknown
 */
record SharedCost(Traffic shape, int size, int indexSize, long overheadNanos) {
  private static final Set<OpKind> SHAPE_OPS =
      Set.of(OpKind.TRIU, OpKind.TRIL, OpKind.FLIP, OpKind.ROLL, OpKind.CONTIGUIZE);
  private static final Set<OpKind> INDEXING_OPS = Set.of(OpKind.INDEX_SELECT, OpKind.GATHER);

  /** A dispatch within a batch, with the barrier before it, as measured on a discrete GPU. */
  private static final long VULKAN_DISPATCH_NANOS = 2_000;

  /** A call of scalar code: argument checks and loop set-up. */
  private static final long CPU_CALL_NANOS = 200;

  /** Which bytes move. */
  enum Traffic {
    INPUT_AND_OUTPUT,
    MASKED,
    INDEXED,
    UNKNOWN
  }

  static SharedCost of(KernelVariant variant) {
    List<DType> dtypes = variant.dtypes();
    boolean hasOutput = dtypes.size() > variant.inputCount();
    return new SharedCost(
        hasOutput ? traffic(variant.op(), variant.inputCount()) : Traffic.UNKNOWN,
        hasOutput ? dtypes.get(variant.inputCount()).byteSize() : 0,
        variant.inputCount() > 1 ? dtypes.get(1).byteSize() : 0,
        overhead(variant.backend()));
  }

  private static Traffic traffic(OpKind op, int inputCount) {
    if (SHAPE_OPS.contains(op) && inputCount >= 1) {
      return Traffic.INPUT_AND_OUTPUT;
    } else if (op.equals(OpKind.MASKED_FILL)) {
      return Traffic.MASKED;
    }
    return INDEXING_OPS.contains(op) && inputCount >= 2 ? Traffic.INDEXED : Traffic.UNKNOWN;
  }

  private static long overhead(BackendId backend) {
    if (backend.equals(BackendId.VULKAN)) {
      return VULKAN_DISPATCH_NANOS;
    }
    return backend.equals(BackendId.CPU) ? CPU_CALL_NANOS : CostEstimate.UNKNOWN_COEFFICIENT;
  }

  CostEstimate estimate(CostedCall call) {
    if (shape == Traffic.UNKNOWN) {
      return CostEstimate.UNKNOWN;
    }
    long n = call.outputElements();
    long bytes =
        switch (shape) {
          case INPUT_AND_OUTPUT -> times(plus(call.inputElements(0), n), size);
          case MASKED -> plus(times(n, 2L * size), n);
          default -> plus(times(n, 2L * size), times(n, indexSize));
        };
    return new CostEstimate(0, bytes, overheadNanos);
  }

  private static long times(long count, long size) {
    return Math.multiplyHigh(count, size) != 0 || count * size < 0 ? Long.MAX_VALUE : count * size;
  }

  private static long plus(long a, long b) {
    return a + b < 0 ? Long.MAX_VALUE : a + b;
  }
}
