package dev.fkc.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.fkc.source.ContractException;
import dev.fkc.source.Problem;
import dev.fkc.source.SourceFile;
import dev.fkc.type.BackendId;
import dev.fkc.type.DType;
import dev.fkc.type.Determinism;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContractReaderTest {
  private static KernelContract only(String text, String kernel) {
    ContractSet set = Samples.read(text);
    assertThat(set.problems()).isEmpty();
    return set.contracts().stream()
        .filter(c -> c.kernel().equals(kernel))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everyKindOfFieldIsTyped() {
    KernelContract blend = only(Samples.ALL, "blend");
    TensorDescriptor w = blend.inputs().get(0);
    assertThat(w.rank()).isEqualTo(new Rank(1, 3));
    assertThat(w.shapeConstraints())
        .containsExactly(
            new ShapeConstraint.RankIs(new Rank(1, 3)),
            new ShapeConstraint.Divisible(
                CostExpression.parse("dim[-1]"), CostExpression.parse("32")),
            new ShapeConstraint.Prose("words for people"));
    assertThat(w.fdx().requiresExt()).isTrue();
    assertThat(w.fdx().symbolicExtent()).isEqualTo(FdxFacts.SymbolicExtent.REQUIRED);
    assertThat(w.fdx().extentKind()).isEqualTo(FdxFacts.ExtentKind.RANGE);
    assertThat(w.fdx().quant().family()).isEqualTo(FdxFacts.QuantFamily.GGML_BLOCK);
    assertThat(w.fdx().quant().ggmlDtype()).isEqualTo("Q4_0");
    assertThat(w.fdx().quant().scaleOperand()).isNull();
    assertThat(blend.backend()).as("inherited").isEqualTo(BackendId.VULKAN);
    assertThat(blend.kernelSource()).isEqualTo("sample");
    assertThat(blend.cost().provenance()).isEqualTo(CostBlock.Provenance.DECLARED);
    assertThat(blend.cost().overheadNanos().evaluate(s -> 0)).isEqualTo(100);
    assertThat(blend.cost().bytesMoved()).isNull();
    assertThat(blend.determinism()).isEqualTo(Determinism.NONDETERMINISTIC);
    assertThat(blend.outputs().get(0).dtypeRule()).isEqualTo(new DtypeRule.Fixed(DType.F32));
    assertThat(blend.identity().backend()).as("not the section's own").isEmpty();
    assertThat(blend.identity().inputs().get(0).quant()).isEqualTo("GGML_BLOCK|Q4_0||weight|");
    assertThat(blend.identity().inputs().get(0).layout()).isEqualTo("required||||");
    assertThat(blend.fields().of("cost.overhead_ns").text()).isEqualTo("100");
    assertThat(blend.span().text()).startsWith("kernel: blend").endsWith("nondeterministic");
  }

  @Test
  void describeOnlySectionsAreListedWithoutOpAndInputs() {
    KernelContract sketch = only(Samples.ALL, "sketch");
    assertThat(sketch.registrable()).isFalse();
    assertThat(sketch.op()).isNull();
    assertThat(sketch.inputs()).isEmpty();
    String wrong = Samples.with("inputs: []", "inputs: [{ name: a, dtypes: [F33] }]");
    assertThat(Samples.read(wrong).problems())
        .extracting(Problem::code)
        .contains("FKC-UNKNOWN-DTYPE");
  }

  @Test
  void describeOnlySectionsOfOwnOpsMayHaveOtherParameters() {
    String text =
        Samples.with("op_kind: Flip", "registrable: false\nop_kind: Flip")
            .replace("axis: { kind: usize }", "axes: { kind: \"Vec<usize>\" }")
            .replace("variant: Flip", "variant: FlipMany");
    assertThat(Samples.read(text).problems()).isEmpty();
  }

  @Test
  void authoredHashesAreUnsigned() {
    String text = Samples.with("hash: auto", "hash: \"0xFFFFFFFFFFFFFFFF\"");
    assertThat(only(text, "flip").authoredRevision()).isEqualTo(-1L);
    assertThat(only(Samples.with("hash: auto", "hash: \"1f\""), "flip").authoredRevision())
        .isEqualTo(31L);
  }

  @Test
  void faultyFieldDoesNotHideTheOtherProblemsOfItsFileOrOthers() {
    String text =
        Samples.with("op_kind: Flip", "op_kind: Flip it")
            .replace("family: GGML_BLOCK", "family: GGML")
            .replace("max_ulp: 1", "max_relative: 1\n  max_ulp: one");
    SourceFile other = SourceFile.of("a.fkc.md", "no front matter");
    List<Problem> problems = ContractReader.read(List.of(Samples.file(text), other)).problems();
    assertThat(problems)
        .extracting(Problem::code)
        .containsExactly(
            "FKC-FRONT-MATTER-MISSING",
            "FKC-OP-NAME",
            "FKC-UNKNOWN-QUANT-WORD",
            "FKC-BAD-SCALAR-TYPE");
    assertThat(problems).extracting(p -> p.span().file().name()).isSorted();
    assertThat(problems.get(1).section()).isEqualTo("flip");
    assertThat(problems.get(2).field()).isEqualTo("accept.inputs[0].fdx.quant.family");
  }

  @Test
  void ruleErrorsLeaveTheRecordForListsAndRefuseTheImport() {
    ContractSet set =
        Samples.read(Samples.with("awkward_layout_strategy: handles_strided", "in_place: false"));
    assertThat(set.contracts()).hasSize(3);
    assertThatExceptionOfType(ContractException.class)
        .isThrownBy(set::orThrow)
        .satisfies(e -> assertThat(e.problems()).isEqualTo(set.problems()))
        .withMessageContaining("FKC-STRATEGY-LAYOUT-MISMATCH");
  }

  @Test
  void providerDefaultsReachTheFolderTreeAndTheNearestWins() {
    SourceFile top =
        SourceFile.of(
            "k/_provider.fkc.md",
            "---\nfkc_version: 1\nprovider: { name: p, backend: Cpu, kernel_source: top }\n---\n");
    SourceFile deep =
        SourceFile.of(
            "k/deep/_provider.fkc.md",
            "---\nprovider: { name: q, kernel_source: deep, revision_base: r }\n---\n");
    String body = Samples.SKETCH;
    SourceFile a = SourceFile.of("k/a.fkc.md", "---\nfkc_version: 1\n---\n" + body);
    SourceFile b = SourceFile.of("k/deep/b.fkc.md", "---\nfkc_version: 1\n---\n" + body);
    SourceFile c =
        SourceFile.of(
            "k/deep/x/c.fkc.md", "---\nfkc_version: 1\nprovider: { name: own }\n---\n" + body);
    SourceFile outside = SourceFile.of("kk/d.fkc.md", "---\nfkc_version: 1\n---\n" + body);
    ContractSet set = ContractReader.read(List.of(c, outside, b, a, deep, top));
    assertThat(set.contracts())
        .extracting(k -> k.provider().name() + " " + k.backend() + " " + k.kernelSource())
        .containsExactly("p Cpu top", "q Cpu deep", "own Cpu deep");
    assertThat(set.problems()).extracting(Problem::code).containsOnly("FKC-MISSING-FIELD");
    assertThat(set.problems()).extracting(p -> p.span().file().name()).containsOnly("kk/d.fkc.md");
    assertThat(set.contracts().get(1).provider().span().file()).isEqualTo(deep);
  }

  @Test
  void foldersAreSearchedInSortedOrderAndFilesLoadedOnce(@TempDir Path folder) throws IOException {
    Files.createDirectories(folder.resolve("b/c"));
    for (String name : List.of("b/c/z.fkc.md", "a.fkc.md", "b/y.fkc.md", "b/notes.md")) {
      Files.writeString(folder.resolve(name), Samples.FRONT + Samples.SKETCH);
    }
    ContractSources sources =
        ContractSources.load(List.of(folder.resolve("b/y.fkc.md"), folder, folder.resolve("b")));
    assertThat(sources.problems()).isEmpty();
    assertThat(sources.files())
        .extracting(
            f ->
                folder.toString().length() + 1 < f.name().length()
                    ? f.name().substring(folder.toString().length() + 1)
                    : f.name())
        .containsExactly("a.fkc.md", "b/c/z.fkc.md", "b/y.fkc.md");
  }

  @Test
  void fileGivenAloneStillGetsTheDefaultsAboveIt(@TempDir Path folder) throws IOException {
    Path deep = Files.createDirectories(folder.resolve("a/b"));
    Files.writeString(folder.resolve("a/_provider.fkc.md"), Samples.FRONT);
    Path file = deep.resolve("x.fkc.md");
    Files.writeString(file, "---\nfkc_version: 1\n---\n" + Samples.SKETCH);
    for (Path given : List.of(file, deep)) {
      ContractSet set = ContractReader.read(ContractSources.load(List.of(given)));
      assertThat(set.problems()).isEmpty();
      assertThat(set.files()).as("what was asked for").hasSize(1);
      assertThat(set.contracts().get(0).provider().name()).isEqualTo("sample-kernels");
    }
    assertThat(ContractReader.read(ContractSources.load(List.of(folder))).files()).hasSize(2);
  }

  @Test
  void optionalVariadicAndFusedAreKept() {
    String text =
        Samples.with(Samples.FRONT + Samples.BLEND, "op_kind: Blend", "fused_op: BLEND")
            .replace("- name: s\n", "- name: s\n      optional: true\n      variadic: true\n");
    KernelContract blend = only(text, "blend");
    assertThat(blend.fused()).isTrue();
    assertThat(blend.op().name()).isEqualTo("BLEND");
    assertThat(blend.inputs().get(1).optional()).isTrue();
    assertThat(blend.inputs().get(1).variadic()).isTrue();
  }

  @Test
  void roleNamedYNeedsNoQuotes() {
    String text = Samples.with("name: s\n", "name: y\n");
    assertThat(only(text, "blend").inputs().get(1).name()).isEqualTo("y");
  }

  @Test
  void aThousandSectionsReadWithinSeconds() {
    List<SourceFile> files = new ArrayList<>();
    for (int file = 0; file < 100; file++) {
      StringBuilder text = new StringBuilder(Samples.FRONT);
      for (int i = 0; i < 10; i++) {
        text.append(Samples.FLIP.replace("kernel: flip", "kernel: flip" + i));
      }
      files.add(SourceFile.of("f" + file + ".fkc.md", text.toString()));
    }
    ContractReader.read(files);
    long start = System.nanoTime();
    ContractSet set = ContractReader.read(files);
    long millis = (System.nanoTime() - start) / 1_000_000;
    assertThat(set.contracts()).hasSize(1000);
    assertThat(set.problems()).isEmpty();
    // 1.5 s on a machine that does nothing else; this one may be busy.
    assertThat(millis).isLessThan(6000);
    System.getLogger("perf").log(System.Logger.Level.DEBUG, millis + " ms for 1,000 sections");
  }

  @Test
  void describeOnlySectionMayPutWordsWhereASymbolBelongs() {
    ContractSet set =
        Samples.read(Samples.with("\"sample::sketch\"", "\"Backend::copy, see the trait\""));
    assertThat(set.problems()).isEmpty();
    assertThat(set.contracts()).hasSize(3);
  }

  @Test
  void aRuleThatACommaCutsOffIsExplained() {
    Problem problem =
        Samples.read(Samples.with("from_params(k)", "from_params(k, w)")).problems().get(0);
    assertThat(problem.code()).isEqualTo("FKC-RULE-SYNTAX");
    assertThat(problem.found()).isEqualTo("'from_params(k'");
    assertThat(problem.help()).contains("comma", "quotes");
  }

  @Test
  void shapesAndLayoutsMayFollowOtherResults() {
    ContractSet set =
        Samples.read(
            Samples.with(
                "    - { name: out, dtype_rule: fixed(F32), shape_rule: from_params(k) }\n",
                "    - { name: out, dtype_rule: fixed(F32), shape_rule: \"reduce(w, dims)\" }\n"
                    + "    - { name: index, dtype_rule: fixed(U32), shape_rule: same_as(out),"
                    + " layout_guarantee: same_as(out) }\n"));
    assertThat(set.problems()).isEmpty();
  }
}
