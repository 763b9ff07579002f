package dev.fkc.cli.bench;

import dev.fkc.vulkan.DeviceInfo;
import dev.fkc.vulkan.OutOfDeviceMemoryException;
import dev.fkc.vulkan.VulkanDevice;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A benchmark: workloads, each with its share of the bandwidth that the first of them, the plain
 * copy, reaches in the same run.
 */
public final class Bench {
  private static final String VARIANT = "fkc";

  private final VulkanDevice device;
  private final long bytes;
  private final List<Workload> workloads = new ArrayList<>();

  /**
   * A benchmark.
   *
   * @param device stays the caller's to close
   * @param bytes of the largest operand, at least {@link Workloads#MIN_BYTES}
   * @param wanted which workloads to measure; the copy is measured anyway
   */
  public Bench(VulkanDevice device, long bytes, Predicate<Workload> wanted) {
    this.device = device;
    this.bytes = bytes;
    for (Workload workload : Workloads.of(bytes)) {
      if (workloads.isEmpty() || wanted.test(workload)) {
        workloads.add(workload);
      }
    }
  }

  /** What is measured, in this order. */
  public List<Workload> workloads() {
    return List.copyOf(workloads);
  }

  /**
   * Measures; each result is handed on when it is there.
   *
   * @param results take what was measured
   * @param failures take workloads that the device has no room for, and why
   */
  public void run(Consumer<BenchResult> results, BiConsumer<Workload, String> failures) {
    DeviceInfo info = device.info();
    BenchResult.Origin origin =
        new BenchResult.Origin(
            info.name(), info.driverName() + " " + info.driverInfo(), LocalDate.now().toString());
    double roof = Double.NaN;
    try (BenchRunner runner = new BenchRunner(device, bytes)) {
      for (Workload workload : workloads) {
        try {
          BenchResult.Spread time = BenchResult.Spread.of(runner.run(workload));
          double rate = workload.bytes() / time.median();
          roof = workload == workloads.get(0) ? rate : roof;
          results.accept(
              new BenchResult(
                  workload.name(), VARIANT, workload.bytes(), time, rate / roof, origin));
        } catch (OutOfDeviceMemoryException e) {
          failures.accept(workload, String.valueOf(e.getMessage()));
        }
      }
    }
  }

  /** Prints a line of JSON per workload: {@code BYTES [NAME_PATTERN]}. */
  public static void main(String[] args) {
    Pattern wanted = Pattern.compile(args.length > 1 ? args[1] : ".*");
    try (VulkanDevice device = VulkanDevice.open()) {
      new Bench(device, Long.parseLong(args[0]), workload -> wanted.matcher(workload.name()).find())
          .run(
              result -> System.out.println(result.json()),
              (workload, why) -> System.err.println(workload.name() + ": " + why));
    }
  }
}
