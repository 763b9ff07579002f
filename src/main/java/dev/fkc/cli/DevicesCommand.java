package dev.fkc.cli;

import dev.fkc.vulkan.DeviceInfo;
import dev.fkc.vulkan.DeviceLimits;
import dev.fkc.vulkan.MemoryHeap;
import dev.fkc.vulkan.VulkanDevices;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code fkc devices}. */
@Command(
    name = "devices",
    description = "Show every Vulkan device and why it would or would not be chosen.")
final class DevicesCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Mixin FormatOption format = new FormatOption();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    List<DeviceInfo> devices = VulkanDevices.list();
    if (format.isJson()) {
      out.println(Json.text(devices.stream().map(DevicesCommand::json).toList()));
    } else {
      devices.forEach(device -> text(device, out));
    }
    return 0;
  }

  private static void text(DeviceInfo device, PrintWriter out) {
    DeviceLimits limits = device.limits();
    out.println(device.index() + "  " + device.name());
    line(out, "type", word(device.type()) + ", UUID " + device.uuid());
    line(out, "driver", device.driverName() + " " + device.driverInfo());
    line(out, "vulkan", device.apiVersion());
    line(
        out,
        "memory",
        device.heaps().stream().map(DevicesCommand::heap).collect(Collectors.joining(", ")));
    line(
        out,
        "bindings",
        "up to "
            + size(limits.maxStorageBufferRange())
            + " at a time, aligned to "
            + limits.minStorageBufferOffsetAlignment()
            + " bytes");
    line(
        out,
        "buffers",
        "up to "
            + size(limits.maxBufferSize())
            + ", allocations up to "
            + size(limits.maxMemoryAllocationSize()));
    line(
        out,
        "groups",
        limits.maxWorkGroupCountX()
            + " x "
            + limits.maxWorkGroupCountY()
            + " x "
            + limits.maxWorkGroupCountZ()
            + " of up to "
            + limits.maxWorkGroupInvocations()
            + " invocations, subgroups of "
            + limits.subgroupSize());
    line(
        out,
        "features",
        features(device).isEmpty()
            ? "none of the optional ones"
            : String.join(", ", features(device)));
    line(out, "verdict", device.verdict());
  }

  private static void line(PrintWriter out, String label, String value) {
    out.printf(Locale.ROOT, "   %-9s %s%n", label, value);
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static List<String> features(DeviceInfo device) {
    return device.features().stream().sorted().map(DevicesCommand::word).toList();
  }

  private static String heap(MemoryHeap heap) {
    return size(heap.sizeBytes())
        + (heap.deviceLocal() ? " of its own" : " of the host")
        + (heap.deviceLocal() && heap.hostVisible() ? " that the host sees" : "");
  }

  /** A size in the largest binary unit that keeps it a whole number or above ten. */
  static String size(long bytes) {
    if (bytes == Long.MAX_VALUE) {
      return "any size";
    }
    String[] units = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    long value = bytes;
    int unit = 0;
    while (unit < units.length - 1 && (value >= 10 * 1024 || value >= 1024 && value % 1024 == 0)) {
      value /= 1024;
      unit++;
    }
    return value + " " + units[unit];
  }

  private static Json.Fields json(DeviceInfo device) {
    DeviceLimits limits = device.limits();
    return Json.fields()
        .put("index", device.index())
        .put("name", device.name())
        .put("type", word(device.type()))
        .put("uuid", device.uuid())
        .put("vendor_id", device.vendorId() & 0xFFFF_FFFFL)
        .put("device_id", device.deviceId() & 0xFFFF_FFFFL)
        .put("driver_name", device.driverName())
        .put("driver_info", device.driverInfo())
        .put("api_version", device.apiVersion())
        .put("usable", device.usable())
        .put("chosen", device.chosen())
        .put("verdict", device.verdict())
        .put(
            "heaps",
            device.heaps().stream()
                .map(
                    heap ->
                        Json.fields()
                            .put("size_bytes", heap.sizeBytes())
                            .put("device_local", heap.deviceLocal())
                            .put("host_visible", heap.hostVisible()))
                .toList())
        .put("features", features(device))
        .put(
            "limits",
            Json.fields()
                .put("max_storage_buffer_range", limits.maxStorageBufferRange())
                .put("max_buffer_size", limits.maxBufferSize())
                .put("max_memory_allocation_size", limits.maxMemoryAllocationSize())
                .put(
                    "max_work_group_count",
                    List.of(
                        limits.maxWorkGroupCountX(),
                        limits.maxWorkGroupCountY(),
                        limits.maxWorkGroupCountZ()))
                .put("max_work_group_invocations", limits.maxWorkGroupInvocations())
                .put("max_shared_memory_size", limits.maxSharedMemorySize())
                .put("max_push_constants_size", limits.maxPushConstantsSize())
                .put(
                    "min_storage_buffer_offset_alignment", limits.minStorageBufferOffsetAlignment())
                .put("non_coherent_atom_size", limits.nonCoherentAtomSize())
                .put("subgroup_size", limits.subgroupSize())
                .put("timestamp_valid_bits", limits.timestampValidBits())
                .put("timestamp_period_nanos", limits.timestampPeriodNanos()));
  }
}
