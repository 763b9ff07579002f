package dev.fkc.vulkan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The order in which devices are preferred: by type (discrete, integrated, virtual, other, CPU),
 * then as the loader lists them. Only devices without a refusal take part.
 */
final class DeviceRanking {
  private static final Comparator<DeviceInfo> PREFERENCE =
      Comparator.comparing(DeviceInfo::type).thenComparing(DeviceInfo::index);

  private DeviceRanking() {}

  /** The preferred usable device of a list. */
  static Optional<DeviceInfo> best(List<DeviceInfo> devices) {
    return devices.stream().filter(DeviceInfo::usable).min(PREFERENCE);
  }

  /** The same devices, each with the verdict that it gets when nothing is asked for. */
  static List<DeviceInfo> judge(List<DeviceInfo> devices) {
    Optional<DeviceInfo> best = best(devices);
    List<DeviceInfo> judged = new ArrayList<>();
    for (DeviceInfo device : devices) {
      boolean chosen = best.isPresent() && best.get().index() == device.index();
      judged.add(device.judged(chosen, verdict(device, best, chosen)));
    }
    return List.copyOf(judged);
  }

  private static String verdict(DeviceInfo device, Optional<DeviceInfo> best, boolean chosen) {
    if (device.refusal() != null) {
      return "cannot be used: " + device.refusal();
    }
    if (chosen) {
      return device.type() == DeviceType.CPU
          ? "chosen: there is no other device, so the processor does the work"
          : "chosen: the first " + kind(device) + " device";
    }
    DeviceInfo other = best.orElseThrow();
    return other.type() == device.type()
        ? "not chosen: device " + other.index() + " of the same kind comes first"
        : "not chosen: a device of type "
            + kind(other)
            + " is preferred to one of type "
            + kind(device);
  }

  private static String kind(DeviceInfo device) {
    return device.type() == DeviceType.CPU ? "CPU" : device.type().name().toLowerCase(Locale.ROOT);
  }
}
