package dev.fkc.vulkan.internal;

import static org.lwjgl.vulkan.EXTDebugUtils.*;
import static org.lwjgl.vulkan.VK12.VK_FALSE;

import java.nio.LongBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkDebugUtilsMessengerCallbackDataEXT;
import org.lwjgl.vulkan.VkDebugUtilsMessengerCallbackEXT;
import org.lwjgl.vulkan.VkDebugUtilsMessengerCreateInfoEXT;
import org.lwjgl.vulkan.VkInstance;

/**
 * A {@code VkDebugUtilsMessengerEXT}: carries what the validation layer says into {@link
 * ValidationMessages}. Its callback also listens while the instance is made and destroyed, so it is
 * freed after the instance.
 */
final class DebugMessenger {
  private final VkDebugUtilsMessengerCallbackEXT callback;
  private long handle;

  private DebugMessenger(VkDebugUtilsMessengerCallbackEXT callback) {
    this.callback = callback;
  }

  static DebugMessenger create() {
    return new DebugMessenger(
        VkDebugUtilsMessengerCallbackEXT.create(
            (severity, types, data, userData) -> {
              boolean error =
                  (severity & VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT) != 0
                      && (types & VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT) != 0;
              ValidationMessages.note(
                  error, VkDebugUtilsMessengerCallbackDataEXT.create(data).pMessageString());
              return VK_FALSE;
            }));
  }

  /**
   * Fills the create info; its address can also stand in the chain of the instance's create info.
   */
  VkDebugUtilsMessengerCreateInfoEXT fill(VkDebugUtilsMessengerCreateInfoEXT info) {
    return info.sType$Default()
        .messageSeverity(
            VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT
                | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT)
        .messageType(
            VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT
                | VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT
                | VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT)
        .pfnUserCallback(callback);
  }

  void attach(VkInstance instance) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      LongBuffer pointer = stack.mallocLong(1);
      VulkanResults.check(
          vkCreateDebugUtilsMessengerEXT(
              instance, fill(VkDebugUtilsMessengerCreateInfoEXT.calloc(stack)), null, pointer),
          "vkCreateDebugUtilsMessengerEXT",
          "the instance");
      handle = pointer.get(0);
    }
  }

  void detach(VkInstance instance) {
    vkDestroyDebugUtilsMessengerEXT(instance, handle, null);
  }

  void free() {
    callback.free();
  }
}
