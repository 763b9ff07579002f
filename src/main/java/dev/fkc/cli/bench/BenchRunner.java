package dev.fkc.cli.bench;

import dev.fkc.op.OpCall;
import dev.fkc.type.DType;
import dev.fkc.vulkan.BufferSlice;
import dev.fkc.vulkan.CommandBatch;
import dev.fkc.vulkan.Completion;
import dev.fkc.vulkan.DeviceBuffer;
import dev.fkc.vulkan.IndexCheck;
import dev.fkc.vulkan.PreparedCall;
import dev.fkc.vulkan.Timestamp;
import dev.fkc.vulkan.VulkanDevice;
import dev.fkc.vulkan.VulkanProvider;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Times workloads by the device's own clock, one dispatch after the other. Each is run for a while
 * first: a device that was idle takes up to some hundred milliseconds to reach its clocks. Owns the
 * buffers that it works on. Not thread-safe.
 */
public final class BenchRunner implements AutoCloseable {
  private static final int RUNS = 15;
  private static final int MIN_RUNS = 5;
  private static final double WARM_UP_NANOS = 100e6;

  private static final double MAX_WARM_UP_NANOS = 600e6;

  /** A device that waited for the host lowers its clocks, and takes a while to raise them. */
  private static final double WARM_UP_PER_PAUSE = 4;

  /** A system resets a device that one submission keeps busy too long. */
  private static final double MAX_SUBMISSION_NANOS = 500e6;

  private static final int MAX_WARM_UPS = 2000;
  private static final double WARM_UP_SUBMISSION_NANOS = 50e6;

  private final VulkanDevice device;
  private final DeviceBuffer source;
  private final DeviceBuffer output;
  private long indexBound = -1;
  private DeviceBuffer second;
  private long lastWork = System.nanoTime();

  /**
   * A runner.
   *
   * @param device stays the caller's to close
   * @param bytes of the largest operand
   */
  public BenchRunner(VulkanDevice device, long bytes) {
    this.device = device;
    this.source = device.allocate("benchmark source", bytes + 4096);
    this.output = device.allocate("benchmark output", bytes + 4096);
    this.second = device.allocate("benchmark indices", 0);
    fill(source, Integer.MIN_VALUE);
  }

  /** Nanoseconds of single runs, ascending. */
  public double[] run(Workload workload) {
    if (workload.call().inputs().size() == 2) {
      prepareSecond(workload);
    }
    PreparedCall prepared = prepare(workload.call());
    double nanos = warmUp(workload, prepared);
    int runs = (int) Math.max(MIN_RUNS, Math.min(RUNS, MAX_SUBMISSION_NANOS / nanos));
    return time(workload, prepared, 1, runs);
  }

  /** Runs a workload until the device is at its clocks; nanoseconds of a run then. */
  private double warmUp(Workload workload, PreparedCall call) {
    double pause = System.nanoTime() - lastWork;
    double left = Math.max(WARM_UP_NANOS, Math.min(MAX_WARM_UP_NANOS, WARM_UP_PER_PAUSE * pause));
    double each = 0;
    for (int runs = 1; left > 0; left -= each * runs) {
      runs =
          each == 0
              ? 1
              : (int) Math.max(1, Math.min(MAX_WARM_UPS, WARM_UP_SUBMISSION_NANOS / each));
      each = time(workload, call, runs, 1)[0];
    }
    return each;
  }

  private double[] time(Workload workload, PreparedCall call, int length, int runs) {
    List<Timestamp> times;
    try (CommandBatch batch = device.batch(workload.name())) {
      dispatch(batch, call, workload.starts());
      batch.timestamp("start");
      for (int run = 0; run < runs; run++) {
        for (int link = 0; link < length; link++) {
          dispatch(batch, call, workload.starts());
        }
        batch.timestamp("run");
      }
      try (Completion completion = batch.submit()) {
        completion.await();
        times = completion.timestamps();
      }
      lastWork = System.nanoTime();
    }
    double[] nanos = new double[runs];
    for (int run = 0; run < runs; run++) {
      nanos[run] = (times.get(run + 1).nanos() - times.get(run).nanos()) / length;
    }
    Arrays.sort(nanos);
    return nanos;
  }

  static double median(double[] sorted) {
    return sorted[sorted.length / 2];
  }

  private PreparedCall prepare(OpCall call) {
    return device.prepare(VulkanProvider.kernel(call.op()), call, IndexCheck.CHECKED);
  }

  private void dispatch(CommandBatch batch, PreparedCall call, long[] starts) {
    BufferSlice out = new BufferSlice(output, starts[starts.length - 1]);
    BufferSlice first = new BufferSlice(source, starts[0]);
    if (starts.length == 2) {
      batch.dispatch(call, first, out);
    } else {
      batch.dispatch(call, first, new BufferSlice(second, starts[1]), out);
    }
  }

  /** Random indices below the bound, or random mask bytes of 0 and 1. */
  private void prepareSecond(Workload workload) {
    OpCall call = workload.call();
    boolean mask = call.inputs().get(1).dtype() == DType.BOOL;
    long bytes = call.inputs().get(1).layout().elementCount() * (mask ? 1 : 4) + 64;
    long bound = mask ? 0 : ChainTimer.bound(call.params());
    if (second.sizeBytes() < bytes || indexBound != bound) {
      second.close();
      second = device.allocate("benchmark indices", bytes);
      indexBound = bound;
      fill(second, (int) bound);
    }
  }

  /** Bound MIN_VALUE: any bits; 0: bytes 0 or 1; else words below it. */
  private static void fill(DeviceBuffer buffer, int bound) {
    SplittableRandom random = new SplittableRandom(7);
    int[] block = new int[1 << 20];
    for (int i = 0; i < block.length; i++) {
      int bits = random.nextInt();
      block[i] =
          bound == Integer.MIN_VALUE
              ? bits
              : bound == 0 ? bits & 0x01010101 : random.nextInt(bound);
    }
    buffer.upload(
        0,
        buffer.sizeBytes(),
        (position, piece) -> {
          ByteBuffer words = piece.order(ByteOrder.nativeOrder());
          long at = position / 4;
          while (words.remaining() >= 4) {
            words.putInt(block[(int) (at++ & (block.length - 1))]);
          }
          while (words.hasRemaining()) {
            words.put((byte) 0);
          }
        });
  }

  @Override
  public void close() {
    source.close();
    output.close();
    second.close();
  }
}
