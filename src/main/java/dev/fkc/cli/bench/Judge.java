package dev.fkc.cli.bench;

import dev.fkc.op.OpCall;
import dev.fkc.plan.Calibration;
import dev.fkc.plan.KernelClass;
import dev.fkc.plan.Planner;
import dev.fkc.plan.TimeTable;
import dev.fkc.registry.KernelRegistry;
import dev.fkc.registry.PrecisionFloor;
import dev.fkc.type.BackendId;
import dev.fkc.type.DType;
import dev.fkc.vulkan.DeviceInfo;
import dev.fkc.vulkan.DeviceType;
import dev.fkc.vulkan.VulkanDevice;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Measures what a planner needs to know of a device, and how well it then predicts. Calls are timed
 * in chains in which each waits for the one before. Not thread-safe.
 */
public final class Judge implements AutoCloseable {
  /** The least size of the largest operand. */
  public static final long LEAST_SIZE = 64 << 10;

  /**
   * Launch overhead is all that a call of this size takes. Neither it nor the largest size is a
   * power of two, which some devices like and others do not.
   */
  private static final long MIN_BYTES = 1100;

  private static final int CHECKED_SIZES = 7;

  /** A processor also does other work, for a while at a time. */
  private static final int CPU_ROUNDS = 2;

  /** Measured over predicted time that may be the doing of other programs. */
  private static final double DISTURBED = 1.1;

  private final VulkanDevice device;
  private final KernelRegistry registry;
  private final long maxBytes;
  private final ChainTimer timer;
  private final int rounds;
  private final Map<OpCall, TimeTable.Point> measured = new HashMap<>();

  /**
   * A judge.
   *
   * @param device stays the caller's to close
   * @param registry whose Vulkan bindings are judged
   * @param maxBytes of the largest operand that is measured, at least {@link #LEAST_SIZE}; no more
   *     than what the device shows a kernel at a time is
   */
  public Judge(VulkanDevice device, KernelRegistry registry, long maxBytes) {
    this.device = device;
    this.registry = registry;
    this.maxBytes = Math.min(maxBytes, device.info().limits().maxStorageBufferRange()) / 16 * 15;
    this.timer = new ChainTimer(device, this.maxBytes);
    this.rounds = device.info().type() == DeviceType.CPU ? CPU_ROUNDS : 1;
  }

  private record Subject(JudgeCase of, DType dtype) {
    @Override
    public String toString() {
      return of.name().toLowerCase(Locale.ROOT) + "_b" + dtype.byteSize();
    }
  }

  /**
   * A prediction next to what it took.
   *
   * @param name of the call
   * @param kernelClass what moved the bytes
   * @param width bytes of an element
   * @param bytes as the contract counts them
   * @param predictedNanos by the calibration
   * @param measuredNanos now
   */
  public record Check(
      String name,
      KernelClass kernelClass,
      int width,
      long bytes,
      double predictedNanos,
      double measuredNanos) {
    /** Predicted over measured time. */
    public double ratio() {
      return predictedNanos / measuredNanos;
    }
  }

  /** How many times progress is reported of a calibration, or of a check. */
  public int count() {
    return rounds * subjects().size();
  }

  /** Every case with one registered dtype of every width. */
  private List<Subject> subjects() {
    List<Subject> subjects = new ArrayList<>();
    for (JudgeCase one : JudgeCase.values()) {
      TreeMap<Integer, DType> byWidth = new TreeMap<>();
      registry.keys().stream()
          .filter(key -> key.op().equals(one.op()) && key.backend().equals(BackendId.VULKAN))
          .map(key -> key.dtypes().get(0))
          .forEach(dtype -> byWidth.putIfAbsent(dtype.byteSize(), dtype));
      byWidth.values().forEach(dtype -> subjects.add(new Subject(one, dtype)));
    }
    return subjects;
  }

  /**
   * Measures.
   *
   * @param progress is told what was measured
   */
  public Calibration calibrate(Consumer<String> progress) {
    Planner planner = new Planner(registry, BackendId.VULKAN);
    Map<Subject, TimeTable> tables = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      for (Subject subject : subjects()) {
        tables.put(
            subject,
            TimeTable.measure(bytes -> measure(planner, subject, bytes), MIN_BYTES, maxBytes));
        progress.accept(subject.toString());
      }
    }
    List<Calibration.Series> series = new ArrayList<>();
    tables.forEach(
        (subject, times) ->
            series.add(Calibration.Series.of(subject.of().call(subject.dtype(), maxBytes), times)));
    DeviceInfo info = device.info();
    return new Calibration(
        info.name(),
        info.uuid(),
        info.driverName() + " " + info.driverInfo(),
        LocalDate.now(),
        series);
  }

  /**
   * Measures at sizes that no calibration measures.
   *
   * @param calibration what predicts
   * @param progress is told what was measured
   */
  public List<Check> check(Calibration calibration, Consumer<String> progress) {
    Planner planner = new Planner(registry, BackendId.VULKAN, PrecisionFloor.ANY, calibration);
    Map<String, Check> checks = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      for (Subject subject : subjects()) {
        for (int k = 0; k < CHECKED_SIZES; k++) {
          double share = (k + 0.37) / CHECKED_SIZES;
          long bytes = (long) (MIN_BYTES * Math.pow((double) maxBytes / MIN_BYTES, share));
          checks.put(subject + " " + k, check(planner, subject, bytes));
        }
        progress.accept(subject.toString());
      }
    }
    return List.copyOf(checks.values());
  }

  private Check check(Planner planner, Subject subject, long bytes) {
    double predicted = planner.nanos(planner.plan(subject.of().call(subject.dtype(), bytes)));
    TimeTable.Point measured = measure(planner, subject, bytes);
    if (measured.nanos() > DISTURBED * predicted) {
      measured = measure(planner, subject, bytes);
    }
    return new Check(
        subject.toString(),
        subject.of().kernelClass(),
        subject.dtype().byteSize(),
        measured.bytes(),
        predicted,
        measured.nanos());
  }

  /** The least time so far of a call: what else the machine does only ever adds to it. */
  private TimeTable.Point measure(Planner planner, Subject subject, long bytes) {
    OpCall call = subject.of().call(subject.dtype(), bytes);
    long moved = planner.plan(call).kernelCost().bytesMoved();
    return measured.merge(
        call,
        new TimeTable.Point(moved, timer.nanos(call, moved)),
        (one, other) -> one.nanos() < other.nanos() ? one : other);
  }

  @Override
  public void close() {
    timer.close();
  }
}
