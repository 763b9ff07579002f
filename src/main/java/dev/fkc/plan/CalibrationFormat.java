package dev.fkc.plan;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.fkc.plan.Calibration.Series;
import dev.fkc.plan.TimeTable.Point;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The JSON form of a calibration, version 1:
 *
 * <pre>{@code
 * {"fkc_calibration": 1,
 *  "device": "..", "uuid": "..", "driver": "..", "date": "2026-01-31",
 *  "series": [
 *    {"class": "inner_reversed", "width": 4, "row_bytes": 16384,
 *     "overhead_ns": 1900, "bytes_per_ns": 4270,
 *     "points": [[1024, 1900], [1048576, 2600], [1073741824, 253000]]}]}
 * }</pre>
 *
 * <p>A point is bytes and nanoseconds. Every field is required, and none may repeat. Fields that
 * are not known are passed over.
 */
final class CalibrationFormat {
  private static final int VERSION = 1;
  private static final MathContext DIGITS = new MathContext(5);
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final String name;
  private final JsonParser parser;

  private CalibrationFormat(String name, JsonParser parser) {
    this.name = name;
    this.parser = parser;
  }

  static Calibration read(String name, String json) {
    try (JsonParser parser = JSON.createParser(json)) {
      return new CalibrationFormat(name, parser).calibration();
    } catch (JsonProcessingException e) {
      throw new CalibrationException(at(name, e.getLocation()) + e.getOriginalMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String write(Calibration calibration) {
    StringWriter out = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.setPrettyPrinter(new DefaultPrettyPrinter());
      json.writeStartObject();
      json.writeNumberField("fkc_calibration", VERSION);
      json.writeStringField("device", calibration.device());
      json.writeStringField("uuid", calibration.uuid().toString());
      json.writeStringField("driver", calibration.driver());
      json.writeStringField("date", calibration.date().toString());
      json.writeArrayFieldStart("series");
      for (Series series : calibration.series()) {
        write(json, series);
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.append('\n').toString();
  }

  private static void write(JsonGenerator json, Series series) throws IOException {
    json.writeStartObject();
    json.writeStringField("class", word(series.kernelClass()));
    json.writeNumberField("width", series.width());
    json.writeNumberField("row_bytes", series.rowBytes());
    json.writeNumberField("overhead_ns", rounded(series.times().overheadNanos()));
    json.writeNumberField("bytes_per_ns", rounded(series.times().bytesPerNano()));
    json.writeArrayFieldStart("points");
    for (Point point : series.times().points()) {
      json.writeStartArray();
      json.writeNumber(point.bytes());
      json.writeNumber(rounded(point.nanos()));
      json.writeEndArray();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** More digits than these say nothing. */
  private static BigDecimal rounded(double value) {
    BigDecimal rounded = new BigDecimal(value).round(DIGITS);
    return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
  }

  private static String word(KernelClass kernelClass) {
    return kernelClass.name().toLowerCase(Locale.ROOT);
  }

  private Calibration calibration() throws IOException {
    Map<String, String> texts = new HashMap<>();
    List<Series> series = null;
    boolean versioned = false;
    expect(parser.nextToken(), JsonToken.START_OBJECT, "a calibration object");
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String field = parser.currentName();
      JsonToken value = parser.nextToken();
      switch (field) {
        case "fkc_calibration" -> {
          expect(value, JsonToken.VALUE_NUMBER_INT, "a version number");
          if (!parser.getText().equals(Integer.toString(VERSION))) {
            throw problem(
                "calibration version " + parser.getText() + "; " + VERSION + " is supported");
          }
          versioned = true;
        }
        case "device", "uuid", "driver", "date" -> {
          expect(value, JsonToken.VALUE_STRING, "a string for " + field);
          texts.put(field, parser.getText());
        }
        case "series" -> series = allSeries(value);
        default -> parser.skipChildren();
      }
    }
    if (!versioned || series == null) {
      throw problem("a calibration needs the fields fkc_calibration and series");
    }
    Calibration calibration = calibration(texts, series);
    if (parser.nextToken() != null) {
      throw problem("text after the calibration");
    }
    return calibration;
  }

  private Calibration calibration(Map<String, String> texts, List<Series> series) {
    try {
      return new Calibration(
          text(texts, "device"),
          UUID.fromString(text(texts, "uuid")),
          text(texts, "driver"),
          LocalDate.parse(text(texts, "date")),
          series);
    } catch (IllegalArgumentException | DateTimeException e) {
      throw problem(String.valueOf(e.getMessage()));
    }
  }

  private String text(Map<String, String> texts, String field) {
    String text = texts.get(field);
    if (text == null) {
      throw problem("a calibration without " + field);
    }
    return text;
  }

  private List<Series> allSeries(JsonToken array) throws IOException {
    expect(array, JsonToken.START_ARRAY, "a list of series");
    List<Series> list = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      expect(parser.currentToken(), JsonToken.START_OBJECT, "a series object");
      list.add(series());
    }
    return list;
  }

  private Series series() throws IOException {
    KernelClass kernelClass = null;
    Map<String, Double> numbers = new HashMap<>();
    List<Point> points = null;
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String field = parser.currentName();
      JsonToken value = parser.nextToken();
      switch (field) {
        case "class" -> kernelClass = kernelClass(value);
        case "points" -> points = points(value);
        case "width", "row_bytes", "overhead_ns", "bytes_per_ns" ->
            numbers.put(field, number(value, field));
        default -> parser.skipChildren();
      }
    }
    if (kernelClass == null || points == null || numbers.size() < 4) {
      throw problem("a series needs class, width, row_bytes, overhead_ns, bytes_per_ns and points");
    }
    try {
      return new Series(
          kernelClass,
          numbers.getOrDefault("width", 0.0).intValue(),
          numbers.getOrDefault("row_bytes", 0.0).longValue(),
          new TimeTable(
              numbers.getOrDefault("overhead_ns", 0.0),
              numbers.getOrDefault("bytes_per_ns", 0.0),
              points));
    } catch (IllegalArgumentException e) {
      throw problem(String.valueOf(e.getMessage()));
    }
  }

  private KernelClass kernelClass(JsonToken value) throws IOException {
    expect(value, JsonToken.VALUE_STRING, "the name of a kernel class");
    String text = parser.getText();
    return Arrays.stream(KernelClass.values())
        .filter(known -> word(known).equals(text))
        .findFirst()
        .orElseThrow(() -> problem("there is no kernel class \"" + text + "\""));
  }

  private List<Point> points(JsonToken array) throws IOException {
    expect(array, JsonToken.START_ARRAY, "a list of points");
    List<Point> points = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      expect(parser.currentToken(), JsonToken.START_ARRAY, "a point [bytes, nanoseconds]");
      expect(parser.nextToken(), JsonToken.VALUE_NUMBER_INT, "a number of bytes");
      long bytes = parser.getLongValue();
      double nanos = number(parser.nextToken(), "nanoseconds");
      expect(parser.nextToken(), JsonToken.END_ARRAY, "the end of a point");
      try {
        points.add(new Point(bytes, nanos));
      } catch (IllegalArgumentException e) {
        throw problem(String.valueOf(e.getMessage()));
      }
    }
    return points;
  }

  private double number(@Nullable JsonToken value, String what) throws IOException {
    if (value != JsonToken.VALUE_NUMBER_FLOAT) {
      expect(value, JsonToken.VALUE_NUMBER_INT, "a number for " + what);
    }
    return parser.getDoubleValue();
  }

  private void expect(@Nullable JsonToken found, JsonToken expected, String what) {
    if (found != expected) {
      throw problem("expected " + what + ", found " + (found == null ? "the end" : found));
    }
  }

  private CalibrationException problem(String message) {
    return new CalibrationException(at(name, parser.currentTokenLocation()) + message);
  }

  private static String at(String name, @Nullable JsonLocation place) {
    return place == null
        ? name + ": "
        : name + ":" + place.getLineNr() + ":" + place.getColumnNr() + ": ";
  }
}
