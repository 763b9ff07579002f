package dev.fkc.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

  /** A breach of a rule, with the rule's own severity and no more than a message. */
  public static Problem of(Rule rule, SourceSpan span, String message) {
    return new Problem(
        rule.code(), rule.severity(), span, message, null, null, null, null, null, List.of());
  }

  /** The same, within a section and a field. */
  public Problem in(@Nullable String newSection, @Nullable String newField) {
    return new Problem(
        code, severity, span, message, newSection, newField, found, expected, help, related);
  }

  /** The same, with another severity. */
  public Problem as(Severity newSeverity) {
    return new Problem(
        code, newSeverity, span, message, section, field, found, expected, help, related);
  }

  /** The same, with what the text has. */
  public Problem withFound(@Nullable String newFound) {
    return new Problem(
        code, severity, span, message, section, field, newFound, expected, help, related);
  }

  /** The same, with what would be right. */
  public Problem withExpected(@Nullable String newExpected) {
    return new Problem(
        code, severity, span, message, section, field, found, newExpected, help, related);
  }

  /** The same, with what to do. */
  public Problem withHelp(@Nullable String newHelp) {
    return new Problem(
        code, severity, span, message, section, field, found, expected, newHelp, related);
  }

  /** The same, with one more related place. */
  public Problem withRelated(SourceSpan place, String text) {
    List<Related> more = new ArrayList<>(related);
    more.add(new Related(place, text));
    return new Problem(code, severity, span, message, section, field, found, expected, help, more);
  }

  /** One line: {@code file:line:column: error[CODE]: message}. */
  @Override
  public String toString() {
    return span + ": " + severity.name().toLowerCase(Locale.ROOT) + "[" + code + "]: " + message;
  }
}
