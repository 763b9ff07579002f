package dev.fkc.vulkan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DeviceSelectorTest {
  private static DeviceInfo device(int index, String name, DeviceType type) {
    return device(index, name, type, null);
  }

  private static DeviceInfo device(
      int index, String name, DeviceType type, @Nullable String refusal) {
    DeviceLimits limits =
        new DeviceLimits(
            1L << 32, 1L << 40, 1L << 32, 65535, 65535, 65535, 1024, 49152, 128, 16, 64, 32, 64, 1);
    return new DeviceInfo(
        index,
        name,
        type,
        new UUID(1, index),
        1,
        2,
        "driver",
        "1.0",
        3,
        4,
        "1.3.0",
        limits,
        List.of(new MemoryHeap(1L << 33, true, false)),
        Set.of(),
        refusal,
        false,
        "");
  }

  private static final DeviceInfo CPU = device(0, "llvmpipe", DeviceType.CPU);
  private static final DeviceInfo VIRTUAL = device(1, "VirtIO", DeviceType.VIRTUAL);
  private static final DeviceInfo INTEGRATED = device(2, "Iris", DeviceType.INTEGRATED);
  private static final DeviceInfo DISCRETE = device(3, "NVIDIA H200", DeviceType.DISCRETE);
  private static final DeviceInfo SECOND = device(4, "NVIDIA L4", DeviceType.DISCRETE);
  private static final DeviceInfo OLD =
      device(5, "NVIDIA Old", DeviceType.DISCRETE, "its driver offers Vulkan 1.1.0");
  private static final List<DeviceInfo> ALL =
      List.of(CPU, VIRTUAL, INTEGRATED, DISCRETE, SECOND, OLD);

  @Test
  void discreteComesBeforeIntegratedBeforeVirtualBeforeCpu() {
    DeviceSelector any = DeviceSelector.preferred();
    assertThat(any.select(ALL)).isEqualTo(DISCRETE);
    assertThat(any.select(List.of(CPU, VIRTUAL, INTEGRATED))).isEqualTo(INTEGRATED);
    assertThat(any.select(List.of(CPU, VIRTUAL))).isEqualTo(VIRTUAL);
    assertThat(any.select(List.of(OLD, CPU))).isEqualTo(CPU);
  }

  @Test
  void cpuDevicesOpenWhenAskedFor() {
    assertThat(DeviceSelector.parse("LLVM").select(ALL)).isEqualTo(CPU);
    assertThat(DeviceSelector.parse("0").select(ALL)).isEqualTo(CPU);
    assertThat(DeviceSelector.parse(CPU.uuid().toString()).select(ALL)).isEqualTo(CPU);
  }

  @Test
  void namesPickTheBestUsableDeviceThatFits() {
    assertThat(DeviceSelector.byName("nvidia").select(ALL)).isEqualTo(DISCRETE);
    assertThat(DeviceSelector.byName("L4").select(ALL)).isEqualTo(SECOND);
  }

  @Test
  void refusalsSayWhy() {
    assertThatThrownBy(() -> DeviceSelector.byName("old").select(ALL))
        .isInstanceOfSatisfying(
            VulkanUnavailableException.class,
            e -> assertThat(e.reason()).isEqualTo(VulkanUnavailableException.Reason.NO_DEVICE))
        .hasMessage(
            "a device named 'old': 5: NVIDIA Old (discrete) cannot be used: its driver offers"
                + " Vulkan 1.1.0");
    assertThatThrownBy(() -> DeviceSelector.byIndex(9).select(ALL))
        .isInstanceOf(VulkanUnavailableException.class)
        .hasMessageStartingWith("device 9: not there; there is 0: llvmpipe (cpu), 1: VirtIO");
    assertThatThrownBy(() -> DeviceSelector.preferred().select(List.of()))
        .isInstanceOf(VulkanUnavailableException.class)
        .hasMessageContaining("apt install mesa-vulkan-drivers");
    assertThatThrownBy(() -> DeviceSelector.parse(" "))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void everyDeviceGetsAVerdict() {
    List<DeviceInfo> judged = DeviceRanking.judge(ALL);
    assertThat(judged)
        .extracting(DeviceInfo::verdict)
        .containsExactly(
            "not chosen: a device of type discrete is preferred to one of type CPU",
            "not chosen: a device of type discrete is preferred to one of type virtual",
            "not chosen: a device of type discrete is preferred to one of type integrated",
            "chosen: the first discrete device",
            "not chosen: device 3 of the same kind comes first",
            "cannot be used: its driver offers Vulkan 1.1.0");
    assertThat(judged)
        .extracting(DeviceInfo::chosen)
        .containsExactly(false, false, false, true, false, false);
    assertThat(DeviceRanking.judge(List.of(CPU)).get(0).verdict())
        .isEqualTo("chosen: there is no other device, so the processor does the work");
  }
}
