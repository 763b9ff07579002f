package dev.fkc.vulkan.host;

import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.type.DType;
import dev.fkc.type.Shape;
import dev.fkc.vulkan.BufferSlice;
import dev.fkc.vulkan.CommandBatch;
import dev.fkc.vulkan.DeviceBuffer;
import dev.fkc.vulkan.IndexCheck;
import dev.fkc.vulkan.VulkanDevice;
import dev.fkc.vulkan.VulkanProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * How long a process takes to open a device and to have its first result, in processes of their
 * own: with an empty pipeline cache, with a filled one, and with none. Drivers keep caches of their
 * own; for a start that is cold through and through, switch those off or empty them first (on
 * NVIDIA: {@code __GL_SHADER_DISK_CACHE=0}).
 */
final class StartUpCheck {
  private StartUpCheck() {}

  static void run() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("fkc-pipelines");
    try {
      fork("cold", folder.toString());
      fork("warm", folder.toString());
      fork("uncached", "off");
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  private static void fork(String name, String cache) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (Runtime.version().feature() >= 22) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.add("-Dfkc.pipelineCache=" + cache);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Start.class.getName(), name));
    int exit = new ProcessBuilder(command).inheritIO().start().waitFor();
    if (exit != 0) {
      throw new IllegalStateException("a start with its cache " + name + " ended with " + exit);
    }
  }

  /** One start. */
  static final class Start {
    private Start() {}

    /** Measures from here to the first result, and to a second op's. */
    public static void main(String[] args) {
      String name = args[0];
      long start = System.nanoTime();
      try (VulkanDevice device = VulkanDevice.open()) {
        long opened = System.nanoTime();
        dispatch(device, OpCall.flip(matrix(), 1));
        long first = System.nanoTime();
        dispatch(device, OpCall.roll(matrix(), 1, 5));
        long second = System.nanoTime();
        dispatch(device, OpCall.triu(matrix(), 1));
        long third = System.nanoTime();
        Results results = new Results(System.out, device.info().name());
        results.print("device_open_" + name, (opened - start) / 1e6, "ms");
        results.print("first_dispatch_" + name, (first - opened) / 1e6, "ms");
        results.print("second_op_" + name, (second - first) / 1e6, "ms");
        results.print("third_op_" + name, (third - second) / 1e6, "ms");
      }
    }

    private static Operand matrix() {
      return Operand.contiguous(DType.F32, Shape.of(64, 64));
    }

    private static void dispatch(VulkanDevice device, OpCall call) {
      try (DeviceBuffer in = device.allocate("in", 64 * 64 * 4);
          DeviceBuffer out = device.allocate("out", 64 * 64 * 4);
          CommandBatch batch = device.batch("start")) {
        batch.dispatch(
            device.prepare(VulkanProvider.kernel(call.op()), call, IndexCheck.CHECKED),
            BufferSlice.of(in),
            BufferSlice.of(out));
        batch.submit().await();
      }
    }
  }
}
