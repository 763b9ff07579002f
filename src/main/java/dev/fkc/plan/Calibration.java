package dev.fkc.plan;

import dev.fkc.contract.CostBlock;
import dev.fkc.op.OpCall;
import dev.fkc.registry.BindingEntry;
import dev.fkc.registry.CostEstimate;
import dev.fkc.type.BackendId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * What {@code fkc judge} measured on a device: launch overhead and bandwidth of every kernel class
 * and element width, with long rows and with short ones. A JSON file.
 *
 * <p>A {@link Planner} that is given one takes from it the overhead and the time of every Vulkan
 * binding whose contract says {@code provenance: judge_measured} (format §9). Calls of other
 * bindings, and of classes and widths that were not measured, are judged by {@link
 * CostRates#TYPICAL}.
 *
 * <p>Bytes are those of the contract's {@code bytes_moved}, so that what a contract leaves out or
 * counts twice is part of the bandwidth.
 *
 * @param device name of the device
 * @param uuid of the device: times hold for this one only
 * @param driver name and version of the driver
 * @param date when it was measured
 * @param series one per kernel class, width, and length of rows
 */
public record Calibration(
    String device, UUID uuid, String driver, LocalDate date, List<Series> series)
    implements CostModel {

  /**
   * The times of one kernel class.
   *
   * @param kernelClass what moves the bytes
   * @param width bytes of an element: 1, 2, 4 or 8
   * @param rowBytes bytes of a source row, or of those that an index picks from, in large calls
   * @param times how long it takes
   */
  public record Series(KernelClass kernelClass, int width, long rowBytes, TimeTable times) {
    public Series {
      Objects.requireNonNull(kernelClass, "kernelClass");
      Objects.requireNonNull(times, "times");
      if (width < 1 || width > 8) {
        throw new IllegalArgumentException("elements of " + width + " bytes; 1 to 8 are possible");
      }
      if (rowBytes < 1) {
        throw new IllegalArgumentException("rows of " + rowBytes + " bytes; at least 1 is needed");
      }
    }

    /**
     * The series that was measured with a call and with smaller ones like it.
     *
     * @throws IllegalArgumentException if the call has nothing to do
     */
    public static Series of(OpCall call, TimeTable times) {
      Form form =
          form(call)
              .orElseThrow(() -> new IllegalArgumentException(call.op() + " has nothing to do"));
      return new Series(form.kernelClass(), elementWidth(call), SourceRows.bytes(form), times);
    }

    private Subject subject() {
      return new Subject(kernelClass, width, rowBytes);
    }

    /** How far off its rows are: 0 for the same length, the same for half and for double. */
    private double distance(long otherRowBytes) {
      return Math.abs(Math.log((double) otherRowBytes / rowBytes));
    }
  }

  private record Subject(KernelClass kernelClass, int width, long rowBytes) {}

  public Calibration {
    Objects.requireNonNull(device, "device");
    Objects.requireNonNull(uuid, "uuid");
    Objects.requireNonNull(driver, "driver");
    Objects.requireNonNull(date, "date");
    Map<Subject, Series> bySubject = new LinkedHashMap<>();
    for (Series one : series) {
      if (bySubject.put(one.subject(), one) != null) {
        throw new IllegalArgumentException(
            "two series of "
                + one.kernelClass()
                + " for elements of "
                + one.width()
                + " bytes in rows of "
                + one.rowBytes());
      }
    }
    series =
        series.stream()
            .sorted(
                Comparator.comparing(Series::kernelClass)
                    .thenComparing(Series::width)
                    .thenComparing(Series::rowBytes))
            .toList();
  }

  /**
   * Reads a calibration.
   *
   * @param name what messages call the text
   * @param json the text
   * @throws CalibrationException if it is not a calibration of a supported version
   */
  public static Calibration read(String name, String json) {
    return CalibrationFormat.read(name, json);
  }

  /**
   * Reads a calibration file, UTF-8.
   *
   * @throws IOException if the file cannot be read
   * @throws CalibrationException if it is not a calibration of a supported version
   */
  public static Calibration read(Path file) throws IOException {
    return read(file.toString(), Files.readString(file));
  }

  /** The calibration as JSON text. */
  public String json() {
    return CalibrationFormat.write(this);
  }

  /**
   * What was measured for a kernel class.
   *
   * @param width bytes of an element
   * @param rowBytes bytes of a source row; the series with the nearest counts
   */
  public Optional<TimeTable> times(KernelClass kernelClass, int width, long rowBytes) {
    return series.stream()
        .filter(one -> one.kernelClass() == kernelClass && one.width() == width)
        .min(Comparator.comparingDouble(one -> one.distance(rowBytes)))
        .map(Series::times);
  }

  private static Optional<Form> form(OpCall call) {
    return Canonicalizer.form(call, new long[call.inputs().size() + 1]);
  }

  private static int elementWidth(OpCall call) {
    return call.output().dtype().byteSize();
  }

  /** What was measured for the way in which a binding does a call; empty if it does not apply. */
  private Optional<TimeTable> times(BindingEntry entry, OpCall call) {
    CostBlock cost = entry.contract().cost();
    if (cost == null
        || cost.provenance() != CostBlock.Provenance.JUDGE_MEASURED
        || !entry.key().backend().equals(BackendId.VULKAN)) {
      return Optional.empty();
    }
    return form(call)
        .flatMap(form -> times(form.kernelClass(), elementWidth(call), SourceRows.bytes(form)));
  }

  @Override
  public CostEstimate refine(BindingEntry entry, OpCall call, CostEstimate estimate) {
    return times(entry, call)
        .map(
            times ->
                new CostEstimate(
                    estimate.flops(), estimate.bytesMoved(), Math.round(times.overheadNanos())))
        .orElse(estimate);
  }

  @Override
  public double nanos(BindingEntry entry, OpCall call, CostEstimate estimate) {
    return estimate.isComplete()
        ? times(entry, call)
            .map(times -> times.nanos(estimate.bytesMoved()))
            .orElseGet(() -> CostRates.TYPICAL.nanos(estimate))
        : Double.POSITIVE_INFINITY;
  }

  /** Device, driver and date. */
  @Override
  public String toString() {
    return "calibration of " + device + " (" + driver + "), " + date;
  }
}
