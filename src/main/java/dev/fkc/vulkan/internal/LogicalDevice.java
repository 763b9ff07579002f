package dev.fkc.vulkan.internal;

import static org.lwjgl.vulkan.EXTDebugUtils.vkSetDebugUtilsObjectNameEXT;
import static org.lwjgl.vulkan.KHRPushDescriptor.VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME;
import static org.lwjgl.vulkan.VK12.*;

import dev.fkc.vulkan.DeviceFeature;
import dev.fkc.vulkan.DeviceInfo;
import dev.fkc.vulkan.DeviceLostException;
import dev.fkc.vulkan.DeviceOptions;
import dev.fkc.vulkan.VulkanException;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkDebugUtilsObjectNameInfoEXT;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkDeviceCreateInfo;
import org.lwjgl.vulkan.VkDeviceQueueCreateInfo;
import org.lwjgl.vulkan.VkPhysicalDeviceFeatures2;
import org.lwjgl.vulkan.VkPhysicalDeviceVulkan12Features;

/**
 * A {@code VkDevice} with the features that the library needs and, of the optional ones, those that
 * are present and not left out by the options. Remembers whether the device was lost. Safe for use
 * from any thread.
 */
public final class LogicalDevice implements AutoCloseable {
  private static final String PORTABILITY_SUBSET = "VK_KHR_portability_subset";

  private final VkDevice handle;
  private final PhysicalDevice physical;
  private final String label;
  private final Set<DeviceFeature> features;
  private final boolean names;
  private final CallGate gate;
  private volatile @Nullable String loss;

  private LogicalDevice(
      VkDevice handle,
      PhysicalDevice physical,
      String label,
      Set<DeviceFeature> features,
      boolean names) {
    this.handle = handle;
    this.physical = physical;
    this.label = label;
    this.features = features;
    this.names = names;
    this.gate = new CallGate(label);
  }

  static LogicalDevice create(
      VulkanInstance instance, PhysicalDevice physical, DeviceOptions options) {
    EnumSet<DeviceFeature> features = EnumSet.noneOf(DeviceFeature.class);
    for (DeviceFeature feature : physical.info().features()) {
      if (!options.isWithout(feature)) {
        features.add(feature);
      }
    }
    if (!features.contains(DeviceFeature.INT64)) {
      features.remove(DeviceFeature.BUFFER_ADDRESSES);
    }
    try (MemoryStack stack = MemoryStack.stackPush()) {
      VkPhysicalDeviceVulkan12Features v12 =
          VkPhysicalDeviceVulkan12Features.calloc(stack)
              .sType$Default()
              .timelineSemaphore(true)
              .bufferDeviceAddress(features.contains(DeviceFeature.BUFFER_ADDRESSES));
      VkPhysicalDeviceFeatures2 enabled = VkPhysicalDeviceFeatures2.calloc(stack).sType$Default();
      enabled.features().shaderInt64(features.contains(DeviceFeature.INT64));
      PointerBuffer extensions = stack.mallocPointer(2);
      if (features.contains(DeviceFeature.PUSH_DESCRIPTORS)) {
        extensions.put(stack.UTF8(VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME));
      }
      if (physical.extensions().contains(PORTABILITY_SUBSET)) {
        extensions.put(stack.UTF8(PORTABILITY_SUBSET));
      }
      VkDeviceQueueCreateInfo.Buffer queues =
          VkDeviceQueueCreateInfo.calloc(1, stack)
              .sType$Default()
              .queueFamilyIndex(physical.queueFamily())
              .pQueuePriorities(stack.floats(1f));
      VkDeviceCreateInfo info =
          VkDeviceCreateInfo.calloc(stack)
              .sType$Default()
              .pNext(enabled)
              .pNext(v12)
              .pQueueCreateInfos(queues)
              .ppEnabledExtensionNames(extensions.flip());
      PointerBuffer pointer = stack.mallocPointer(1);
      VulkanResults.check(
          vkCreateDevice(physical.handle(), info, null, pointer),
          "vkCreateDevice",
          "device '" + options.label() + "' on " + physical.info().name());
      VkDevice handle = new VkDevice(pointer.get(0), physical.handle(), info, VK_API_VERSION_1_2);
      return new LogicalDevice(
          handle, physical, options.label(), Set.copyOf(features), instance.namesObjects());
    }
  }

  /** The Vulkan object. */
  public VkDevice handle() {
    return handle;
  }

  PhysicalDevice physical() {
    return physical;
  }

  /** What the device says about itself. */
  public DeviceInfo info() {
    return physical.info();
  }

  /** Label of the device. */
  public String label() {
    return label;
  }

  /** The way in, for calls that reach the driver. */
  CallGate gate() {
    return gate;
  }

  /**
   * Begins a call that reaches the driver; {@link CallGate#leave} ends it.
   *
   * @throws IllegalStateException if the device is closed
   * @throws DeviceLostException if it was lost
   */
  void enter() {
    gate.enter();
    try {
      requireAlive();
    } catch (RuntimeException e) {
      gate.leave();
      throw e;
    }
  }

  /** Whether an optional feature is there and in use. */
  public boolean has(DeviceFeature feature) {
    return features.contains(feature);
  }

  /**
   * Throws unless a call succeeded; remembers a lost device.
   *
   * @param call name of the Vulkan function
   * @param object what it was called for: kind and label
   */
  public void check(int result, String call, String object) {
    if (result < 0) {
      throw failed(result, call, object);
    }
  }

  private VulkanException failed(int result, String call, String object) {
    String failure = VulkanResults.failure(result, call, object);
    if (result == VK_ERROR_DEVICE_LOST) {
      String story =
          "device '"
              + label
              + "' ("
              + info().name()
              + ") was lost; close it and open it again: "
              + failure;
      loss = story;
      return new DeviceLostException(story);
    }
    return new VulkanException(failure);
  }

  /** Whether a call has found the device lost. */
  boolean isLost() {
    return loss != null;
  }

  /** Fails fast once the device was lost. */
  void requireAlive() {
    String story = loss;
    if (story != null) {
      throw new DeviceLostException(story);
    }
  }

  /** Names an object for debuggers and validation messages, where the loader can. */
  public void name(int objectType, long object, String name) {
    if (names) {
      try (MemoryStack stack = MemoryStack.stackPush()) {
        vkSetDebugUtilsObjectNameEXT(
            handle,
            VkDebugUtilsObjectNameInfoEXT.calloc(stack)
                .sType$Default()
                .objectType(objectType)
                .objectHandle(object)
                .pObjectName(name.length() < 1024 ? stack.UTF8(name) : null));
      }
    }
  }

  /** Waits for the device to finish what it does; a lost device has. */
  void waitIdle() {
    int result = vkDeviceWaitIdle(handle);
    if (result != VK_ERROR_DEVICE_LOST) {
      check(result, "vkDeviceWaitIdle", "device '" + label + "'");
    }
  }

  @Override
  public void close() {
    vkDestroyDevice(handle, null);
  }
}
