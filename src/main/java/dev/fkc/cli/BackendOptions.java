package dev.fkc.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code --backend}, {@code --device} and {@code --calibration}. */
final class BackendOptions {
  enum Kind {
    vulkan,
    cpu
  }

  @Option(
      names = "--backend",
      paramLabel = "BACKEND",
      description = "vulkan (default) or cpu, the reference.")
  Kind backend = Kind.vulkan;

  @Mixin DeviceOption device = new DeviceOption();

  @Option(
      names = "--calibration",
      paramLabel = "FILE.json",
      description = "Plan by what fkc judge measured on the device.")
  @Nullable Path calibration;

  void check(CommandSpec spec) {
    if (backend == Kind.cpu && device.isGiven()) {
      throw new ParameterException(spec.commandLine(), "--backend cpu takes no --device");
    }
    if (backend == Kind.cpu && calibration != null) {
      throw new ParameterException(spec.commandLine(), "--backend cpu takes no --calibration");
    }
  }

  /** The backend that was asked for; never another one in its place. */
  Backend open() {
    if (backend == Kind.cpu) {
      return new CpuBackend();
    }
    return VulkanBackend.open(
        device.selector(), calibration == null ? null : JudgeCommand.read(calibration));
  }
}
