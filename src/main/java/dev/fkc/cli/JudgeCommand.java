package dev.fkc.cli;

import dev.fkc.FuelKernels;
import dev.fkc.cli.bench.Judge;
import dev.fkc.plan.Calibration;
import dev.fkc.plan.CalibrationException;
import dev.fkc.vulkan.DeviceInfo;
import dev.fkc.vulkan.VulkanDevice;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fkc judge}. */
@Command(
    name = "judge",
    description = {
      "Measure launch overhead and bandwidth of every kernel class on a device.",
      "The calibration is what planners predict times by; fkc run --plan takes it too."
    })
final class JudgeCommand implements Callable<Integer> {
  private static final double TOLERANCE = 0.25;

  @Spec CommandSpec spec;

  @Mixin BenchOptions where = new BenchOptions();

  @Option(
      names = "--out",
      paramLabel = "FILE.json",
      description = "Write the calibration to this file.")
  @Nullable Path out;

  @Option(
      names = "--check",
      paramLabel = "FILE.json",
      description = {
        "Compare the predictions of this calibration with what other sizes take;",
        "exit code 1 if one is off by more than 25 %%."
      })
  @Nullable Path check;

  @Mixin FormatOption format = new FormatOption();

  @Override
  public Integer call() {
    where.check(spec, Judge.LEAST_SIZE);
    if (out != null && check != null) {
      throw new ParameterException(spec.commandLine(), "--check writes nothing: it takes no --out");
    }
    if (out != null) {
      AtomicFile.writable(out);
    }
    Calibration known = check == null ? null : read(check);
    try (VulkanDevice device = where.open()) {
      if (known != null) {
        requireDevice(known, device.info());
      }
      try (Judge judge = new Judge(device, FuelKernels.registry(), where.bytes(device.info()));
          ProgressBar bar = new ProgressBar(spec.commandLine().getErr(), judge.count())) {
        if (known == null) {
          Calibration calibration = judge.calibrate(bar::step);
          bar.clear();
          report(calibration);
          return 0;
        }
        List<Judge.Check> checks = judge.check(known, bar::step);
        bar.clear();
        return report(checks);
      }
    }
  }

  /**
   * Reads a calibration.
   *
   * @throws Failure if it cannot be read
   */
  static Calibration read(Path file) {
    try {
      return Calibration.read(file);
    } catch (IOException e) {
      throw new Failure("cannot read " + file + ": " + AtomicFile.reason(e), e);
    } catch (CalibrationException e) {
      throw new Failure(String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * Does nothing if a calibration is one of a device.
   *
   * @throws Failure if it is not
   */
  static void requireDevice(Calibration calibration, DeviceInfo device) {
    if (!calibration.uuid().equals(device.uuid())) {
      throw new Failure(
          "the calibration is of "
              + calibration.device()
              + " (UUID "
              + calibration.uuid()
              + "), and this is "
              + device.name()
              + " (UUID "
              + device.uuid()
              + ")\nmake one for it: fkc judge --out FILE.json");
    }
  }

  private void report(Calibration calibration) {
    PrintWriter text = spec.commandLine().getOut();
    if (out != null) {
      byte[] bytes = calibration.json().getBytes(StandardCharsets.UTF_8);
      AtomicFile.write(out, channel -> AtomicFile.drain(channel, ByteBuffer.wrap(bytes)));
    }
    if (format.isJson()) {
      text.print(calibration.json());
      return;
    }
    text.println(calibration.device() + ", " + calibration.driver());
    Table table =
        new Table("kernel class", "element bytes", "row bytes", "overhead us", "GB/s", "points");
    for (Calibration.Series series : calibration.series()) {
      table.row(
          word(series.kernelClass()),
          Integer.toString(series.width()),
          Long.toString(series.rowBytes()),
          micros(series.times().overheadNanos()),
          String.format(Locale.ROOT, "%.1f", series.times().bytesPerNano()),
          Integer.toString(series.times().points().size()));
    }
    table.print(text);
  }

  private int report(List<Judge.Check> checks) {
    PrintWriter text = spec.commandLine().getOut();
    if (format.isJson()) {
      text.println(Json.text(checks.stream().map(JudgeCommand::json).toList()));
    } else {
      Table table =
          new Table(
              "kernel class", "element bytes", "bytes", "predicted us", "measured us", "ratio");
      for (Judge.Check one : checks) {
        table.row(
            one.name(),
            word(one.kernelClass()),
            Long.toString(one.bytes()),
            micros(one.predictedNanos()),
            micros(one.measuredNanos()),
            String.format(Locale.ROOT, "%.2f", one.ratio()) + (isNear(one) ? "" : " *"));
      }
      table.print(text);
      Judge.Check worst =
          checks.stream()
              .max(Comparator.comparingDouble(one -> Math.abs(Math.log(one.ratio()))))
              .orElseThrow();
      text.printf(
          Locale.ROOT,
          "%d of %d within 25 %%; the worst is %.2f, %s of %d bytes%n",
          checks.stream().filter(JudgeCommand::isNear).count(),
          checks.size(),
          worst.ratio(),
          worst.name(),
          worst.bytes());
    }
    return checks.stream().allMatch(JudgeCommand::isNear) ? 0 : ErrorReport.PROBLEM;
  }

  private static boolean isNear(Judge.Check check) {
    return Math.abs(check.ratio() - 1) <= TOLERANCE;
  }

  private static Json.Fields json(Judge.Check check) {
    return Json.fields()
        .put("name", check.name())
        .put("class", word(check.kernelClass()))
        .put("width", check.width())
        .put("bytes", check.bytes())
        .put("predicted_ns", check.predictedNanos())
        .put("measured_ns", check.measuredNanos())
        .put("ratio", check.ratio());
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static String micros(double nanos) {
    return String.format(Locale.ROOT, "%.2f", nanos / 1e3);
  }
}
