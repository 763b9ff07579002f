package dev.fkc.cli.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * One workload as it was measured, here or elsewhere. As JSON, a line each:
 *
 * <pre>{@code
 * {"name":"flip_inner_b4","variant":"fkc","device":"..","median_us":500.8,"bytes":2147483648,
 *  "gbps":4288.1,"roof_share":1.000,"min_us":499.7,"p10_us":500.0,"p90_us":501.2,"runs":15,
 *  "driver":"..","date":"2026-01-31"}
 * }</pre>
 *
 * @param name of the workload
 * @param variant what was measured: {@code fkc}, or another library's way
 * @param bytes that had to move
 * @param time spread over the runs
 * @param roofShare bandwidth relative to the plain copy of the same run; NaN if not known
 * @param origin where and when
 */
public record BenchResult(
    String name, String variant, long bytes, Spread time, double roofShare, Origin origin) {
  private static final JsonFactory JSON = new JsonFactory();

  /**
   * Times of some runs in microseconds; NaN where they are not known.
   *
   * @param median the middle one
   * @param min the shortest
   * @param p10 a tenth are shorter
   * @param p90 a tenth are longer
   * @param runs how many; 0 if not known
   */
  public record Spread(double median, double min, double p10, double p90, int runs) {
    /**
     * Of some runs.
     *
     * @param nanos ascending, at least one
     */
    static Spread of(double[] nanos) {
      int last = nanos.length - 1;
      return new Spread(
          BenchRunner.median(nanos) / 1e3,
          nanos[0] / 1e3,
          nanos[(int) Math.round(last * 0.1)] / 1e3,
          nanos[(int) Math.round(last * 0.9)] / 1e3,
          nanos.length);
    }
  }

  /** Where and when something was measured; null where it is not known. */
  public record Origin(@Nullable String device, @Nullable String driver, @Nullable String date) {}

  /** GB/s. */
  public double gbps() {
    return bytes / time.median() / 1e3;
  }

  /** The result as a line of JSON, without a line end. */
  public String json() {
    StringWriter out = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("name", name);
      json.writeStringField("variant", variant);
      json.writeStringField("device", origin.device());
      number(json, "median_us", time.median(), 2);
      json.writeNumberField("bytes", bytes);
      number(json, "gbps", gbps(), 1);
      number(json, "roof_share", roofShare, 3);
      number(json, "min_us", time.min(), 2);
      number(json, "p10_us", time.p10(), 2);
      number(json, "p90_us", time.p90(), 2);
      json.writeNumberField("runs", time.runs());
      json.writeStringField("driver", origin.driver());
      json.writeStringField("date", origin.date());
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString();
  }

  private static void number(JsonGenerator json, String name, double value, int digits)
      throws IOException {
    if (Double.isFinite(value)) {
      json.writeNumberField(name, new BigDecimal(value).setScale(digits, RoundingMode.HALF_UP));
    } else {
      json.writeNullField(name);
    }
  }
}
