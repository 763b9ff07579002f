package dev.fkc.source;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong, or doubtful, at a place in a file. Immutable.
 *
 * @param code the stable code of the rule, {@code FKC-...}
 * @param severity what it means for an import
 * @param span the offending text
 * @param message what is wrong, one line, no trailing full stop
 * @param section the kernel section it lies in, or null outside one
 * @param field the dotted path of the field, {@code accept.inputs[0].dtypes}, or null
 * @param found what the text has there, or null
 * @param expected what would be right there, or null
 * @param help what to do about it ("did you mean ..."), or null
 * @param related other places that belong to it, such as the first of two duplicates
 */
public record Problem(
    String code,
    Severity severity,
    SourceSpan span,
    String message,
    @Nullable String section,
    @Nullable String field,
    @Nullable String found,
    @Nullable String expected,
    @Nullable String help,
    List<Related> related) {

  /** How much a problem matters. */
  public enum Severity {
    /** The import is refused. */
    ERROR,
    /** The import goes on; the author should look. */
    WARNING,
    /** Shown on request only. */
    NOTE
  }

  /**
   * Another place that a problem speaks of.
   *
   * @param span the place
   * @param message what it is, such as "first defined here"
   */
  public record Related(SourceSpan span, String message) {}

  public Problem {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(severity, "severity");
    Objects.requireNonNull(span, "span");
    Objects.requireNonNull(message, "message");
    related = List.copyOf(related);
  }

  /** One line: {@code file:line:column: error[CODE]: message}. */
  @Override
  public String toString() {
    return span
        + ": "
        + severity.name().toLowerCase(java.util.Locale.ROOT)
        + "["
        + code
        + "]: "
        + message;
  }
}
