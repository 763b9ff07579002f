package dev.fkc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fkc.contract.AwkwardLayoutStrategy;
import dev.fkc.contract.ContractReader;
import dev.fkc.registry.BindingEntry;
import dev.fkc.registry.KernelRegistry;
import dev.fkc.registry.NoBindingException;
import dev.fkc.registry.Precision;
import dev.fkc.registry.VerificationLedger;
import dev.fkc.source.Problem;
import dev.fkc.type.BackendId;
import dev.fkc.type.DType;
import dev.fkc.type.Determinism;
import dev.fkc.type.OpKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What importing the bundled contracts makes available. */
class BundledBindingsTest {
  private static final String[] SHAPE = {"F32", "F16", "BF16", "F64", "I32", "U32", "I64"};
  private static final String[] SELECT = {"F32", "F16", "BF16", "F64", "U8", "U32"};
  private static final String[] ROWS = {"F32", "F16", "BF16", "F64"};

  private static final KernelRegistry REGISTRY = FuelKernels.registry();

  /** The kernels that move data in some pattern, leaving out the planner's own copies. */
  private static List<BindingEntry> vulkan() {
    return REGISTRY.entries().stream()
        .filter(entry -> entry.key().backend().equals(BackendId.VULKAN))
        .filter(entry -> !entry.key().op().equals(OpKind.CONTIGUIZE))
        .toList();
  }

  private static Stream<String> keys(String op, String second, String... dtypes) {
    return Stream.of(dtypes).map(t -> "(" + op + ", [" + t + second + ", " + t + "], Vulkan)");
  }

  @Test
  void vulkanHasFortyFourBindingsInFileOrder() {
    List<String> expected =
        Stream.of(
                keys("IndexSelect", ", U32", ROWS),
                keys("Gather", ", U32", SELECT),
                keys("MaskedFill", ", BOOL", SELECT),
                keys("Triu", "", SHAPE),
                keys("Tril", "", SHAPE),
                keys("Flip", "", SHAPE),
                keys("Roll", "", SHAPE))
            .flatMap(keys -> keys)
            .toList();
    assertThat(expected).hasSize(44);
    assertThat(vulkan().stream().map(entry -> entry.key().toString()))
        .containsExactlyElementsOf(expected);
  }

  @Test
  void symbolsAreTheBaseAndTheDtypeSuffix() {
    for (BindingEntry entry : vulkan()) {
      assertThat(entry.entryPoint())
          .isEqualTo(
              "fuel_vulkan_backend::fkc::"
                  + entry.contract().kernel()
                  + "_"
                  + entry.key().dtypes().get(0).suffix());
      assertThat(entry.kernelSource()).isEqualTo("vulkan-slang");
      assertThat(entry.determinism()).isEqualTo(Determinism.BITWISE);
    }
  }

  @Test
  void gatherAndMaskedFillOfHalfFloatsAreFound() {
    assertThat(
            REGISTRY.lookup(
                OpKind.GATHER, List.of(DType.F16, DType.U32, DType.F16), BackendId.VULKAN))
        .singleElement()
        .hasToString("fuel_vulkan_backend::fkc::gather_f16: (Gather, [F16, U32, F16], Vulkan)");
    assertThat(
            REGISTRY.lookup(
                OpKind.MASKED_FILL, List.of(DType.F16, DType.BOOL, DType.F16), BackendId.VULKAN))
        .singleElement()
        .hasToString(
            "fuel_vulkan_backend::fkc::masked_fill_f16: (MaskedFill, [F16, BOOL, F16], Vulkan)");
  }

  @Test
  void revisionHashesAreTheKnownOnes() {
    Map<String, String> expected =
        Map.of(
            "triu", "37b81efdfb2cf3eb",
            "tril", "14cf00eadca26ff4",
            "flip", "2ab9fbf275e49de2",
            "roll", "80802b0637e3c342",
            "index_select", "61bd4b43d56494f2",
            "gather", "8d11761976ca65f2",
            "masked_fill", "1012942a3e8252d5");
    for (BindingEntry entry : vulkan()) {
      assertThat(entry.revisionText()).isEqualTo(expected.get(entry.contract().kernel()));
    }
  }

  @Test
  void onlyFlipAndRollTakeViewsAsTheyAre() {
    for (BindingEntry entry : vulkan()) {
      OpKind op = entry.key().op();
      boolean views = op.equals(OpKind.FLIP) || op.equals(OpKind.ROLL);
      for (int i = 0; i < entry.inputCount(); i++) {
        assertThat(entry.strategy(i))
            .isEqualTo(
                views
                    ? AwkwardLayoutStrategy.HANDLES_STRIDED
                    : AwkwardLayoutStrategy.REQUIRES_CONTIGUOUS);
        assertThat(entry.layout(i).acceptsStrided()).isEqualTo(views);
        assertThat(entry.layout(i).acceptsBroadcast()).isEqualTo(views);
        assertThat(entry.layout(i).acceptsStartOffset()).isEqualTo(views);
        assertThat(entry.layout(i).acceptsReverseStrides()).isEqualTo(views);
      }
    }
  }

  @Test
  void referenceHasABindingForEveryVulkanKey() {
    for (BindingEntry entry : REGISTRY.entries()) {
      assertThat(REGISTRY.find(entry.key().op(), entry.key().dtypes(), BackendId.CPU))
          .as(entry.toString())
          .isNotEmpty();
    }
  }

  @Test
  void everyDtypeOfOneToEightBytesCanBeMadeDense() {
    for (DType dtype : DType.values()) {
      if (!dtype.isSubByte()) {
        assertThat(REGISTRY.find(OpKind.CONTIGUIZE, List.of(dtype, dtype), BackendId.VULKAN))
            .as(dtype.token())
            .hasSize(1);
      }
    }
  }

  @Test
  void indexDtypeThatNoGatherTakesIsExplained() {
    assertThatThrownBy(
            () ->
                REGISTRY.lookup(
                    OpKind.GATHER, List.of(DType.F16, DType.I64, DType.F16), BackendId.VULKAN))
        .isInstanceOf(NoBindingException.class)
        .hasMessageContaining("(Gather, [F16, U32, F16], Vulkan): dtype 1 is U32, not I64");
  }

  @Test
  void auditsReadUnauditedUntilALedgerConfirmsThem() {
    KernelRegistry.Builder builder = KernelRegistry.builder();
    List<Problem> problems =
        builder.importContracts(
            ContractReader.read(FuelKernels.contracts()), FuelKernels.linkRegistries());
    assertThat(problems).isNotEmpty();
    assertThat(problems).extracting(Problem::severity).containsOnly(Problem.Severity.NOTE);
    List<BindingEntry> audited = new ArrayList<>(builder.build().entries());
    audited.removeIf(entry -> !entry.precision().declaredAudited());
    assertThat(audited).hasSizeGreaterThanOrEqualTo(44);
    assertThat(audited)
        .extracting(entry -> entry.precision().standing())
        .containsOnly(Precision.Standing.UNAUDITED);
  }

  @Test
  void aPassInTheLedgerMakesAnAuditCountOnThatKindOfDevice() {
    BindingEntry flip =
        FuelKernels.registry()
            .lookup(OpKind.FLIP, List.of(DType.F32, DType.F32), BackendId.VULKAN)
            .get(0);
    VerificationLedger ledger =
        VerificationLedger.empty()
            .with(
                List.of(
                    new VerificationLedger.Pass(
                        flip.key().backend(),
                        flip.key().dtypes(),
                        flip.revisionHash(),
                        flip.precision().claim(),
                        "discrete",
                        flip.entryPoint(),
                        "a card",
                        200)));

    KernelRegistry verified = FuelKernels.registry(ledger);

    Precision precision = verified.lookup(flip.key()).get(0).precision();
    assertThat(precision.standingOn("discrete")).isEqualTo(Precision.Standing.AUDITED);
    assertThat(precision.standingOn("cpu")).isEqualTo(Precision.Standing.UNAUDITED);
    assertThat(verified.keys()).isEqualTo(FuelKernels.registry().keys());
  }
}
