package dev.fkc.registry;

import static dev.fkc.registry.ContractFixture.section;
import static dev.fkc.registry.ContractFixture.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import dev.fkc.contract.AwkwardLayoutStrategy;
import dev.fkc.contract.ContractFile;
import dev.fkc.contract.ContractSet;
import dev.fkc.contract.FdxFacts;
import dev.fkc.contract.KernelContract;
import dev.fkc.source.ContractException;
import dev.fkc.source.Problem;
import dev.fkc.source.Rule;
import dev.fkc.type.BackendId;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

class KernelRegistryTest {
  private static final Kernel ONE = () -> "one";
  private static final Kernel TWO = () -> "two";

  private static final LinkRegistry LINKS =
      LinkRegistry.builder(ContractFixture.LINKS)
          .bind("p::gather_f32", ONE)
          .bind("p::gather_f16", ONE)
          .bind("p::gather2_f32", TWO)
          .bind("p::gather2_f16", TWO)
          .bind("p::again_f32", ONE)
          .bind("p::again_f16", ONE)
          .build();

  private static ContractFixture gather(String kernel) {
    return section(kernel, OpKind.GATHER)
        .input("source", DType.F32, DType.F16)
        .input("indices", DType.U32)
        .passthrough("source");
  }

  private static BindingKey key(DType... dtypes) {
    return BindingKey.of(OpKind.GATHER, List.of(dtypes), BackendId.VULKAN);
  }

  private static KernelRegistry registry(ContractFixture... sections) {
    KernelRegistry.Builder builder = KernelRegistry.builder();
    builder.importContracts(set(sections), List.of(LINKS));
    return builder.build();
  }

  private static List<Problem> refused(KernelRegistry.Builder builder, ContractSet contracts) {
    ContractException refusal =
        catchThrowableOfType(
            ContractException.class, () -> builder.importContracts(contracts, List.of(LINKS)));
    assertThat(refusal).isNotNull();
    return refusal.problems();
  }

  @Test
  void importMakesEveryVariantAvailable() {
    KernelRegistry registry = registry(gather("gather"));
    assertThat(registry.keys())
        .containsExactly(
            key(DType.F32, DType.U32, DType.F32), key(DType.F16, DType.U32, DType.F16));
    BindingEntry entry = registry.lookup(key(DType.F16, DType.U32, DType.F16)).get(0);
    assertThat(entry.kernel()).isSameAs(ONE);
    assertThat(entry.entryPoint()).isEqualTo("p::gather_f16");
    assertThat(entry.kernelSource()).isEqualTo("test");
    assertThat(entry.span()).hasToString("gather.fkc.md:1:1");
    assertThat(entry.revisionText()).hasSize(16);
  }

  @Test
  void lookupByPartsFindsWhatLookupByKeyFinds() {
    KernelRegistry registry = registry(gather("gather"));
    List<DType> dtypes = List.of(DType.F16, DType.U32, DType.F16);
    assertThat(registry.lookup(OpKind.GATHER, dtypes, BackendId.VULKAN))
        .isSameAs(registry.lookup(key(DType.F16, DType.U32, DType.F16)));
    assertThat(registry.find(OpKind.GATHER, dtypes, BackendId.CPU)).isEmpty();
  }

  @Test
  void differentKernelsUnderOneKeyAreSiblingsInOrder() {
    KernelRegistry registry = registry(gather("gather2"), gather("gather"));
    assertThat(registry.lookup(key(DType.F32, DType.U32, DType.F32)))
        .extracting(BindingEntry::kernel)
        .containsExactly(TWO, ONE);
    assertThat(registry.entries())
        .extracting(BindingEntry::entryPoint)
        .containsExactly("p::gather2_f32", "p::gather2_f16", "p::gather_f32", "p::gather_f16");
  }

  @Test
  void sameKernelUnderOneKeyIsADuplicateThatNamesBothPlaces() {
    List<Problem> problems =
        refused(KernelRegistry.builder(), set(gather("gather"), gather("again")));
    assertThat(problems).hasSize(1);
    Problem problem = problems.get(0);
    assertThat(problem.code()).isEqualTo(Rule.DUPLICATE_KERNEL.code());
    assertThat(problem.span()).hasToString("again.fkc.md:2:1");
    assertThat(problem.related().get(0).span()).hasToString("gather.fkc.md:2:1");
    assertThat(problem.message()).contains("(Gather, [F32, U32, F32], Vulkan) and 1 more");
  }

  @Test
  void duplicatesAreFoundAcrossImports() {
    KernelRegistry.Builder builder = registry(gather("gather")).toBuilder();
    assertThat(refused(builder, set(gather("again"))))
        .extracting(Problem::code)
        .containsExactly(Rule.DUPLICATE_KERNEL.code());
  }

  @Test
  void oneErrorKeepsEverythingOutAndAllErrorsAreReported() {
    KernelRegistry.Builder builder = registry(gather("gather2")).toBuilder();
    List<Problem> problems =
        refused(
            builder,
            set(
                gather("gather"),
                gather("missing"),
                section("add", new OpKind("Add"))
                    .input("a", DType.F32, DType.F64)
                    .input("b", DType.F64, DType.F32)
                    .passthrough("a")));
    assertThat(problems)
        .extracting(Problem::code)
        .containsExactly(
            Rule.FANOUT_DTYPE_MISMATCH.code(),
            Rule.UNKNOWN_ENTRY_POINT.code(),
            Rule.UNKNOWN_ENTRY_POINT.code());
    assertThat(builder.build().entries()).hasSize(2);
    builder.importContracts(set(gather("gather")), List.of(LINKS));
    assertThat(builder.build().entries()).hasSize(4);
  }

  @Test
  void problemsOfReadingCount() {
    ContractSet good = set(gather("gather"));
    Problem bad =
        new Problem(
            "FKC-X",
            Problem.Severity.ERROR,
            gather("gather").span(),
            "bad",
            null,
            null,
            null,
            null,
            null,
            List.of());
    KernelRegistry.Builder builder = KernelRegistry.builder();
    assertThat(refused(builder, new ContractSet(good.files(), List.of(bad)))).contains(bad);
    assertThat(builder.build().entries()).isEmpty();
  }

  @Test
  void whatReadingReportedIsNotReportedAgain() {
    KernelContract contract =
        section("gather", OpKind.GATHER)
            .quantized("x", FdxFacts.QuantFamily.MX, DType.F8E4M3)
            .fixed(DType.F32)
            .contract();
    Problem reported =
        Problem.of(Rule.NOT_YET_REGISTRABLE, contract.span(), "MX cannot be registered yet")
            .in("gather", "accept.inputs[0].fdx.quant.family");
    ContractFile file = new ContractFile(contract.span().file(), null, 1, 1, List.of(contract));
    assertThat(refused(KernelRegistry.builder(), new ContractSet(List.of(file), List.of(reported))))
        .containsExactly(reported);
  }

  @Test
  void unknownSymbolNamesSymbolSectionAndTheClosestOne() {
    Problem problem = refused(KernelRegistry.builder(), set(gather("gathr"))).get(0);
    assertThat(problem.code()).isEqualTo(Rule.UNKNOWN_ENTRY_POINT.code());
    assertThat(problem.message())
        .isEqualTo("symbol p::gathr_f32 of section gathr is not in link registry p::ENTRY_POINTS");
    assertThat(problem.help()).isEqualTo("did you mean 'p::gather_f32'?");
  }

  @Test
  void missingLinkRegistryIsSaidOncePerSection() {
    assertThat(refused(KernelRegistry.builder(), set(gather("gather").linkedBy("p::ENTRY_POINT"))))
        .extracting(Problem::code, Problem::help)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(
                Rule.UNKNOWN_ENTRY_POINT.code(), "did you mean 'p::ENTRY_POINTS'?"));
    assertThat(refused(KernelRegistry.builder(), set(gather("gather").linkedBy(null))))
        .extracting(Problem::message)
        .containsExactly("symbol p::gather cannot resolve: its provider declares no link registry");
  }

  @Test
  void quantizationsWithoutKernelsDoNotRegister() {
    assertThat(
            refused(
                KernelRegistry.builder(),
                set(
                    section("gather", OpKind.GATHER)
                        .quantized("x", FdxFacts.QuantFamily.MX, DType.F8E4M3)
                        .fixed(DType.F32))))
        .extracting(Problem::code)
        .containsExactly(Rule.NOT_YET_REGISTRABLE.code());
  }

  @Test
  void describeOnlySectionsRegisterNothing() {
    assertThat(registry(gather("gather").describeOnly()).entries()).isEmpty();
  }

  @Test
  void missesSayWhichKeysExistAndWhatDiffers() {
    KernelRegistry registry = registry(gather("gather"));
    assertThatThrownBy(() -> registry.lookup(key(DType.F16, DType.I64, DType.F16)))
        .isInstanceOf(NoBindingException.class)
        .hasMessage(
            "no kernel is registered under (Gather, [F16, I64, F16], Vulkan); Gather has\n"
                + "  (Gather, [F16, U32, F16], Vulkan): dtype 1 is U32, not I64\n"
                + "  (Gather, [F32, U32, F32], Vulkan): dtype 0 is F32, not F16,"
                + " dtype 1 is U32, not I64, dtype 2 is F32, not F16");
    assertThatThrownBy(
            () ->
                registry.lookup(
                    OpKind.GATHER, List.of(DType.F16, DType.U32, DType.F16), BackendId.CPU))
        .hasMessageContaining("(Gather, [F16, U32, F16], Vulkan): backend is Vulkan, not Cpu");
    assertThatThrownBy(() -> registry.lookup(key(DType.F16, DType.U32)))
        .hasMessageContaining("(Gather, [F16, U32, F16], Vulkan): 3 dtypes, not 2");
    assertThatThrownBy(
            () -> registry.lookup(new OpKind("Gahter"), List.of(DType.F16), BackendId.VULKAN))
        .hasMessageContaining("no key has op Gahter, did you mean 'Gather'?\n  ops: Gather");
    assertThatThrownBy(
            () -> KernelRegistry.empty().lookup(OpKind.FLIP, List.of(DType.F16), BackendId.VULKAN))
        .hasMessageContaining("the registry is empty");
  }

  @Test
  void lookupAllocatesNothing() {
    KernelRegistry registry = registry(gather("gather"));
    BindingKey kept = key(DType.F16, DType.U32, DType.F16);
    List<DType> dtypes = kept.dtypes();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long found = 0;
    long before = 0;
    for (int i = 0; i < 40_000; i++) {
      if (i == 20_000) {
        before = threads.getCurrentThreadAllocatedBytes();
      }
      found += registry.lookup(kept).size();
      found += registry.lookup(OpKind.GATHER, dtypes, BackendId.VULKAN).size();
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(found).isEqualTo(80_000);
    assertThat(allocated).isLessThan(20_000);
  }

  @Test
  void strategyIsTheOperandsElseTheKernelsElseRequiresContiguous() {
    ContractFixture section =
        section("gather2", OpKind.GATHER)
            .input("source", DType.F32, DType.F16)
            .inputWith("indices", AwkwardLayoutStrategy.CONTIGUIZE_INTERNALLY, DType.U32)
            .passthrough("source");
    BindingEntry plain = registry(section).entries().get(0);
    assertThat(plain.strategy(0)).isEqualTo(AwkwardLayoutStrategy.REQUIRES_CONTIGUOUS);
    assertThat(plain.strategy(1)).isEqualTo(AwkwardLayoutStrategy.CONTIGUIZE_INTERNALLY);
    assertThat(plain.inputCount()).isEqualTo(2);
    assertThat(plain.layout(0).acceptsStrided()).isFalse();
    BindingEntry strided =
        registry(section.strategy(AwkwardLayoutStrategy.HANDLES_STRIDED)).entries().get(0);
    assertThat(strided.strategy(0)).isEqualTo(AwkwardLayoutStrategy.HANDLES_STRIDED);
  }

  @Test
  void auditsCountOnlyWithALedgerAndTheImportSaysSo() {
    KernelRegistry.Builder builder = KernelRegistry.builder();
    List<Problem> notes =
        builder.importContracts(set(gather("gather").exact(true)), List.of(LINKS));
    assertThat(notes)
        .singleElement()
        .satisfies(
            note -> {
              assertThat(note.code()).isEqualTo(Rule.UNVERIFIED_CLAIM.code());
              assertThat(note.severity()).isEqualTo(Problem.Severity.NOTE);
              assertThat(note.message())
                  .isEqualTo(
                      "the ledger holds no pass for gather [F32, U32, F32], [F16, U32, F16]:"
                          + " its precision reads UNAUDITED");
            });
    BindingEntry unverified = builder.build().entries().get(0);
    assertThat(unverified.precision().standing()).isEqualTo(Precision.Standing.UNAUDITED);

    VerificationLedger ledger =
        VerificationLedger.empty()
            .with(
                List.of(
                    new VerificationLedger.Pass(
                        BackendId.VULKAN,
                        unverified.key().dtypes(),
                        unverified.revisionHash(),
                        unverified.precision().claim(),
                        "cpu",
                        unverified.entryPoint(),
                        "llvmpipe",
                        10)));
    KernelRegistry.Builder verified = KernelRegistry.builder();
    assertThat(verified.importContracts(set(gather("gather").exact(true)), List.of(LINKS), ledger))
        .extracting(Problem::message)
        .containsExactly(
            "the ledger holds no pass for gather [F16, U32, F16]: its precision reads UNAUDITED");
    assertThat(verified.build().entries())
        .extracting(entry -> entry.precision().standing())
        .containsExactly(Precision.Standing.AUDITED, Precision.Standing.UNAUDITED);
  }
}
