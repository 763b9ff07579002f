package dev.fkc.vulkan.host;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;

/** Prints one JSON object per line for each thing that was measured. */
final class Results {
  private final PrintStream out;
  private final String device;

  Results(PrintStream out, String device) {
    this.out = out;
    this.device = device;
  }

  /** A value with its unit. */
  void print(String name, double value, String unit) {
    out.printf(
        Locale.ROOT,
        "{\"name\": \"%s\", \"value\": %.4g, \"unit\": \"%s\", \"device\": \"%s\"}%n",
        name,
        value,
        unit,
        quoted());
    out.flush();
  }

  /** A value with its unit and the most, or the least, that it should be. */
  void print(String name, double value, String unit, String target) {
    out.printf(
        Locale.ROOT,
        "{\"name\": \"%s\", \"value\": %.4g, \"unit\": \"%s\", \"target\": \"%s\", \"device\":"
            + " \"%s\"}%n",
        name,
        value,
        unit,
        target,
        quoted());
    out.flush();
  }

  /** A value for a number of bytes. */
  void print(String name, long bytes, double value, String unit) {
    out.printf(
        Locale.ROOT,
        "{\"name\": \"%s\", \"bytes\": %d, \"value\": %.4g, \"unit\": \"%s\", \"device\": \"%s\"}%n",
        name,
        bytes,
        value,
        unit,
        quoted());
    out.flush();
  }

  private String quoted() {
    return device.replace("\\", "\\\\").replace("\"", "\\\"");
  }

  static double least(double[] values) {
    return Arrays.stream(values).min().orElseThrow();
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
