package dev.fkc.contract;

import dev.fkc.document.Excerpt;
import dev.fkc.document.YamlScalar;
import dev.fkc.source.DidYouMean;
import dev.fkc.source.Rule;
import dev.fkc.source.SourceSpan;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A single value of a mapping or a list, read with its type. Every accessor gives null for a wrong
 * type or value, and reports it; no value is turned into another type.
 *
 * @param scalar the value
 * @param path dotted, for reports
 * @param what it is called in messages
 * @param findings where problems go
 */
record ScalarField(YamlScalar scalar, String path, String what, Findings findings) {
  private static final int LONGEST_FOUND = 60;

  /** A word: plain or quoted text; a number, a boolean or a date is refused. */
  @Nullable String token() {
    if (scalar.type() != YamlScalar.Type.TEXT) {
      badType("a word, in quotes if it looks like a number");
      return null;
    }
    return scalar.text();
  }

  /** A word of a closed set; an unknown one is reported under the given rule. */
  <T> @Nullable T word(
      Rule rule, String owner, Collection<String> tokens, Function<String, Optional<T>> lookup) {
    String token = token();
    if (token == null) {
      return null;
    }
    Optional<T> value = lookup.apply(token);
    if (value.isEmpty()) {
      String found = Excerpt.of(token);
      findings.add(
          findings
              .problem(rule, scalar.span(), path, owner + " has the unknown word " + found)
              .withFound(found)
              .withExpected(String.join(", ", tokens))
              .withHelp(DidYouMean.help(token, tokens)));
    }
    return value.orElse(null);
  }

  /** A boolean, or the default where it is none. */
  boolean flag(boolean otherwise) {
    if (scalar.type() != YamlScalar.Type.BOOLEAN) {
      badType("true or false");
      return otherwise;
    }
    return scalar.text().equals("true");
  }

  /** A whole number in a range. */
  @Nullable Integer integer(int min, int max) {
    if (scalar.type() != YamlScalar.Type.INTEGER) {
      badType("a whole number");
      return null;
    }
    Long value = parseInteger(scalar.text());
    if (value == null || value < min || value > max) {
      outOfRange(min + " to " + max);
      return null;
    }
    return value.intValue();
  }

  /** A number that is not negative; infinities and NaN are refused. */
  @Nullable Double bound() {
    boolean integer = scalar.type() == YamlScalar.Type.INTEGER;
    if (!integer && scalar.type() != YamlScalar.Type.FLOAT) {
      badType("a number or ~");
      return null;
    }
    Long whole = integer ? parseInteger(scalar.text()) : null;
    double value = whole != null ? whole : parseReal(scalar.text());
    if (!(value >= 0) || Double.isInfinite(value)) {
      outOfRange("a finite number, 0 or more");
      return null;
    }
    return value;
  }

  private void badType(String expected) {
    String written = scalar.span().text();
    findings.add(
        findings
            .problem(
                Rule.BAD_SCALAR_TYPE,
                scalar.span(),
                path,
                what + " is " + scalar.describe() + ", " + Excerpt.of(scalar.text()))
            .withFound(written.length() > LONGEST_FOUND ? null : written)
            .withExpected(expected));
  }

  private void outOfRange(String expected) {
    String found = Excerpt.of(scalar.text());
    findings.add(
        findings
            .problem(Rule.VALUE_RANGE, scalar.span(), path, what + " is " + found)
            .withFound(found)
            .withExpected(expected));
  }

  /** The place of a stretch of a value's text; the whole value where escapes or folds hide it. */
  static SourceSpan part(YamlScalar scalar, int start, int end) {
    SourceSpan span = scalar.span();
    int from = span.start() + (scalar.plain() ? 0 : 1);
    String source = span.file().text();
    boolean verbatim = source.startsWith(scalar.text(), from);
    if (!verbatim || end > scalar.text().length()) {
      return span;
    }
    return span.file().span(from + start, from + end);
  }

  /** A core-schema integer, or null when it does not fit a long. */
  static @Nullable Long parseInteger(String text) {
    try {
      if (text.startsWith("0x")) {
        return Long.parseLong(text.substring(2), 16);
      }
      if (text.startsWith("0o")) {
        return Long.parseLong(text.substring(2), 8);
      }
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static double parseReal(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }
}
