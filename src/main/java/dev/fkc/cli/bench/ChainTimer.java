package dev.fkc.cli.bench;

import dev.fkc.op.OpCall;
import dev.fkc.op.OpParams;
import dev.fkc.op.Operand;
import dev.fkc.type.DType;
import dev.fkc.type.Shape;
import dev.fkc.vulkan.BufferSlice;
import dev.fkc.vulkan.CommandBatch;
import dev.fkc.vulkan.Completion;
import dev.fkc.vulkan.DeviceBuffer;
import dev.fkc.vulkan.DeviceType;
import dev.fkc.vulkan.IndexCheck;
import dev.fkc.vulkan.PreparedCall;
import dev.fkc.vulkan.Timestamp;
import dev.fkc.vulkan.VulkanDevice;
import dev.fkc.vulkan.VulkanProvider;
import java.util.Arrays;
import java.util.List;

/**
 * Times many calls by the device's own clock, each in chains of dispatches that wait for the one
 * before. All work on the same buffers, from their first bytes on. Not thread-safe.
 *
 * <p>A card that waits for the host lowers its clocks, and takes several times as long to raise
 * them. So copies follow the chains of a call and keep the card at work while the host reads the
 * times and records the next call. When the host takes longer than they do, more copies go ahead of
 * the next chains.
 */
final class ChainTimer implements AutoCloseable {
  private static final int CHAINS = 7;
  private static final int LEAST_CHAINS = 3;
  private static final double CHAIN_NANOS = 250e3;
  private static final int LONGEST_CHAIN = 250;

  /** What the chains of a call take in all, unless it is a slow one. */
  private static final double CALL_NANOS = 60e6;

  private static final long COPY_BYTES = 64 << 20;
  private static final double COPIES_NANOS = 50e6;
  private static final double MOST_COPIES_NANOS = 600e6;
  private static final double COPIES_PER_PAUSE = 4;
  private static final double SHORT_PAUSE_NANOS = 2e6;

  /** What the second operand holds, as far as it was filled. */
  private record Second(boolean mask, long bound, long words) {
    boolean holds(Second other) {
      return mask == other.mask && bound == other.bound && words >= other.words;
    }
  }

  private final VulkanDevice device;
  private final RandomWords random;
  private final DeviceBuffer source;
  private final DeviceBuffer indices;
  private final DeviceBuffer output;
  private final PreparedCall copy;
  private final boolean lowersClocks;
  private Second second = new Second(false, 0, 0);

  private double copyNanos;
  private double leastNanos;
  private double lastNanos;
  private long lastBytes = Long.MAX_VALUE;

  /** How long the host takes from one call's times to the next call's submission. */
  private double hostNanos = SHORT_PAUSE_NANOS;

  private double doneAt;
  private double idleFrom;

  /**
   * A timer.
   *
   * @param device stays the caller's to close
   * @param bytes of the largest operand
   */
  ChainTimer(VulkanDevice device, long bytes) {
    long size = Math.max(bytes, 16 << 10) + 4096;
    this.device = device;
    this.random = new RandomWords(device);
    this.source = device.allocate("judged source", size);
    this.indices = device.allocate("judged indices", size);
    this.output = device.allocate("judged output", size);
    this.lowersClocks = device.info().type() != DeviceType.CPU;
    random.fill(source, size / 4);
    Shape shape = Shape.of(Math.min(bytes, COPY_BYTES) / 4);
    this.copy = prepare(OpCall.contiguize(Operand.contiguous(DType.U32, shape)));
    warmUp();
    this.leastNanos = copyNanos;
  }

  /** How long a copy takes is known only when the clocks are up. */
  private void warmUp() {
    copyNanos = median(times(copy, 1, LEAST_CHAINS));
    copy(MOST_COPIES_NANOS);
    copyNanos = median(times(copy, 1, CHAINS));
  }

  private PreparedCall prepare(OpCall call) {
    return device.prepare(VulkanProvider.kernel(call.op()), call, IndexCheck.CHECKED);
  }

  /**
   * Nanoseconds per dispatch of a call.
   *
   * @param call whose operands are no larger than the timer was made for
   * @param bytes that it moves, by which its time is guessed from that of the call before
   */
  double nanos(OpCall call, long bytes) {
    PreparedCall prepared = prepare(call);
    if (call.inputs().size() == 2) {
      fillSecond(call);
    }
    double guess = Math.max(leastNanos, lastNanos / lastBytes * bytes);
    int length = (int) Math.max(1, Math.min(LONGEST_CHAIN, CHAIN_NANOS / guess));
    int chains = (int) Math.max(LEAST_CHAINS, Math.min(CHAINS, CALL_NANOS / (guess * length)));
    double[] nanos = times(prepared, length, chains);
    // What else the machine does only ever adds time.
    lastNanos = nanos[nanos.length / 4];
    lastBytes = bytes;
    leastNanos = Math.min(leastNanos, lastNanos);
    return lastNanos;
  }

  private static double median(double[] sorted) {
    return sorted[sorted.length / 2];
  }

  /** Ascending. */
  private double[] times(PreparedCall call, int length, int chains) {
    int copies = copiesFor(Math.min(COPIES_NANOS, 1.25 * hostNanos));
    List<Timestamp> times;
    try (CommandBatch batch = device.batch(call.call().op().name());
        CommandBatch after = device.batch("copies")) {
      chain(batch, call, length);
      batch.timestamp("start");
      for (int k = 0; k < chains; k++) {
        chain(batch, call, length);
        batch.timestamp("end");
      }
      chain(after, copy, copies);
      makeUpForPause();
      try (Completion completion = batch.submit()) {
        after.submit();
        completion.await();
        times = completion.timestamps();
      }
    }
    doneAt = System.nanoTime();
    idleFrom = doneAt + copies * copyNanos;
    double[] nanos = new double[chains];
    for (int k = 0; k < chains; k++) {
      nanos[k] = (times.get(k + 1).nanos() - times.get(k).nanos()) / length;
    }
    Arrays.sort(nanos);
    return nanos;
  }

  private void chain(CommandBatch batch, PreparedCall call, int length) {
    BufferSlice out = BufferSlice.of(output);
    BufferSlice first = BufferSlice.of(source);
    for (int link = 0; link < length; link++) {
      if (call.call().inputs().size() == 1) {
        batch.dispatch(call, first, out);
      } else {
        batch.dispatch(call, first, BufferSlice.of(indices), out);
      }
    }
  }

  private int copiesFor(double nanos) {
    return lowersClocks && copyNanos > 0 ? (int) Math.ceil(nanos / copyNanos) : 0;
  }

  private void makeUpForPause() {
    double now = System.nanoTime();
    if (doneAt > 0) {
      hostNanos = (3 * hostNanos + now - doneAt) / 4;
      double pause = now - idleFrom;
      if (pause > SHORT_PAUSE_NANOS) {
        copy(Math.min(MOST_COPIES_NANOS, COPIES_PER_PAUSE * pause));
      }
    }
  }

  /** Has the device copy for a while, in submissions that no system takes for a hang. */
  private void copy(double nanos) {
    int once = Math.max(1, copiesFor(COPIES_NANOS));
    for (int left = copiesFor(nanos); left > 0; left -= once) {
      try (CommandBatch batch = device.batch("copies")) {
        chain(batch, copy, Math.min(left, once));
        batch.submit();
      }
    }
  }

  private void fillSecond(OpCall call) {
    Operand operand = call.inputs().get(1);
    boolean mask = operand.dtype() == DType.BOOL;
    long words = mask ? indices.sizeBytes() / 4 : operand.layout().elementCount();
    Second wanted = new Second(mask, mask ? 2 : bound(call.params()), words);
    if (!second.holds(wanted)) {
      if (mask) {
        random.fillMask(indices, words);
      } else {
        random.fillIndices(indices, words, wanted.bound());
      }
      second = wanted;
    }
  }

  /** What the indices of a call must be below. */
  static long bound(OpParams params) {
    return params instanceof OpParams.Gather gather
        ? gather.sourceShape().dim(gather.dim())
        : ((OpParams.IndexSelect) params).sourceDimSize();
  }

  @Override
  public void close() {
    random.close();
    source.close();
    indices.close();
    output.close();
  }
}
