package dev.fkc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.plan.DispatchPlan;
import dev.fkc.plan.Planner;
import dev.fkc.reference.Reference;
import dev.fkc.registry.BindingEntry;
import dev.fkc.type.BackendId;
import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.OpKind;
import dev.fkc.type.Shape;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What needs no device needs no native library either, and none of the optional ones. */
class WithoutNativesTest {

  /** Reads, finds, plans and computes, in a process that has no LWJGL to load. */
  static final class ReadsAndPlans {
    public static void main(String[] args) {
      List<BindingEntry> flips =
          FuelKernels.registry()
              .lookup(OpKind.FLIP, List.of(DType.F16, DType.F16), BackendId.VULKAN);
      Layout turned = Layout.contiguous(Shape.of(2, 2)).transpose(0, 1);
      OpCall call = OpCall.triu(new Operand(DType.F16, turned), 0);
      DispatchPlan plan = new Planner(FuelKernels.registry(), BackendId.VULKAN).plan(call);
      byte[] result = Reference.compute(call, new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
      System.out.println(
          flips.get(0).entryPoint()
              + ", copies: "
              + plan.fixups().size()
              + ", result: "
              + Arrays.toString(result));
    }
  }

  @Test
  void contractsRegistryPlansAndReferenceLoadNoVulkanBinding() throws Exception {
    String classPath =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.matches(".*(lwjgl|picocli).*\\.jar"))
            .collect(Collectors.joining(File.pathSeparator));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath,
                ReadsAndPlans.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output.strip())
        .isEqualTo(
            "fuel_vulkan_backend::fkc::flip_f16, copies: 1, result: [1, 2, 5, 6, 0, 0, 7, 8]");
  }
}
