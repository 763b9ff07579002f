package dev.fkc.contract;

import dev.fkc.document.Limits;
import dev.fkc.source.Problem;
import dev.fkc.source.Rule;
import dev.fkc.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects the problems of one file, and knows which section is being read. Keeps the first {@link
 * Limits#PROBLEMS} errors, and as many others. Not thread-safe.
 */
final class Findings {
  private final List<Problem> problems = new ArrayList<>();
  private int errors;
  private int others;
  private @Nullable String section;

  /** From here on, problems belong to this section; null for none. */
  void enter(@Nullable String name) {
    section = name;
  }

  /** Adds a problem as it is, unless the file has too many of its kind. */
  void add(Problem problem) {
    boolean error = problem.severity() == Problem.Severity.ERROR;
    int count = error ? ++errors : ++others;
    if (count <= Limits.PROBLEMS) {
      problems.add(problem);
    }
  }

  /** Adds a problem of a field of the current section. */
  void add(Rule rule, SourceSpan span, String field, String message) {
    add(problem(rule, span, field, message));
  }

  /** A problem of a field of the current section, to be completed and added. */
  Problem problem(Rule rule, SourceSpan span, @Nullable String field, String message) {
    return Problem.of(rule, span, message).in(section, field);
  }

  /** How many errors there have been, kept or not. */
  int errors() {
    return errors;
  }

  List<Problem> problems() {
    return problems;
  }
}
