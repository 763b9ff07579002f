package dev.fkc.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.reference.CaseGenerator;
import dev.fkc.registry.BindingEntry;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import dev.fkc.vulkan.DeviceFeature;
import dev.fkc.vulkan.DeviceOptions;
import dev.fkc.vulkan.DeviceSelector;
import dev.fkc.vulkan.VulkanDevice;
import dev.fkc.vulkan.VulkanTesting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Devices that lack an optional feature do every binding just the same. */
@ExtendWith(VulkanTesting.class)
class WithoutFeaturesTest {
  private static final int EVERY_HOW_MANY = 17;

  static Stream<List<DeviceFeature>> missing() {
    return Stream.concat(
        Arrays.stream(DeviceFeature.values()).map(List::of),
        Stream.of(List.of(DeviceFeature.values())));
  }

  @ParameterizedTest
  @MethodSource("missing")
  void everyBindingMovesTheBytesOfTheReference(List<DeviceFeature> missing) {
    List<String> leaks = new ArrayList<>();
    DeviceOptions options =
        VulkanTesting.options("without " + missing)
            .without(missing.toArray(DeviceFeature[]::new))
            .withLeakListener(leaks::add);
    try (VulkanDevice device = VulkanDevice.open(DeviceSelector.preferred(), options)) {
      missing.forEach(feature -> assertThat(device.has(feature)).isFalse());
      for (BindingEntry entry : GuardedRun.vulkanBindings().toList()) {
        OpKind op = entry.key().op();
        DType dtype = entry.key().dtypes().get(0);
        List<Case> all = BoundaryCases.of(op, dtype);
        List<Case> cases = new ArrayList<>();
        for (int n = 0; n < all.size(); n += EVERY_HOW_MANY) {
          cases.add(all.get(n));
        }
        CaseGenerator random = new CaseGenerator(missing.hashCode());
        for (int n = 0; n < 5; n++) {
          cases.add(Case.of(random.next(op, dtype)));
        }
        GuardedRun.check(device, entry, cases);
      }
    }
    assertThat(leaks).isEmpty();
  }
}
