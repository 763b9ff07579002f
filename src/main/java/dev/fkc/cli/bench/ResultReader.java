package dev.fkc.cli.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads results: JSON objects one after the other, or arrays of them, as {@link BenchResult#json}
 * writes them. Only {@code name}, {@code variant}, {@code median_us} and {@code bytes} are needed;
 * an object with an {@code error} in their place tells of something that could not be measured, and
 * is passed over.
 */
public final class ResultReader {
  private static final JsonFactory JSON = new JsonFactory();

  private final String name;
  private final JsonParser parser;
  private final List<BenchResult> results = new ArrayList<>();

  private ResultReader(String name, JsonParser parser) {
    this.name = name;
    this.parser = parser;
  }

  /**
   * All results of a text.
   *
   * @param name what messages call it
   * @throws BenchFormatException if it holds anything else
   */
  public static List<BenchResult> read(String name, String text) {
    try (JsonParser parser = JSON.createParser(text)) {
      ResultReader reader = new ResultReader(name, parser);
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        reader.element(token);
      }
      return List.copyOf(reader.results);
    } catch (JsonProcessingException e) {
      throw new BenchFormatException(at(name, e.getLocation()) + e.getOriginalMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void element(JsonToken token) throws IOException {
    if (token == JsonToken.START_ARRAY) {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        object(parser.currentToken());
      }
    } else {
      object(token);
    }
  }

  private void object(JsonToken token) throws IOException {
    if (token != JsonToken.START_OBJECT) {
      throw problem("expected a result object, found " + token);
    }
    Map<String, String> texts = new HashMap<>();
    Map<String, Double> numbers = new HashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String field = parser.currentName();
      JsonToken value = parser.nextToken();
      if (value == JsonToken.VALUE_STRING) {
        texts.put(field, parser.getText());
      } else if (value.isNumeric()) {
        numbers.put(field, parser.getDoubleValue());
      } else {
        parser.skipChildren();
      }
    }
    if (!texts.containsKey("error")) {
      results.add(result(texts, numbers));
    }
  }

  private BenchResult result(Map<String, String> texts, Map<String, Double> numbers) {
    String workload = required(texts, "name");
    String variant = required(texts, "variant");
    double median = required(numbers, "median_us");
    double bytes = required(numbers, "bytes");
    if (!(median > 0) || !(bytes >= 0)) {
      throw problem(workload + " moves " + bytes + " bytes in " + median + " us");
    }
    return new BenchResult(
        workload,
        variant,
        (long) bytes,
        new BenchResult.Spread(
            median,
            numbers.getOrDefault("min_us", Double.NaN),
            numbers.getOrDefault("p10_us", Double.NaN),
            numbers.getOrDefault("p90_us", Double.NaN),
            numbers.getOrDefault("runs", 0.0).intValue()),
        numbers.getOrDefault("roof_share", Double.NaN),
        new BenchResult.Origin(texts.get("device"), texts.get("driver"), texts.get("date")));
  }

  private <T> T required(Map<String, T> fields, String field) {
    T value = fields.get(field);
    if (value == null) {
      throw problem("a result without " + field);
    }
    return value;
  }

  private BenchFormatException problem(String message) {
    return new BenchFormatException(at(name, parser.currentTokenLocation()) + message);
  }

  private static String at(String name, @Nullable JsonLocation place) {
    return place == null
        ? name + ": "
        : name + ":" + place.getLineNr() + ":" + place.getColumnNr() + ": ";
  }
}
