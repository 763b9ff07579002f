package dev.fkc.vulkan;

import dev.fkc.vulkan.internal.DeviceContext;
import dev.fkc.vulkan.internal.GpuBuffer;

/** Lets tests of other packages see what is inside a device. */
public final class DeviceAccess {
  private DeviceAccess() {}

  /** What a device is made of. */
  public static DeviceContext context(VulkanDevice device) {
    return device.context();
  }

  /** What a buffer is made of. */
  public static GpuBuffer memory(DeviceBuffer buffer) {
    return buffer.memory();
  }
}
