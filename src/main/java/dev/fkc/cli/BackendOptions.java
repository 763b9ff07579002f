package dev.fkc.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code --backend} and {@code --device}. */
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

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description = "Vulkan device by index, part of its name, or UUID.")
  @Nullable String device;

  void check(CommandSpec spec) {
    if (backend == Kind.cpu && device != null) {
      throw new ParameterException(spec.commandLine(), "--backend cpu takes no --device");
    }
  }

  /** The backend that was asked for; never another one in its place. */
  Backend open() {
    return backend == Kind.cpu ? new CpuBackend() : VulkanBackend.open(device);
  }
}
