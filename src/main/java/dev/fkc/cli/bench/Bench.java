package dev.fkc.cli.bench;

import dev.fkc.type.DType;
import dev.fkc.vulkan.VulkanDevice;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Runs workloads and prints one JSON line each: {@code BYTES [NAME_PATTERN]}. */
public final class Bench {
  private Bench() {}

  public static void main(String[] args) {
    long bytes = Long.parseLong(args[0]);
    Pattern wanted = Pattern.compile(args.length > 1 ? args[1] : ".*");
    try (VulkanDevice device = VulkanDevice.open();
        BenchRunner runner = new BenchRunner(device, bytes)) {
      double roof = 0;
      for (DType dtype : List.of(DType.F32, DType.F16, DType.F64, DType.U8)) {
        for (Workload workload : Workloads.of(dtype, bytes)) {
          boolean isCopy = workload.name().equals("copy_b4");
          if (!isCopy && !wanted.matcher(workload.name()).find()) {
            continue;
          }
          double[] nanos = runner.run(workload);
          double median = BenchRunner.median(nanos);
          double gbps = workload.bytes() / median;
          roof = isCopy ? gbps : roof;
          System.out.printf(
              Locale.ROOT,
              "{\"name\": \"%s\", \"variant\": \"fkc\", \"device\": \"%s\", \"median_us\": %.1f, \"min_us\": %.1f, \"bytes\": %d,"
                  + " \"gbps\": %.1f, \"roof_share\": %.3f}%n",
              workload.name(),
              device.info().name(),
              median / 1e3,
              nanos[0] / 1e3,
              workload.bytes(),
              gbps,
              gbps / roof);
        }
      }
    }
  }
}
