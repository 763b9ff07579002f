package dev.fkc.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.contract.RuleCases.Case;
import dev.fkc.source.Problem;
import dev.fkc.source.Problem.Severity;
import dev.fkc.source.ProblemPrinter;
import dev.fkc.source.Rule;
import dev.fkc.source.SourceFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule, broken and kept; the cases are named by the rule's code. */
class RuleTest {
  static List<Case> cases() {
    return RuleCases.all();
  }

  private static List<Problem> of(Rule rule, ContractSet set) {
    return set.problems().stream().filter(p -> p.code().equals(rule.code())).toList();
  }

  @Test
  void theSampleKeepsEveryRule() {
    ContractSet set = Samples.read(Samples.ALL);
    assertThat(set.problems().stream().map(ProblemPrinter::print)).isEmpty();
    assertThat(set.contracts()).hasSize(3);
    assertThat(set.sections()).isEqualTo(3);
    assertThat(set.registrable()).isEqualTo(2);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void brokenRuleIsReportedAtItsPlace(Case change) {
    String marked = Samples.with(change.from(), change.broken());
    int start = marked.indexOf('«');
    int end = marked.indexOf('»') - 1;
    ContractSet set = Samples.read(marked.replace("«", "").replace("»", ""));

    List<Problem> found = of(change.rule(), set);
    assertThat(found)
        .as(
            () ->
                "problems of the file: "
                    + set.problems().stream().map(ProblemPrinter::print).toList())
        .isNotEmpty();
    Problem problem = found.get(0);
    if (start >= 0) {
      assertThat(problem.span().start()).as(() -> ProblemPrinter.print(problem)).isEqualTo(start);
      if (end > start && !problem.span().text().endsWith("\n")) {
        assertThat(problem.span().end()).as(() -> ProblemPrinter.print(problem)).isEqualTo(end);
      }
    }
    assertThat(problem.message()).isNotBlank().doesNotContain("\n");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void keptRuleIsNotReported(Case change) {
    assertThat(of(change.rule(), Samples.read(Samples.with(change.from(), change.kept()))))
        .isEmpty();
  }

  @Test
  @Covers(Rule.UNREADABLE_FILE)
  void missingFileIsReportedAndAnEmptyFolderIsNot(@TempDir Path folder) {
    ContractSet set =
        ContractReader.read(ContractSources.load(List.of(folder.resolve("a.fkc.md"))));
    assertThat(set.problems()).extracting(Problem::code).containsExactly("FKC-UNREADABLE-FILE");
    assertThat(ContractReader.read(ContractSources.load(List.of(folder))).problems()).isEmpty();
  }

  @Test
  @Covers(Rule.INVALID_UTF8)
  void badByteIsReportedBehindTheLastGoodCharacter() {
    byte[] good = "---\nké".getBytes(StandardCharsets.UTF_8);
    byte[] bad = Arrays.copyOf(good, good.length + 1);
    bad[good.length] = (byte) 0xFF;
    Problem problem = ContractSources.of("a.fkc.md", bad).problems().get(0);
    assertThat(problem.code()).isEqualTo("FKC-INVALID-UTF8");
    assertThat(problem.span().line()).isEqualTo(2);
    assertThat(problem.span().column()).isEqualTo(3);
    assertThat(problem.found()).isEqualTo("0xFF");
    assertThat(ContractSources.of("a.fkc.md", Arrays.copyOf(good, good.length - 1)).problems())
        .as("a character that the file cuts short")
        .hasSize(1);
    assertThat(ContractSources.of("a.fkc.md", good).problems()).isEmpty();
  }

  @Test
  @Covers(Rule.FILE_TOO_LARGE)
  void fileOverSixteenMebibytesIsNotRead() {
    byte[] text = new byte[(16 << 20) + 1];
    Arrays.fill(text, (byte) 'a');
    ContractSources sources = ContractSources.of("a.fkc.md", text);
    assertThat(sources.files()).isEmpty();
    assertThat(sources.problems()).extracting(Problem::code).containsExactly("FKC-FILE-TOO-LARGE");
    assertThat(ContractSources.of("a.fkc.md", Arrays.copyOf(text, 16 << 20)).problems()).isEmpty();
  }

  @Test
  @Covers(Rule.PROVIDER_FILE_WITH_SECTIONS)
  void providerFileHoldsFrontMatterOnly() {
    SourceFile file = SourceFile.of("x/_provider.fkc.md", Samples.FRONT + Samples.SKETCH);
    Problem problem = ContractReader.read(List.of(file)).problems().get(0);
    assertThat(problem.code()).isEqualTo("FKC-PROVIDER-FILE-WITH-SECTIONS");
    assertThat(problem.span().text()).isEqualTo("## sketch");
    assertThat(
            ContractReader.read(List.of(SourceFile.of("_provider.fkc.md", Samples.FRONT)))
                .problems())
        .isEmpty();
  }

  @Test
  @Covers(Rule.PROVIDER_DISAGREEMENT)
  void filesOfOneProviderMustAgreeAndAbsenceIsADisagreement() {
    SourceFile first = SourceFile.of("a.fkc.md", Samples.FRONT + Samples.FLIP);
    SourceFile absent =
        SourceFile.of(
            "b.fkc.md",
            Samples.with(Samples.FRONT + Samples.SKETCH, "  revision_base: \"r1\"\n", ""));
    SourceFile other =
        SourceFile.of(
            "c.fkc.md",
            Samples.with(Samples.FRONT + Samples.BLEND, "backend: Vulkan", "backend: Cuda"));
    List<Problem> problems = ContractReader.read(List.of(other, absent, first)).problems();
    assertThat(problems)
        .extracting(Problem::code)
        .containsExactly("FKC-PROVIDER-DISAGREEMENT", "FKC-PROVIDER-DISAGREEMENT");
    assertThat(problems.get(0).field()).isEqualTo("provider.revision_base");
    assertThat(problems.get(0).message()).contains("a.fkc.md");
    assertThat(problems.get(0).related().get(0).span()).hasToString("a.fkc.md:8:18");
    assertThat(problems.get(1).span()).hasToString("c.fkc.md:5:12");
    SourceFile another =
        SourceFile.of(
            "d.fkc.md", Samples.with(Samples.FRONT + Samples.BLEND, "sample-kernels", "mine"));
    Problem name = ContractReader.read(List.of(first, another)).problems().get(0);
    assertThat(name.code()).isEqualTo("FKC-PROVIDER-DISAGREEMENT");
    assertThat(name.field()).isEqualTo("provider.name");
    assertThat(name.span()).hasToString("d.fkc.md:4:9");
    SourceFile separate =
        SourceFile.of("d.fkc.md", another.text().replace("sample::LINKS", "mine::LINKS"));
    assertThat(ContractReader.read(List.of(first, separate)).problems()).isEmpty();
  }

  @Test
  void whatAProviderFileSaysIsInheritedWithItsFaults() {
    SourceFile bare = SourceFile.of("k/a.fkc.md", "---\nprovider: {}\n---\n" + Samples.FLIP);
    SourceFile good = SourceFile.of("k/_provider.fkc.md", Samples.FRONT);
    assertThat(ContractReader.read(List.of(bare, good)).problems()).isEmpty();
    SourceFile faulty =
        SourceFile.of("k/_provider.fkc.md", Samples.FRONT.replace("sample-kernels", "12"));
    assertThat(ContractReader.read(List.of(bare, faulty)).problems())
        .extracting(Problem::toString)
        .containsExactly(
            "k/_provider.fkc.md:4:9: error[FKC-BAD-SCALAR-TYPE]: 'name' is a number, '12'");
    assertThat(ContractReader.read(List.of(bare)).problems())
        .extracting(Problem::field)
        .containsExactlyInAnyOrder(
            "fkc_version", "provider.name", "provider.backend", "provider.kernel_source");
  }

  @Test
  void everyRuleHasATest() throws IOException {
    Set<Rule> untested = EnumSet.allOf(Rule.class);
    RuleCases.all().forEach(change -> untested.remove(change.rule()));
    for (Method method : RuleTest.class.getDeclaredMethods()) {
      Covers covers = method.getAnnotation(Covers.class);
      if (covers != null) {
        untested.removeAll(List.of(covers.value()));
      }
    }
    String registryTests = sources(Path.of("src/test/java/dev/fkc/registry"));
    untested.removeIf(
        rule ->
            registryTests.contains("Rule." + rule.name()) || registryTests.contains(rule.code()));
    assertThat(untested).as("rules without a test").isEmpty();
  }

  private static String sources(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(RuleTest::source)
          .collect(Collectors.joining());
    }
  }

  private static String source(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void severitiesSeparateWhatRefusesAnImport() {
    assertThat(Samples.read(Samples.with("backend: Vulkan", "backend: vulkan")).hasErrors())
        .isFalse();
    assertThat(Samples.read(Samples.with("rank: any", "rank: most")).hasErrors()).isTrue();
    assertThat(Stream.of(Rule.values()).filter(r -> r.severity() == Severity.NOTE))
        .containsExactly(Rule.BLURB_DISAGREES, Rule.UNVERIFIED_CLAIM);
  }
}
