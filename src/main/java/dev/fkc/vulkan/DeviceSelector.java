package dev.fkc.vulkan;

import dev.fkc.vulkan.VulkanUnavailableException.Reason;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Which device to open: the preferred one, or by index, UUID or part of the name. Immutable.
 *
 * <p>Discrete devices come before integrated, virtual and other ones; a CPU device is taken when
 * nothing else is usable, or when the selector asks for it.
 */
public final class DeviceSelector {
  private static final DeviceSelector PREFERRED = new DeviceSelector("any device", device -> true);

  private final String description;
  private final Predicate<DeviceInfo> fits;

  private DeviceSelector(String description, Predicate<DeviceInfo> fits) {
    this.description = description;
    this.fits = fits;
  }

  /** The preferred device of the machine. */
  public static DeviceSelector preferred() {
    return PREFERRED;
  }

  /** The device at a position of {@link VulkanDevices#list()}. */
  public static DeviceSelector byIndex(int index) {
    return new DeviceSelector("device " + index, device -> device.index() == index);
  }

  /** The preferred device among those whose name contains a text, in any case. */
  public static DeviceSelector byName(String part) {
    String wanted = part.toLowerCase(Locale.ROOT);
    return new DeviceSelector(
        "a device named '" + part + "'",
        device -> device.name().toLowerCase(Locale.ROOT).contains(wanted));
  }

  /** The device with a UUID. */
  public static DeviceSelector byUuid(UUID uuid) {
    return new DeviceSelector("a device with UUID " + uuid, device -> device.uuid().equals(uuid));
  }

  /**
   * What a person types: an index, a UUID, or part of a name.
   *
   * @throws IllegalArgumentException if the text is blank
   */
  public static DeviceSelector parse(String text) {
    String trimmed = text.trim();
    if (trimmed.isEmpty()) {
      throw new IllegalArgumentException(
          "the device is blank; an index, a UUID or part of a name is needed");
    }
    if (trimmed.matches("\\d{1,4}")) {
      return byIndex(Integer.parseInt(trimmed));
    }
    if (trimmed.matches("(?i)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")) {
      return byUuid(UUID.fromString(trimmed));
    }
    return byName(trimmed);
  }

  /**
   * The device of a list that this selector means.
   *
   * @throws VulkanUnavailableException if none fits, or none that fits can be used; says for every
   *     device why not
   */
  public DeviceInfo select(List<DeviceInfo> devices) {
    List<DeviceInfo> fitting = devices.stream().filter(fits).toList();
    return DeviceRanking.best(fitting).orElseThrow(() -> refusal(devices, fitting));
  }

  private VulkanUnavailableException refusal(List<DeviceInfo> devices, List<DeviceInfo> fitting) {
    if (devices.isEmpty()) {
      return new VulkanUnavailableException(
          Reason.NO_DEVICE,
          "no Vulkan device: the loader works and no driver offers a device. Install the driver of"
              + " your graphics card, or a software driver (Debian, Ubuntu: apt install"
              + " mesa-vulkan-drivers)");
    }
    String why =
        fitting.isEmpty()
            ? "not there; there is "
                + devices.stream().map(DeviceInfo::title).collect(Collectors.joining(", "))
            : fitting.stream()
                .map(device -> device.title() + " cannot be used: " + device.refusal())
                .collect(Collectors.joining("; "));
    return new VulkanUnavailableException(Reason.NO_DEVICE, description + ": " + why);
  }

  @Override
  public String toString() {
    return description;
  }
}
