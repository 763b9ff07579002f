package dev.fkc.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.source.Problem.Severity;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class ProblemReportTest {
  private static final SourceFile FILE =
      SourceFile.of("dir/ä b.fkc.md", "one: \"\uD83D\uDE00\" two\r\n\tthree\r\n");
  private static final Problem WARNING =
      Problem.of(Rule.UNKNOWN_KEY, FILE.span(10, 13), "no key \"two\"\u0007")
          .in("flip", "a.two")
          .withFound("two")
          .withExpected("one")
          .withHelp("did you mean 'one'?");
  private static final Problem ERROR =
      Problem.of(Rule.DUPLICATE_KEY, FILE.span(16, 21), "twice")
          .withRelated(FILE.span(0, 3), "first here");
  private static final Problem NOTE = Problem.of(Rule.BLURB_DISAGREES, FILE.span(0, 3), "differs");

  private static final ProblemReport REPORT =
      new ProblemReport(List.of(ERROR, WARNING, ERROR, NOTE), 1, 2, 1, 7);

  /** JSON is YAML's flow style, so the YAML parser reads it back. */
  private static Object parse(String json) {
    return new Load(LoadSettings.builder().build()).loadFromString(json);
  }

  private static Object at(Object value, Object... path) {
    Object here = value;
    for (Object step : path) {
      here =
          step instanceof Integer index
              ? ((List<?>) here).get(index)
              : ((Map<?, ?>) here).get(step);
    }
    return here;
  }

  @Test
  void problemsAreSortedByPlaceAndEachIsThereOnce() {
    assertThat(REPORT.problems()).containsExactly(NOTE, WARNING, ERROR);
    assertThat(REPORT.errors()).isEqualTo(1);
    assertThat(REPORT.warnings()).isEqualTo(1);
  }

  @Test
  void strictTurnsWarningsIntoErrorsAndLeavesNotes() {
    assertThat(REPORT.strict().errors()).isEqualTo(2);
    assertThat(REPORT.strict().warnings()).isZero();
    assertThat(REPORT.withoutNotes().problems())
        .extracting(Problem::severity)
        .containsExactly(Severity.WARNING, Severity.ERROR);
  }

  @Test
  void textShowsTheLineWithACaretAndEndsWithTheSummary() {
    assertThat(REPORT.withoutNotes().text())
        .isEqualTo(
            """
            dir/ä b.fkc.md:1:11: warning[FKC-UNKNOWN-KEY]: no key "two"\u0007
             1 | one: "\uD83D\uDE00" two
               |          ^^^
              in: section flip, a.two
              found: two
              expected: one
              help: did you mean 'one'?

            dir/ä b.fkc.md:2:2: error[FKC-DUPLICATE-KEY]: twice
             2 | \tthree
               | \t^^^^^
              dir/ä b.fkc.md:1:1: first here
             1 | one: "\uD83D\uDE00" two
               | ^^^

            1 file, 2 sections (1 registrable), 7 keys: 1 error, 1 warning
            """);
  }

  @Test
  void jsonHasEveryFieldAndTheSummaryLast() {
    String json = REPORT.json();
    Object root = parse(json);
    assertThat(at(root, "problems", 1, "code")).isEqualTo("FKC-UNKNOWN-KEY");
    assertThat(at(root, "problems", 1, "severity")).isEqualTo("warning");
    assertThat(at(root, "problems", 1, "file")).isEqualTo("dir/ä b.fkc.md");
    assertThat(at(root, "problems", 1, "line")).isEqualTo(1);
    assertThat(at(root, "problems", 1, "column")).isEqualTo(11);
    assertThat(at(root, "problems", 1, "end_column")).isEqualTo(14);
    assertThat(at(root, "problems", 1, "message")).isEqualTo("no key \"two\"\u0007");
    assertThat(at(root, "problems", 1, "section")).isEqualTo("flip");
    assertThat(at(root, "problems", 2, "help")).isNull();
    assertThat(at(root, "problems", 2, "related", 0, "message")).isEqualTo("first here");
    assertThat(at(root, "summary", "keys")).isEqualTo(7);
    assertThat(at(root, "summary", "registrable")).isEqualTo(1);
    assertThat(json.lastIndexOf("\"summary\"")).isGreaterThan(json.lastIndexOf("\"problems\""));
  }

  @Test
  void sarifPointsAtTheRegionInUtf16ColumnsAndDescribesItsRules() {
    Object run = at(parse(REPORT.sarif("1.2")), "runs", 0);
    assertThat(at(parse(REPORT.sarif(null)), "version")).isEqualTo("2.1.0");
    assertThat(at(run, "columnKind")).isEqualTo("utf16CodeUnits");
    assertThat(at(run, "tool", "driver", "version")).isEqualTo("1.2");
    assertThat((List<?>) at(run, "tool", "driver", "rules")).hasSize(3);
    Object result = at(run, "results", 1);
    assertThat(at(result, "ruleId")).isEqualTo("FKC-UNKNOWN-KEY");
    assertThat(at(run, "tool", "driver", "rules", at(result, "ruleIndex"), "id"))
        .isEqualTo("FKC-UNKNOWN-KEY");
    assertThat(at(result, "level")).isEqualTo("warning");
    Object place = at(result, "locations", 0, "physicalLocation");
    assertThat(at(place, "artifactLocation", "uri")).isEqualTo("dir/%C3%A4%20b.fkc.md");
    assertThat(at(place, "region", "startLine")).isEqualTo(1);
    assertThat(at(place, "region", "startColumn")).isEqualTo(11);
    assertThat(at(place, "region", "endColumn")).isEqualTo(14);
    assertThat(at(run, "results", 2, "relatedLocations", 0, "message", "text"))
        .isEqualTo("first here");
  }

  @Test
  void absolutePathsBecomeFileUris() {
    SourceFile file = SourceFile.of("/tmp/a b.fkc.md", "x");
    ProblemReport report =
        ProblemReport.of(List.of(Problem.of(Rule.YAML_TAB, file.span(0, 1), "x")));
    assertThat(
            at(
                parse(report.sarif(null)),
                "runs",
                0,
                "results",
                0,
                "locations",
                0,
                "physicalLocation",
                "artifactLocation",
                "uri"))
        .isEqualTo("file:///tmp/a%20b.fkc.md");
  }

  @Test
  void loneSurrogatesAndControlCharactersAreEscapedInJson() {
    assertThat(new JsonWriter().value("a\uD83Db\u0001\"\\\n").toString())
        .isEqualTo("\"a\\ud83db\\u0001\\\"\\\\\\n\"");
    assertThat(new JsonWriter().beginObject().endObject().toString()).isEqualTo("{}");
    assertThat(new JsonWriter().beginArray().value(1).value(true).endArray().toString())
        .isEqualTo("[\n  1,\n  true\n]");
  }
}
