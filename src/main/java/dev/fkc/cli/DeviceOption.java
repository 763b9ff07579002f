package dev.fkc.cli;

import dev.fkc.vulkan.DeviceSelector;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --device}. */
final class DeviceOption {
  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description = "Vulkan device by index, part of its name, or UUID.")
  @Nullable String device;

  boolean isGiven() {
    return device != null;
  }

  /** The device that was asked for, or the preferred one. */
  DeviceSelector selector() {
    return device == null ? DeviceSelector.preferred() : DeviceSelector.parse(device);
  }
}
