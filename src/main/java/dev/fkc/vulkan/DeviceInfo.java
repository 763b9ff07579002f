package dev.fkc.vulkan;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a Vulkan device says about itself, and what the library makes of it.
 *
 * @param index position in the list of devices of this machine, from 0
 * @param name as the driver gives it
 * @param type kind of hardware
 * @param uuid stays the same across processes and driver updates
 * @param vendorId PCI vendor, or a Khronos-assigned id
 * @param deviceId id of the model
 * @param driverName short name of the driver
 * @param driverInfo version text of the driver
 * @param driverId number of the driver in Vulkan's registry
 * @param driverVersion the driver's own version number, packed its own way
 * @param apiVersion newest Vulkan version of the device, such as {@code 1.3.230}
 * @param limits limits that matter here
 * @param heaps its memories
 * @param features the optional abilities it has
 * @param refusal why it cannot be used; null if it can
 * @param chosen whether it is the one that opens when nothing is asked for
 * @param verdict why it is or is not that one, in words
 */
public record DeviceInfo(
    int index,
    String name,
    DeviceType type,
    UUID uuid,
    int vendorId,
    int deviceId,
    String driverName,
    String driverInfo,
    int driverId,
    int driverVersion,
    String apiVersion,
    DeviceLimits limits,
    List<MemoryHeap> heaps,
    Set<DeviceFeature> features,
    @Nullable String refusal,
    boolean chosen,
    String verdict) {

  /** Copies the collections. */
  public DeviceInfo {
    heaps = List.copyOf(heaps);
    features = Set.copyOf(features);
  }

  /** Whether it can be opened. */
  public boolean usable() {
    return refusal == null;
  }

  /** Size of the device's own memory in bytes; the sum, if there are several. */
  public long deviceLocalBytes() {
    return heaps.stream().filter(MemoryHeap::deviceLocal).mapToLong(MemoryHeap::sizeBytes).sum();
  }

  /** The same device with another verdict. */
  DeviceInfo judged(boolean isChosen, String why) {
    return new DeviceInfo(
        index,
        name,
        type,
        uuid,
        vendorId,
        deviceId,
        driverName,
        driverInfo,
        driverId,
        driverVersion,
        apiVersion,
        limits,
        heaps,
        features,
        refusal,
        isChosen,
        why);
  }

  /** {@code 0: NVIDIA H200 (discrete)}, for messages. */
  String title() {
    return index + ": " + name + " (" + type.name().toLowerCase(java.util.Locale.ROOT) + ")";
  }
}
