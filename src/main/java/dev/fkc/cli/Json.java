package dev.fkc.cli;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON: maps, lists, strings, numbers, booleans and null, two blanks per level. An empty
 * {@link Optional} is null, enums and other objects are their text.
 */
final class Json {
  private final StringBuilder out = new StringBuilder();

  private Json() {}

  /** A value as text, without a trailing line end. */
  static String text(@Nullable Object value) {
    Json json = new Json();
    json.value(value, "\n");
    return json.out.toString();
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

  private void value(@Nullable Object value, String lineEnd) {
    if (value instanceof Fields fields) {
      object(fields.members, lineEnd);
    } else if (value instanceof List<?> list) {
      array(list, lineEnd);
    } else if (value instanceof Optional<?> optional) {
      value(optional.orElse(null), lineEnd);
    } else if (value == null || value instanceof Number || value instanceof Boolean) {
      out.append(value);
    } else {
      string(value.toString());
    }
  }

  private void object(Map<String, @Nullable Object> members, String lineEnd) {
    String inner = lineEnd + "  ";
    out.append('{');
    Iterator<Map.Entry<String, @Nullable Object>> rest = members.entrySet().iterator();
    while (rest.hasNext()) {
      Map.Entry<String, @Nullable Object> member = rest.next();
      out.append(inner);
      string(member.getKey());
      out.append(": ");
      value(member.getValue(), inner);
      out.append(rest.hasNext() ? "," : lineEnd);
    }
    out.append('}');
  }

  /** Lists of plain values stand on one line. */
  private void array(List<?> list, String lineEnd) {
    boolean flat = list.stream().noneMatch(e -> e instanceof Fields || e instanceof List<?>);
    String inner = flat ? "" : lineEnd + "  ";
    out.append('[');
    Iterator<?> rest = list.iterator();
    while (rest.hasNext()) {
      out.append(inner);
      value(rest.next(), inner);
      out.append(!rest.hasNext() ? flat ? "" : lineEnd : flat ? ", " : ",");
    }
    out.append(']');
  }

  private void string(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < 0x20 || Character.isSurrogate(c) && !isPaired(text, i)) {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  private static boolean isPaired(String text, int i) {
    return Character.isHighSurrogate(text.charAt(i))
        ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
        : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
  }
}
