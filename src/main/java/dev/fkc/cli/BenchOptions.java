package dev.fkc.cli;

import dev.fkc.cli.bench.Workloads;
import dev.fkc.vulkan.DeviceInfo;
import dev.fkc.vulkan.DeviceOptions;
import dev.fkc.vulkan.DeviceType;
import dev.fkc.vulkan.VulkanDevice;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code --device} and {@code --size}, of commands that measure. */
final class BenchOptions {
  private static final long GPU_BYTES = 1L << 30;
  private static final long CPU_BYTES = 16L << 20;

  @Mixin DeviceOption device = new DeviceOption();

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      converter = ByteSize.class,
      description = {
        "Bytes of the largest operand, such as 64MiB.",
        "When not given 1GiB, less on small devices, 16MiB on a CPU."
      })
  @Nullable Long size;

  void check(CommandSpec spec, long least) {
    if (size != null && size < least) {
      throw new ParameterException(
          spec.commandLine(), "--size " + size + ": at least " + DevicesCommand.size(least));
    }
  }

  VulkanDevice open() {
    return VulkanDevice.open(device.selector(), DeviceOptions.defaults());
  }

  /** The size that was asked for, or the one that suits a device. */
  long bytes(DeviceInfo info) {
    if (size != null) {
      return size;
    }
    long fitting = Long.highestOneBit(Math.max(info.deviceLocalBytes() / 6, Workloads.MIN_BYTES));
    return Math.min(info.type() == DeviceType.CPU ? CPU_BYTES : GPU_BYTES, fitting);
  }
}
