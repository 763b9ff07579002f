package dev.fkc.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.fkc.source.Problem;
import dev.fkc.source.ProblemReport;
import dev.fkc.source.SourceFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Text made to exhaust stack, memory or patience ends in problems, quickly. */
class HostileTextTest {
  private static final int MEBI = 1 << 20;

  private static Supplier<String> block(Supplier<String> block) {
    return () -> Samples.FRONT + "## s\n\n```fkc\n" + block.get() + "\n```\n";
  }

  private static String nested(String open, String close, int depth) {
    return open.repeat(depth) + close.repeat(depth);
  }

  private static String indented(int depth) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < depth; i++) {
      text.append(" ".repeat(i)).append("a:\n");
    }
    return text.toString();
  }

  static Stream<Named<Supplier<String>>> texts() {
    return Stream.of(
        Named.of("3,000 nested lists", block(() -> "a: " + nested("[", "]", 3000))),
        Named.of("3,000 nested mappings", block(() -> "a: " + nested("{a: ", "}", 3000))),
        Named.of("3,000 open lists", block(() -> "a: " + "[".repeat(3000))),
        Named.of("100,000 open mappings", block(() -> "{".repeat(100_000))),
        Named.of("1,000 indented levels", block(() -> indented(1000))),
        Named.of("10,000 dashes", block(() -> "- ".repeat(10_000) + "a")),
        Named.of("10,000 explicit keys", block(() -> "? ".repeat(10_000) + "a")),
        Named.of("alias bomb", block(HostileTextTest::bomb)),
        Named.of("alias chain", block(() -> "a: &x b\n" + "c: *x\n".repeat(10_000))),
        Named.of("huge value", block(() -> "kernel: " + "a".repeat(900_000))),
        Named.of("huge key", block(() -> "a".repeat(900_000) + ": 1")),
        Named.of("huge quoted value", block(() -> "kernel: \"" + "\\u0041".repeat(100_000))),
        Named.of("huge block", block(() -> "a: 1\n".repeat(MEBI / 4))),
        Named.of("many keys", block(() -> keys(19_000))),
        Named.of("huge number", block(() -> "authored: " + "9".repeat(60_000))),
        Named.of("deep expression", block(() -> "cost: { flops: \"" + "(".repeat(50_000) + "\" }")),
        Named.of(
            "long expression", block(() -> "cost: { flops: \"1" + "+1".repeat(30_000) + "\" }")),
        Named.of(
            "many brackets in a rule",
            block(
                () ->
                    "return: { outputs: [{ name: o, dtype_rule: \"f("
                        + "(".repeat(60_000)
                        + "\" }] }")),
        Named.of(
            "many semicolons",
            block(
                () ->
                    "accept: { inputs: [{ name: o, shape_constraint: \""
                        + "rank=;".repeat(10_000)
                        + "\" }] }")),
        Named.of("NUL everywhere", () -> "\0".repeat(MEBI)),
        Named.of("lone CR", () -> "\r".repeat(240_000)),
        Named.of("16 MiB of dashes", () -> "- ".repeat(8 * MEBI)),
        Named.of("240,000 list items", () -> "---\n---\n" + "-\n".repeat(240_000)),
        Named.of("nested quotes", () -> "---\n---\n" + (">".repeat(3000) + "\n").repeat(300)),
        Named.of("nested list items", () -> "---\n---\n" + ("- ".repeat(3000) + "\n").repeat(300)),
        Named.of("many fences", () -> "---\n---\n" + "```fkc\n```\n".repeat(100_000)),
        Named.of("many headings", () -> "---\n---\n" + "## a\n".repeat(240_000)),
        Named.of("open fence", () -> "---\n---\n## s\n```fkc\n" + "a\n".repeat(240_000)),
        Named.of("one long line", () -> "---\n---\n" + "#".repeat(8 * MEBI)),
        Named.of("one long paragraph", () -> "---\n---\n" + "[a]: <b\n".repeat(240_000)),
        Named.of(
            "long paragraphs", () -> "---\n---\n" + ("[a]: <b\n".repeat(4_900) + "\n").repeat(45)),
        Named.of("brackets", () -> "---\n---\n" + "[".repeat(2 * MEBI)),
        Named.of("backticks", () -> "---\n---\n" + "`a``b".repeat(240_000)),
        Named.of("HTML", () -> "---\n---\n" + "<div>\n".repeat(240_000)),
        Named.of("long front matter", () -> "---\n" + "a: b\n".repeat(240_000)),
        Named.of("blanks in a heading", () -> "---\n---\n## a" + " ".repeat(2 * MEBI) + "b\n"),
        Named.of("long heading", () -> "---\n---\n## a\n\n" + "## " + "a".repeat(4 * MEBI)),
        Named.of("tabs behind a key", block(() -> "a:" + "\t".repeat(900_000))),
        Named.of("escape beyond Unicode", block(() -> "a: \"\\UFFFFFFFF\"")),
        Named.of("escape just beyond Unicode", block(() -> "a: \"\\U00110000\"")),
        Named.of("ambiguous words", block(() -> "a: [" + "no,".repeat(300_000) + "]")),
        Named.of(
            "blanks in a predicate",
            block(() -> "caps: { fast_paths: [{ when: \"a" + " ".repeat(60_000) + "b\" }] }")),
        Named.of(
            "long explicit key",
            block(
                () ->
                    "accept:\n  op_params:\n    fields:\n      ? "
                        + "k".repeat(60_000)
                        + "\n      : { "
                        + keys(4_000).replace("\n", ", ")
                        + "}")),
        Named.of("lone surrogates", block(() -> "a: \uD83D\nb: \uDE00")));
  }

  private static String bomb() {
    StringBuilder text = new StringBuilder("a0: &a0 [x, x]\n");
    for (int i = 1; i < 30; i++) {
      text.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
    }
    return text.toString();
  }

  private static String keys(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count / 2; i++) {
      text.append('k').append(i).append(": 1\n");
    }
    return text.toString();
  }

  @ParameterizedTest
  @MethodSource("texts")
  void hostileTextEndsInProblemsSoon(Supplier<String> text) {
    SourceFile file = SourceFile.of("f.fkc.md", text.get());
    // A second in practice; the bound leaves room for a busy machine.
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(15),
        () -> {
          ContractSet set = ContractReader.read(List.of(file));
          assertThat(set.hasErrors()).isTrue();
          assertThat(set.problems()).hasSizeLessThanOrEqualTo(2000);
          String report = new ProblemReport(set.problems(), 1, 1, 1, 0).text();
          assertThat(report).hasSizeLessThan(8 * MEBI);
          FormattedFile formatted = ContractFormatter.format(file);
          assertThat(formatted.problems()).hasSizeLessThanOrEqualTo(2000);
        });
  }

  private static List<String> seeds() {
    try {
      List<String> texts = new ArrayList<>();
      for (String path :
          List.of("contracts/vulkan/shape.fkc.md", "contracts/vulkan/select.fkc.md")) {
        texts.add(Files.readString(Path.of(path)));
      }
      texts.add(Samples.ALL);
      return texts;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final List<String> SEEDS = seeds();
  private static final List<String> SPLINTERS =
      List.of(
          "\n",
          "\r",
          "\0",
          "\t",
          " ",
          "- ",
          ": ",
          "[",
          "]",
          "{",
          "}",
          "\"",
          "'",
          "```",
          "~~~",
          "---",
          "## ",
          "&a ",
          "*a",
          "<<: ",
          "!x ",
          "|",
          ">",
          "#",
          "\uD83D\uDE00",
          "\uFEFF",
          "\u00A0",
          "é",
          "fkc",
          "?",
          "%",
          "@",
          "`",
          "<!--",
          "> ",
          "0x",
          "~",
          "\\");

  @Property(tries = 400, shrinking = ShrinkingMode.OFF)
  void mutatedFilesNeverCrashTheReaderAndSpansStayInside(@ForAll Random random) {
    StringBuilder text = new StringBuilder(SEEDS.get(random.nextInt(SEEDS.size())));
    for (int i = random.nextInt(12); i >= 0; i--) {
      int at = random.nextInt(text.length() + 1);
      int end = Math.min(text.length(), at + random.nextInt(20));
      switch (random.nextInt(4)) {
        case 0 -> text.delete(at, end);
        case 1 -> text.insert(at, SPLINTERS.get(random.nextInt(SPLINTERS.size())));
        case 2 -> text.insert(at, text.substring(at, end));
        default -> text.replace(at, end, SPLINTERS.get(random.nextInt(SPLINTERS.size())));
      }
    }
    SourceFile file = SourceFile.of("f.fkc.md", text.toString());
    assertThatCode(
            () -> {
              ContractSet set = ContractReader.read(List.of(file));
              assertThat(new ProblemReport(set.problems(), 1, 1, 1, 0).json()).isNotEmpty();
              for (Problem problem : set.problems()) {
                assertThat(problem.span().line()).isBetween(1, file.lineCount());
              }
              FormattedFile formatted = ContractFormatter.format(file);
              SourceFile again = SourceFile.of("f.fkc.md", formatted.text());
              assertThat(ContractFormatter.format(again).text()).isEqualTo(formatted.text());
            })
        .doesNotThrowAnyException();
  }

  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void mutatedBytesNeverCrashTheLoader(@ForAll Random random) {
    byte[] bytes = SEEDS.get(random.nextInt(SEEDS.size())).getBytes(StandardCharsets.UTF_8);
    for (int i = random.nextInt(8); i >= 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }
    assertThatCode(() -> ContractReader.read(ContractSources.of("f.fkc.md", bytes)))
        .doesNotThrowAnyException();
  }
}
