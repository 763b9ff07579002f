package dev.fkc.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.type.BackendId;
import dev.fkc.type.DType;
import dev.fkc.type.Determinism;
import dev.fkc.type.OpKind;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contracts that the jar carries. */
class BundledContractsTest {
  private static final ContractSet SET =
      ContractReader.read(ContractSources.load(List.of(Path.of("contracts"))));

  private static KernelContract contract(BackendId backend, String kernel) {
    return SET.contracts().stream()
        .filter(c -> c.backend().equals(backend) && c.kernel().equals(kernel))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void nothingIsWrongWithThem() {
    assertThat(SET.problems()).isEmpty();
    assertThat(SET.files()).hasSize(4);
    assertThat(SET.sections()).isEqualTo(16);
    assertThat(SET.registrable()).isEqualTo(16);
  }

  @Test
  void bothBackendsHaveAllEightOps() {
    for (BackendId backend : List.of(BackendId.CPU, BackendId.VULKAN)) {
      assertThat(SET.contracts().stream().filter(c -> c.backend().equals(backend)))
          .extracting(KernelContract::op)
          .containsExactlyInAnyOrderElementsOf(OpKind.known());
    }
  }

  @Test
  void flipReadsAnyViewAndTriuOnlyDenseOnes() {
    KernelContract flip = contract(BackendId.VULKAN, "flip");
    TensorDescriptor input = flip.inputs().get(0);
    assertThat(flip.strategy(input)).isEqualTo(AwkwardLayoutStrategy.HANDLES_STRIDED);
    assertThat(input.layout().acceptsReverseStrides()).isTrue();
    assertThat(input.layout().acceptsBroadcast()).isTrue();
    assertThat(input.layout().acceptsStartOffset()).isTrue();

    KernelContract triu = contract(BackendId.VULKAN, "triu");
    assertThat(triu.strategy(triu.inputs().get(0)))
        .isEqualTo(AwkwardLayoutStrategy.REQUIRES_CONTIGUOUS);
    assertThat(triu.inputs().get(0).layout().contiguous())
        .isEqualTo(LayoutFlags.Contiguous.REQUIRED);
  }

  @Test
  void everyFieldHasItsTypedPlace() {
    KernelContract gather = contract(BackendId.VULKAN, "gather");
    assertThat(gather.title()).isEqualTo("gather");
    assertThat(gather.registrable()).isTrue();
    assertThat(gather.fused()).isFalse();
    assertThat(gather.kernelSource()).isEqualTo("vulkan-slang");
    assertThat(gather.entryPoint()).isEqualTo("fuel_vulkan_backend::fkc::gather");
    assertThat(gather.authoredRevision()).isNull();
    assertThat(gather.determinism()).isEqualTo(Determinism.BITWISE);
    assertThat(gather.inputs())
        .extracting(TensorDescriptor::name)
        .containsExactly("source", "indices");
    assertThat(gather.inputs().get(0).dtypes())
        .containsExactly(DType.F32, DType.F16, DType.BF16, DType.F64, DType.U8, DType.U32);
    assertThat(gather.inputs().get(0).varies()).isTrue();
    assertThat(gather.inputs().get(1).varies()).isFalse();
    assertThat(gather.opParams()).isNotNull();
    assertThat(gather.opParams().variant()).isEqualTo("Gather");
    assertThat(gather.opParams().fields())
        .extracting(OpParamsDescriptor.Field::kind)
        .containsExactly("Vec<usize>", "Vec<usize>", "usize");
    assertThat(gather.opParams().field("dim").constraint()).isEqualTo("< source_shape.len()");
    OutputDescriptor out = gather.outputs().get(0);
    assertThat(out.dtypeRule()).isEqualTo(new DtypeRule.Passthrough("source"));
    assertThat(out.shapeRule()).isEqualTo(new ShapeRule.FromParams(List.of("output_shape")));
    assertThat(out.layoutGuarantee()).isEqualTo(new LayoutGuarantee.Contiguous());
    assertThat(out.aliasing()).isEqualTo(new Aliasing.None());
    assertThat(gather.caps().alignmentBytes()).isEqualTo(16);
    assertThat(gather.caps().accessGranularityBits()).isEqualTo(32);
    assertThat(gather.caps().fastPaths()).hasSize(1);
    assertThat(gather.cost().flops().text()).isEqualTo("0");
    assertThat(gather.cost().costClass()).isEqualTo(CostClass.CHEAP_ELEMENTWISE);
    assertThat(gather.cost().overheadNanos()).isNull();
    assertThat(gather.precision().maxUlp()).isZero();
    assertThat(gather.precision().audited()).isTrue();
    assertThat(gather.provider().name()).isEqualTo("fuel-vulkan-kernels");
    assertThat(gather.provider().linkRegistry())
        .isEqualTo("fuel_vulkan_backend::fkc::ENTRY_POINTS");
    assertThat(gather.identity().revisionBase()).isEqualTo("git:f41137b4");
    assertThat(gather.fields().of("cost.bytes_moved").text()).isEqualTo("\"2 * n * dtype_bytes\"");
    assertThat(gather.fields().of("accept.inputs[1].dtypes").text()).isEqualTo("[U32]");
  }

  @Test
  void rawIdentityKeepsTheAuthorsWords() {
    RawIdentity identity = contract(BackendId.VULKAN, "flip").identity();
    RawIdentity.Input input = identity.inputs().get(0);
    assertThat(input.dtypes()).isEqualTo("F32,F16,BF16,F64,I32,U32,I64");
    assertThat(input.layout()).isEqualTo("accepted|accepted|accepted|accepted|accepted");
    assertThat(input.dtypeClass()).isEmpty();
    assertThat(input.quant()).isNull();
    assertThat(identity.opParamsVariant()).isEqualTo("Flip");
    assertThat(identity.cost())
        .isEqualTo(
            new RawIdentity.Cost(
                "0", "2 * n * dtype_bytes", "cheap_elementwise", "judge_measured"));
  }
}
