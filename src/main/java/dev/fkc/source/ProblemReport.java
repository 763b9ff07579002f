package dev.fkc.source;

import dev.fkc.source.Problem.Severity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a check of some files found, sorted by place, and how much was checked. Renders as text for
 * people, as JSON, and as SARIF 2.1.0 for code hosts. Immutable.
 *
 * @param problems sorted by place; what two stages found alike is there once
 * @param files how many files were read
 * @param sections how many kernel sections they have
 * @param registrable how many of those are registrable
 * @param keys how many dispatch keys they give after fan-out
 */
public record ProblemReport(
    List<Problem> problems, int files, int sections, int registrable, int keys) {

  /** A problem is the same when its rule, its place and its message are. */
  private record Identity(String code, SourceSpan span, String message) {}

  public ProblemReport {
    List<Problem> unique = new ArrayList<>();
    Set<Identity> seen = new HashSet<>();
    for (Problem problem : problems) {
      if (seen.add(new Identity(problem.code(), problem.span(), problem.message()))) {
        unique.add(problem);
      }
    }
    unique.sort(Comparator.comparing(Problem::span).thenComparing(Problem::code));
    problems = List.copyOf(unique);
  }

  /** The same report without notes, which are shown on request only. */
  public ProblemReport withoutNotes() {
    return with(problems.stream().filter(p -> p.severity() != Severity.NOTE).toList());
  }

  /** The same report with every warning counted as an error. */
  public ProblemReport strict() {
    return with(
        problems.stream()
            .map(p -> p.severity() == Severity.WARNING ? p.as(Severity.ERROR) : p)
            .toList());
  }

  private ProblemReport with(List<Problem> others) {
    return new ProblemReport(others, files, sections, registrable, keys);
  }

  /** How many errors there are. */
  public int errors() {
    return count(Severity.ERROR);
  }

  /** How many warnings there are. */
  public int warnings() {
    return count(Severity.WARNING);
  }

  private int count(Severity severity) {
    return (int) problems.stream().filter(p -> p.severity() == severity).count();
  }

  /** The problems for people, a blank line between two, and the summary line last. */
  public String text() {
    StringBuilder out = new StringBuilder();
    for (Problem problem : problems) {
      out.append(ProblemPrinter.print(problem)).append("\n\n");
    }
    return out.append(summary()).append('\n').toString();
  }

  /** One line: how much was checked and what was found. */
  public String summary() {
    return counted(files, "file")
        + ", "
        + counted(sections, "section")
        + " ("
        + registrable
        + " registrable), "
        + counted(keys, "key")
        + ": "
        + counted(errors(), "error")
        + ", "
        + counted(warnings(), "warning");
  }

  private static String counted(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  /**
   * {@code {"problems": [..], "summary": {..}}}. Each problem has code, severity, file, line,
   * column, end_line, end_column, message, section, field, found, expected, help and related; lines
   * and columns are 1-based, columns count UTF-16 units, the end lies behind the last one. What
   * does not apply is null.
   */
  public String json() {
    JsonWriter json = new JsonWriter();
    json.beginObject().name("problems").beginArray();
    for (Problem problem : problems) {
      json.beginObject();
      json.name("code").value(problem.code());
      json.name("severity").value(word(problem.severity()));
      place(json, problem.span());
      json.name("message").value(problem.message());
      json.name("section").value(problem.section());
      json.name("field").value(problem.field());
      json.name("found").value(problem.found());
      json.name("expected").value(problem.expected());
      json.name("help").value(problem.help());
      json.name("related").beginArray();
      for (Problem.Related related : problem.related()) {
        json.beginObject();
        place(json, related.span());
        json.name("message").value(related.message());
        json.endObject();
      }
      json.endArray();
      json.endObject();
    }
    json.endArray().name("summary").beginObject();
    json.name("files").value(files);
    json.name("sections").value(sections);
    json.name("registrable").value(registrable);
    json.name("keys").value(keys);
    json.name("errors").value(errors());
    json.name("warnings").value(warnings());
    return json.endObject().endObject().toString();
  }

  /**
   * A SARIF 2.1.0 log with one run.
   *
   * @param toolVersion the program's version, or null
   */
  public String sarif(@Nullable String toolVersion) {
    return SarifLog.write(problems, toolVersion);
  }

  static void place(JsonWriter json, SourceSpan span) {
    json.name("file").value(span.file().name());
    json.name("line").value(span.line());
    json.name("column").value(span.column());
    json.name("end_line").value(span.endLine());
    json.name("end_column").value(span.endColumn());
  }

  private static String word(Severity severity) {
    return severity.name().toLowerCase(Locale.ROOT);
  }

  /** A report of problems alone, where nothing was counted. */
  public static ProblemReport of(Collection<Problem> problems) {
    return new ProblemReport(List.copyOf(problems), 0, 0, 0, 0);
  }
}
