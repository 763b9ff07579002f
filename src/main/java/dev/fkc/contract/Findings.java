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
 * Limits#PROBLEMS}. Not thread-safe.
 */
final class Findings {
  private final List<Problem> problems = new ArrayList<>();
  private @Nullable String section;

  /** From here on, problems belong to this section; null for none. */
  void enter(@Nullable String name) {
    section = name;
  }

  /** Adds a problem as it is, unless the file has too many. */
  void add(Problem problem) {
    if (problems.size() < Limits.PROBLEMS) {
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

  int errors() {
    return (int) problems.stream().filter(p -> p.severity() == Problem.Severity.ERROR).count();
  }

  List<Problem> problems() {
    return problems;
  }
}
