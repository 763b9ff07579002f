package dev.fkc.source;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes a problem for people: the place, the rule, the source line with a caret under the
 * offending text, what was found and expected, and what to do.
 */
public final class ProblemPrinter {
  private static final int MAX_LINE = 160;

  private ProblemPrinter() {}

  /** The problem as several lines of text, without a trailing line end. */
  public static String print(Problem problem) {
    StringBuilder out = new StringBuilder(256);
    out.append(problem.span()).append(": ");
    out.append(problem.severity().name().toLowerCase(Locale.ROOT));
    out.append('[').append(problem.code()).append("]: ").append(problem.message());
    excerpt(out, problem.span());
    labelled(out, "in", place(problem));
    labelled(out, "found", problem.found());
    labelled(out, "expected", problem.expected());
    labelled(out, "help", problem.help());
    for (Problem.Related related : problem.related()) {
      out.append('\n').append("  ").append(related.span()).append(": ").append(related.message());
      excerpt(out, related.span());
    }
    return out.toString();
  }

  private static @Nullable String place(Problem problem) {
    if (problem.section() == null) {
      return problem.field();
    }
    return problem.field() == null
        ? "section " + problem.section()
        : "section " + problem.section() + ", " + problem.field();
  }

  private static void labelled(StringBuilder out, String label, @Nullable String value) {
    if (value != null) {
      out.append("\n  ").append(label).append(": ").append(value);
    }
  }

  /** The line of the span's start, tabs kept, cut to a window around the caret when it is long. */
  private static void excerpt(StringBuilder out, SourceSpan span) {
    String line = span.file().line(span.line());
    int from = Math.min(span.column() - 1, line.length());
    int to = span.endLine() == span.line() ? span.endColumn() - 1 : line.length();
    to = Math.max(Math.min(to, line.length()), from);
    int windowStart =
        line.length() <= MAX_LINE ? 0 : Math.max(0, Math.min(from - 20, line.length() - MAX_LINE));
    int windowEnd = Math.min(line.length(), windowStart + MAX_LINE);
    String number = Integer.toString(span.line());
    out.append("\n ").append(number).append(" | ").append(printable(line, windowStart, windowEnd));
    out.append("\n ").append(" ".repeat(number.length())).append(" | ");
    for (int i = windowStart; i < from; i++) {
      char c = line.charAt(i);
      if (!Character.isLowSurrogate(c)) {
        out.append(c == '\t' ? '\t' : ' ');
      }
    }
    int carets = line.codePointCount(from, Math.min(to, windowEnd));
    out.append("^".repeat(Math.max(1, carets)));
  }

  private static String printable(String line, int from, int to) {
    StringBuilder text = new StringBuilder(to - from);
    for (int i = from; i < to; i++) {
      char c = line.charAt(i);
      text.append(Character.isISOControl(c) && c != '\t' ? '\uFFFD' : c);
    }
    return text.toString();
  }
}
