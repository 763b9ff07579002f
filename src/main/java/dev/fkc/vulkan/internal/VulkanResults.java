package dev.fkc.vulkan.internal;

import static org.lwjgl.vulkan.VK11.VK_ERROR_OUT_OF_POOL_MEMORY;
import static org.lwjgl.vulkan.VK12.*;

import dev.fkc.vulkan.VulkanException;

/** Names of {@code VkResult} codes, and the check for calls that belong to no device. */
final class VulkanResults {
  private VulkanResults() {}

  /**
   * Throws unless a call succeeded.
   *
   * @param call name of the Vulkan function
   * @param object what it was called for
   */
  static void check(int result, String call, String object) {
    if (result < 0) {
      throw new VulkanException(failure(result, call, object));
    }
  }

  static String failure(int result, String call, String object) {
    return call + " for " + object + " failed: " + name(result);
  }

  static String name(int result) {
    return switch (result) {
      case VK_SUCCESS -> "VK_SUCCESS";
      case VK_NOT_READY -> "VK_NOT_READY";
      case VK_TIMEOUT -> "VK_TIMEOUT";
      case VK_INCOMPLETE -> "VK_INCOMPLETE";
      case VK_ERROR_OUT_OF_HOST_MEMORY -> "VK_ERROR_OUT_OF_HOST_MEMORY";
      case VK_ERROR_OUT_OF_DEVICE_MEMORY -> "VK_ERROR_OUT_OF_DEVICE_MEMORY";
      case VK_ERROR_INITIALIZATION_FAILED -> "VK_ERROR_INITIALIZATION_FAILED";
      case VK_ERROR_DEVICE_LOST -> "VK_ERROR_DEVICE_LOST";
      case VK_ERROR_MEMORY_MAP_FAILED -> "VK_ERROR_MEMORY_MAP_FAILED";
      case VK_ERROR_LAYER_NOT_PRESENT -> "VK_ERROR_LAYER_NOT_PRESENT";
      case VK_ERROR_EXTENSION_NOT_PRESENT -> "VK_ERROR_EXTENSION_NOT_PRESENT";
      case VK_ERROR_FEATURE_NOT_PRESENT -> "VK_ERROR_FEATURE_NOT_PRESENT";
      case VK_ERROR_INCOMPATIBLE_DRIVER -> "VK_ERROR_INCOMPATIBLE_DRIVER";
      case VK_ERROR_TOO_MANY_OBJECTS -> "VK_ERROR_TOO_MANY_OBJECTS";
      case VK_ERROR_FRAGMENTED_POOL -> "VK_ERROR_FRAGMENTED_POOL";
      case VK_ERROR_UNKNOWN -> "VK_ERROR_UNKNOWN";
      case VK_ERROR_OUT_OF_POOL_MEMORY -> "VK_ERROR_OUT_OF_POOL_MEMORY";
      case VK_ERROR_INVALID_EXTERNAL_HANDLE -> "VK_ERROR_INVALID_EXTERNAL_HANDLE";
      case VK_ERROR_FRAGMENTATION -> "VK_ERROR_FRAGMENTATION";
      default -> "VkResult " + result;
    };
  }
}
