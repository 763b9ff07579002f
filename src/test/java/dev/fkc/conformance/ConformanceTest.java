package dev.fkc.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.FuelKernels;
import dev.fkc.reference.CaseGenerator;
import dev.fkc.registry.BindingEntry;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import dev.fkc.vulkan.BufferSlice;
import dev.fkc.vulkan.DeviceBuffer;
import dev.fkc.vulkan.Tensor;
import dev.fkc.vulkan.VulkanDevice;
import dev.fkc.vulkan.VulkanExecutor;
import dev.fkc.vulkan.VulkanTesting;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every Vulkan binding of the registry against the reference, bit for bit, under the validation
 * layer. Made from the registry: a binding that a contract adds is tested without a line here.
 */
@ExtendWith(VulkanTesting.class)
class ConformanceTest {
  private static final int RANDOM_CASES = 100;

  static Stream<BindingEntry> bindings() {
    return GuardedRun.vulkanBindings();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bindings")
  void recordedCallsMoveTheBytesOfTheReferenceAndNoOthers(BindingEntry entry, VulkanDevice device) {
    OpKind op = entry.key().op();
    DType dtype = entry.key().dtypes().get(0);
    List<Case> cases = new ArrayList<>(BoundaryCases.of(op, dtype));
    CaseGenerator.fixed(op, dtype).forEach(fixed -> cases.add(Case.of(fixed)));
    CaseGenerator random = new CaseGenerator(entry.entryPoint().hashCode());
    for (int n = 0; n < RANDOM_CASES; n++) {
      cases.add(Case.of(random.next(op, dtype)));
    }
    GuardedRun.check(device, entry, cases);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bindings")
  void executedCallsGiveTheTensorOfTheReference(BindingEntry entry, VulkanDevice device) {
    OpKind op = entry.key().op();
    DType dtype = entry.key().dtypes().get(0);
    VulkanExecutor executor = new VulkanExecutor(device, FuelKernels.registry());
    List<Case> cases = new ArrayList<>();
    List<Case> boundaries = BoundaryCases.of(op, dtype);
    for (int n = 0; n < boundaries.size(); n += 11) {
      cases.add(boundaries.get(n));
    }
    CaseGenerator.fixed(op, dtype).forEach(fixed -> cases.add(Case.of(fixed)));
    for (Case given : cases) {
      List<DeviceBuffer> memory = new ArrayList<>();
      given.inputs().forEach(bytes -> memory.add(device.allocate("conformance input", bytes)));
      BufferSlice[] slices = memory.stream().map(BufferSlice::of).toArray(BufferSlice[]::new);
      try (Tensor result = executor.run(given.call(), slices)) {
        assertThat(result.shape()).as("%s", given).isEqualTo(given.call().output().shape());
        assertThat(result.toBytes()).as("%s", given).isEqualTo(GuardedRun.expected(given));
      } finally {
        memory.forEach(DeviceBuffer::close);
      }
    }
  }
}
