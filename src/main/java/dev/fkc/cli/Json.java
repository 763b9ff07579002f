package dev.fkc.cli;

import dev.fkc.source.JsonWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON of values: {@link Fields}, lists, strings, numbers, booleans, null; others are their text.
 */
final class Json {
  private Json() {}

  /** A value as text, without a trailing line end. */
  static String text(@Nullable Object value) {
    JsonWriter json = new JsonWriter();
    write(json, value);
    return json.toString();
  }

  /** An object under construction, in insertion order. */
  static Fields fields() {
    return new Fields();
  }

  /** The members of a JSON object. */
  static final class Fields {
    private final Map<String, @Nullable Object> members = new LinkedHashMap<>();

    Fields put(String name, @Nullable Object value) {
      members.put(name, value);
      return this;
    }
  }

  private static void write(JsonWriter json, @Nullable Object value) {
    if (value instanceof Fields fields) {
      json.beginObject();
      fields.members.forEach((name, member) -> write(json.name(name), member));
      json.endObject();
    } else if (value instanceof List<?> list) {
      json.beginArray();
      list.forEach(element -> write(json, element));
      json.endArray();
    } else if (value instanceof Double number) {
      json.value(number.doubleValue());
    } else if (value instanceof Number number) {
      json.value(number.longValue());
    } else if (value instanceof Boolean bool) {
      json.value(bool.booleanValue());
    } else {
      json.value(value == null ? null : value.toString());
    }
  }
}
