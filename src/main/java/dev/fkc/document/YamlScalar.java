package dev.fkc.document;

import dev.fkc.source.SourceSpan;
import java.util.regex.Pattern;

/**
 * A single value, kept as text next to the type that the YAML 1.2 core schema gives it.
 *
 * @param text the value; for a quoted one what the quotes hold, escapes resolved
 * @param type its type; a quoted value is always text
 * @param plain whether it stands without quotes
 * @param span where it stands, quotes included
 */
public record YamlScalar(String text, Type type, boolean plain, SourceSpan span)
    implements YamlNode {

  /** The type of a plain value by its look. */
  public enum Type {
    NULL("an empty value"),
    /** {@code true} or {@code false}. */
    BOOLEAN("a boolean"),
    /** {@code True}, {@code FALSE} and the like, which the format does not take for booleans. */
    ODD_BOOLEAN("a boolean in an odd spelling"),
    INTEGER("a number"),
    FLOAT("a number"),
    DATE("a date"),
    TEXT("text");

    private final String description;

    Type(String description) {
      this.description = description;
    }
  }

  private static final Pattern INTEGER =
      Pattern.compile("[-+]?[0-9]{1,400}|0o[0-7]{1,400}|0x[0-9a-fA-F]{1,400}");
  private static final Pattern FLOAT =
      Pattern.compile(
          "[-+]?(\\.[0-9]{1,400}|[0-9]{1,400}(\\.[0-9]{0,400})?)([eE][-+]?[0-9]{1,9})?"
              + "|[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");
  private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt ].*)?");

  /** The type of a plain scalar's text. */
  public static Type typeOf(String text) {
    switch (text) {
      case "", "~", "null", "Null", "NULL":
        return Type.NULL;
      case "true", "false":
        return Type.BOOLEAN;
      case "True", "TRUE", "False", "FALSE":
        return Type.ODD_BOOLEAN;
      default:
        char first = text.charAt(0);
        if (first >= 'A') {
          return Type.TEXT;
        }
        if (INTEGER.matcher(text).matches()) {
          return Type.INTEGER;
        }
        if (FLOAT.matcher(text).matches()) {
          return Type.FLOAT;
        }
        return DATE.matcher(text).matches() ? Type.DATE : Type.TEXT;
    }
  }

  /** Whether it is {@code ~}, {@code null} or nothing at all. */
  public boolean isNull() {
    return type == Type.NULL;
  }

  @Override
  public String describe() {
    return plain ? type.description : "a quoted string";
  }
}
