package dev.fkc.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.plan.Canonicalizer;
import dev.fkc.plan.KernelClass;
import dev.fkc.type.DType;
import dev.fkc.type.Shape;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class WorkloadsTest {
  @Test
  void everyWorkloadHasWorkAtTheSmallestSize() {
    for (long bytes : new long[] {Workloads.MIN_BYTES, 16 << 20, 1L << 30}) {
      for (Workload workload : Workloads.of(bytes)) {
        Operand output = workload.call().output();
        long size = output.layout().elementCount() * output.dtype().byteSize();
        assertThat(size).as(workload.name()).isPositive().isLessThanOrEqualTo(bytes);
        Operand input = workload.call().inputs().get(0);
        assertThat(input.layout().endElement() * input.dtype().byteSize())
            .as(workload.name())
            .isLessThanOrEqualTo(bytes);
        assertThat(workload.bytes()).as(workload.name()).isGreaterThanOrEqualTo(size);
      }
    }
  }

  @Test
  void namesAreDistinctAndTellGroupAndWidth() {
    List<Workload> all = Workloads.of(1L << 30);
    assertThat(all).extracting(Workload::name).doesNotHaveDuplicates();
    assertThat(all.get(0).name()).isEqualTo("copy_b4");
    Set<WorkloadGroup> groups = all.stream().map(Workload::group).collect(Collectors.toSet());
    assertThat(groups).containsExactlyInAnyOrder(WorkloadGroup.values());
    assertThat(all.stream().map(w -> WorkloadGroup.widthOf(w.name())).distinct())
        .containsExactlyInAnyOrder(1, 2, 4, 8);
    assertThat(WorkloadGroup.of("contiguize_transposed_b4")).isEqualTo(WorkloadGroup.ALIGNED);
    assertThat(WorkloadGroup.of("flip_inner_transposed_b4")).isEqualTo(WorkloadGroup.VIEW);
    assertThat(WorkloadGroup.of("gather_inner_4096_b1")).isEqualTo(WorkloadGroup.ALIGNED);
    assertThat(WorkloadGroup.baseOf("flip_inner_31_b8")).isEqualTo("flip_inner_31");
  }

  @Test
  void workAtOneGibibyteIsThatOfTheComparisonScript() {
    Workload flip =
        Workloads.of(1L << 30).stream()
            .filter(workload -> workload.name().equals("flip_inner_b4"))
            .findFirst()
            .orElseThrow();
    assertThat(flip.call())
        .isEqualTo(OpCall.flip(Operand.contiguous(DType.F32, Shape.of(16384, 16384)), 1));
    assertThat(flip.bytes()).isEqualTo(2L << 30);
  }

  @Test
  void judgeHasACallOfEveryKernelClassAtEverySize() {
    assertThat(JudgeCase.values())
        .extracting(JudgeCase::kernelClass)
        .contains(KernelClass.values());
    for (JudgeCase one : JudgeCase.values()) {
      for (DType dtype : List.of(DType.U8, DType.F16, DType.F32, DType.F64)) {
        for (long bytes : new long[] {1024, 5000, 1 << 20, 777_777_777}) {
          OpCall call = one.call(dtype, bytes);
          assertThat(call.op()).isEqualTo(one.op());
          assertThat(
                  Canonicalizer.form(call, new long[call.inputs().size() + 1])
                      .orElseThrow()
                      .kernelClass())
              .as("%s of %s, %s bytes", one, dtype, bytes)
              .isEqualTo(one.kernelClass());
          Operand input = call.inputs().get(0);
          assertThat(input.layout().endElement() * input.dtype().byteSize())
              .isLessThanOrEqualTo(Math.max(8192, bytes));
        }
      }
    }
  }
}
