package dev.fkc.vulkan.host;

import dev.fkc.vulkan.DeviceOptions;
import dev.fkc.vulkan.DeviceSelector;
import dev.fkc.vulkan.DeviceType;
import dev.fkc.vulkan.VulkanDevice;
import java.io.IOException;
import java.util.List;

/**
 * Measures the host side of the library on this machine's preferred device, in well under a minute,
 * and prints one JSON object per line. Arguments pick parts: {@code recording}, {@code hazards},
 * {@code transfers}, {@code contracts}, {@code startup}; all without any. {@code -Dfkc.largest}
 * limits the bytes of a transfer, {@code -Dfkc.rounds} the rounds of recording.
 */
public final class HostCheck {
  private static final int ROUNDS = Integer.getInteger("fkc.rounds", 15);

  private HostCheck() {}

  /** See the class. */
  public static void main(String[] args) throws IOException, InterruptedException {
    List<String> parts =
        args.length == 0
            ? List.of("startup", "contracts", "hazards", "recording", "transfers")
            : List.of(args);
    if (parts.contains("startup")) {
      StartUpCheck.run();
    }
    try (VulkanDevice device =
        VulkanDevice.open(
            DeviceSelector.preferred(), DeviceOptions.defaults().withLabel("host check"))) {
      Results results = new Results(System.out, device.info().name());
      if (parts.contains("contracts")) {
        ContractCheck.run(results);
      }
      if (parts.contains("hazards")) {
        HazardCheck.run(results);
      }
      if (parts.contains("recording")) {
        new RecordingCheck(device, results, ROUNDS).run();
      }
      if (parts.contains("transfers")) {
        long largest = device.info().type() == DeviceType.CPU ? 64 << 20 : 1L << 30;
        new TransferCheck(device, results, Long.getLong("fkc.largest", largest)).run();
      }
    }
  }
}
