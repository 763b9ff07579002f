package dev.fkc.vulkan;

import dev.fkc.vulkan.internal.DeviceContext;
import java.util.List;

/** The Vulkan devices of this machine. */
public final class VulkanDevices {
  private VulkanDevices() {}

  /**
   * All devices, in the order of their index, each with the verdict that it gets when nothing in
   * particular is asked for.
   *
   * @throws VulkanUnavailableException if there is no loader or no driver, or Vulkan is switched
   *     off
   */
  public static List<DeviceInfo> list() {
    return DeviceContext.list(DeviceRanking::judge);
  }
}
