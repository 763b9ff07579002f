package dev.fkc.source;

import org.jspecify.annotations.Nullable;

/**
 * Writes JSON text, two blanks per level, members in the order of the calls. Not thread-safe.
 *
 * <p>A value follows either the opening of an array or a {@link #name}.
 */
public final class JsonWriter {
  private final StringBuilder out = new StringBuilder();
  private int depth;
  private boolean first = true;
  private boolean named;

  /** A writer of an empty text. */
  public JsonWriter() {}

  /** Opens an object. */
  public JsonWriter beginObject() {
    return open('{');
  }

  /** Closes an object. */
  public JsonWriter endObject() {
    return close('}');
  }

  /** Opens an array. */
  public JsonWriter beginArray() {
    return open('[');
  }

  /** Closes an array. */
  public JsonWriter endArray() {
    return close(']');
  }

  /** The name of the member whose value comes next. */
  public JsonWriter name(String name) {
    separate();
    string(name);
    out.append(": ");
    named = true;
    return this;
  }

  /** A string, or null. */
  public JsonWriter value(@Nullable String value) {
    separate();
    if (value == null) {
      out.append("null");
    } else {
      string(value);
    }
    return this;
  }

  /** A whole number. */
  public JsonWriter value(long value) {
    separate();
    out.append(value);
    return this;
  }

  /** A number; JSON has no infinities and no NaN: they are null. */
  public JsonWriter value(double value) {
    separate();
    out.append(Double.isFinite(value) ? Double.toString(value) : "null");
    return this;
  }

  /** A boolean. */
  public JsonWriter value(boolean value) {
    separate();
    out.append(value);
    return this;
  }

  /** The text so far. */
  @Override
  public String toString() {
    return out.toString();
  }

  private JsonWriter open(char bracket) {
    separate();
    out.append(bracket);
    depth++;
    first = true;
    return this;
  }

  private JsonWriter close(char bracket) {
    depth--;
    if (!first) {
      newLine();
    }
    out.append(bracket);
    first = false;
    return this;
  }

  private void separate() {
    if (named) {
      named = false;
      return;
    }
    if (!first) {
      out.append(',');
    }
    if (depth > 0) {
      newLine();
    }
    first = false;
  }

  private void newLine() {
    out.append('\n').append("  ".repeat(depth));
  }

  private void string(String value) {
    out.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < 0x20 || c == 0x7F || Character.isSurrogate(c) && !isPaired(value, i)) {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  private static boolean isPaired(String text, int at) {
    char c = text.charAt(at);
    return Character.isHighSurrogate(c)
        ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
        : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
  }
}
