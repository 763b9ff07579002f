package dev.fkc.vulkan.internal;

import static org.lwjgl.vulkan.KHRMaintenance4.VK_KHR_MAINTENANCE_4_EXTENSION_NAME;
import static org.lwjgl.vulkan.KHRPushDescriptor.VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME;
import static org.lwjgl.vulkan.VK12.*;

import dev.fkc.vulkan.DeviceFeature;
import dev.fkc.vulkan.DeviceInfo;
import dev.fkc.vulkan.DeviceLimits;
import dev.fkc.vulkan.DeviceType;
import dev.fkc.vulkan.MemoryHeap;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkExtensionProperties;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkPhysicalDeviceFeatures2;
import org.lwjgl.vulkan.VkPhysicalDeviceLimits;
import org.lwjgl.vulkan.VkPhysicalDeviceMaintenance4PropertiesKHR;
import org.lwjgl.vulkan.VkPhysicalDeviceMemoryProperties;
import org.lwjgl.vulkan.VkPhysicalDeviceProperties;
import org.lwjgl.vulkan.VkPhysicalDeviceProperties2;
import org.lwjgl.vulkan.VkPhysicalDeviceVulkan11Properties;
import org.lwjgl.vulkan.VkPhysicalDeviceVulkan12Features;
import org.lwjgl.vulkan.VkPhysicalDeviceVulkan12Properties;
import org.lwjgl.vulkan.VkQueueFamilyProperties;

/**
 * A {@code VkPhysicalDevice} and what it says about itself. Valid as long as its instance.
 *
 * @param handle the Vulkan object
 * @param info for people and for the choice of a device
 * @param extensions names of the extensions that it offers
 * @param queueFamily the family that kernels are submitted to; -1 if none can compute
 */
record PhysicalDevice(
    VkPhysicalDevice handle, DeviceInfo info, Set<String> extensions, int queueFamily) {

  /** What the host sees of a card's memory where the system cannot show it all. */
  private static final long CLASSIC_WINDOW_BYTES = 256L << 20;

  /** Whether host and device have the same memory. */
  boolean sharesMemory() {
    return info.type() == DeviceType.INTEGRATED || info.type() == DeviceType.CPU;
  }

  /** All devices of the instance, in the loader's order. */
  static List<PhysicalDevice> all(VulkanInstance instance) {
    List<PhysicalDevice> devices = new ArrayList<>();
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer count = stack.mallocInt(1);
      String call = "vkEnumeratePhysicalDevices";
      VulkanResults.check(
          vkEnumeratePhysicalDevices(instance.handle(), count, null), call, "the instance");
      if (count.get(0) == 0) {
        return devices;
      }
      PointerBuffer pointers = stack.mallocPointer(count.get(0));
      VulkanResults.check(
          vkEnumeratePhysicalDevices(instance.handle(), count, pointers), call, "the instance");
      for (int i = 0; i < count.get(0); i++) {
        devices.add(describe(i, new VkPhysicalDevice(pointers.get(i), instance.handle())));
      }
    }
    return devices;
  }

  private static PhysicalDevice describe(int index, VkPhysicalDevice handle) {
    try (MemoryStack stack = MemoryStack.stackPush();
        VkPhysicalDeviceProperties basic = VkPhysicalDeviceProperties.calloc();
        VkPhysicalDeviceProperties2 properties = VkPhysicalDeviceProperties2.calloc()) {
      vkGetPhysicalDeviceProperties(handle, basic);
      boolean modern = basic.apiVersion() >= VK_API_VERSION_1_2;
      Set<String> extensions = extensions(handle);
      VkPhysicalDeviceVulkan11Properties v11 =
          VkPhysicalDeviceVulkan11Properties.calloc(stack).sType$Default();
      VkPhysicalDeviceVulkan12Properties v12 =
          VkPhysicalDeviceVulkan12Properties.calloc(stack).sType$Default();
      VkPhysicalDeviceMaintenance4PropertiesKHR buffers =
          VkPhysicalDeviceMaintenance4PropertiesKHR.calloc(stack).sType$Default();
      if (modern) {
        properties.sType$Default().pNext(v11).pNext(v12);
        if (extensions.contains(VK_KHR_MAINTENANCE_4_EXTENSION_NAME)) {
          properties.pNext(buffers);
        }
        vkGetPhysicalDeviceProperties2(handle, properties);
      }
      long maxBuffer = buffers.maxBufferSize() <= 0 ? Long.MAX_VALUE : buffers.maxBufferSize();
      VkQueueFamilyProperties.Buffer families = families(handle, stack);
      int family = computeFamily(families);
      VkPhysicalDeviceVulkan12Features features =
          VkPhysicalDeviceVulkan12Features.calloc(stack).sType$Default();
      boolean int64 = modern && features(handle, features, stack);
      DeviceInfo info =
          new DeviceInfo(
              index,
              basic.deviceNameString(),
              type(basic.deviceType()),
              uuid(v11.deviceUUID()),
              basic.vendorID(),
              basic.deviceID(),
              v12.driverNameString(),
              v12.driverInfoString(),
              v12.driverID(),
              basic.driverVersion(),
              version(basic.apiVersion()),
              limits(
                  basic.limits(),
                  v11,
                  maxBuffer,
                  family < 0 ? 0 : families.get(family).timestampValidBits()),
              heaps(handle, stack),
              optional(extensions, features, int64, basic.deviceType(), handle, stack),
              refusal(basic.apiVersion(), family, features),
              false,
              "");
      return new PhysicalDevice(handle, info, extensions, family);
    }
  }

  private static @Nullable String refusal(
      int apiVersion, int family, VkPhysicalDeviceVulkan12Features features) {
    if (apiVersion < VK_API_VERSION_1_2) {
      return "its driver offers Vulkan "
          + version(apiVersion)
          + " and 1.2 is needed; install a newer driver";
    }
    if (family < 0) {
      return "it has no queue that runs compute shaders";
    }
    if (!features.timelineSemaphore()) {
      return "its driver has no timeline semaphores; install a newer driver";
    }
    return null;
  }

  private static boolean features(
      VkPhysicalDevice handle, VkPhysicalDeviceVulkan12Features v12, MemoryStack stack) {
    VkPhysicalDeviceFeatures2 all =
        VkPhysicalDeviceFeatures2.calloc(stack).sType$Default().pNext(v12);
    vkGetPhysicalDeviceFeatures2(handle, all);
    return all.features().shaderInt64();
  }

  private static Set<DeviceFeature> optional(
      Set<String> extensions,
      VkPhysicalDeviceVulkan12Features features,
      boolean int64,
      int deviceType,
      VkPhysicalDevice handle,
      MemoryStack stack) {
    Set<DeviceFeature> found = EnumSet.noneOf(DeviceFeature.class);
    if (extensions.contains(VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME)) {
      found.add(DeviceFeature.PUSH_DESCRIPTORS);
    }
    if (int64) {
      found.add(DeviceFeature.INT64);
    }
    if (int64 && features.bufferDeviceAddress()) {
      found.add(DeviceFeature.BUFFER_ADDRESSES);
    }
    boolean sharesMemory =
        deviceType == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU
            || deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    if (mapsOwnMemory(handle, sharesMemory ? 0 : CLASSIC_WINDOW_BYTES, stack)) {
      found.add(DeviceFeature.DIRECT_TRANSFERS);
    }
    return found;
  }

  /** Whether the host can write to a heap of the device's own that is larger than some size. */
  private static boolean mapsOwnMemory(VkPhysicalDevice handle, long above, MemoryStack stack) {
    int wanted = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT;
    VkPhysicalDeviceMemoryProperties memory = VkPhysicalDeviceMemoryProperties.malloc(stack);
    vkGetPhysicalDeviceMemoryProperties(handle, memory);
    for (int i = 0; i < memory.memoryTypeCount(); i++) {
      if ((memory.memoryTypes(i).propertyFlags() & wanted) == wanted
          && memory.memoryHeaps(memory.memoryTypes(i).heapIndex()).size() > above) {
        return true;
      }
    }
    return false;
  }

  private static List<MemoryHeap> heaps(VkPhysicalDevice handle, MemoryStack stack) {
    VkPhysicalDeviceMemoryProperties memory = VkPhysicalDeviceMemoryProperties.malloc(stack);
    vkGetPhysicalDeviceMemoryProperties(handle, memory);
    List<MemoryHeap> heaps = new ArrayList<>();
    for (int h = 0; h < memory.memoryHeapCount(); h++) {
      boolean visible = false;
      for (int t = 0; t < memory.memoryTypeCount(); t++) {
        visible |=
            memory.memoryTypes(t).heapIndex() == h
                && (memory.memoryTypes(t).propertyFlags() & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT)
                    != 0;
      }
      heaps.add(
          new MemoryHeap(
              memory.memoryHeaps(h).size(),
              (memory.memoryHeaps(h).flags() & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0,
              visible));
    }
    return heaps;
  }

  private static VkQueueFamilyProperties.Buffer families(
      VkPhysicalDevice handle, MemoryStack stack) {
    IntBuffer count = stack.mallocInt(1);
    vkGetPhysicalDeviceQueueFamilyProperties(handle, count, null);
    VkQueueFamilyProperties.Buffer families = VkQueueFamilyProperties.malloc(count.get(0), stack);
    vkGetPhysicalDeviceQueueFamilyProperties(handle, count, families);
    return families;
  }

  /**
   * The first family that computes. That is the general one on the usual devices; a compute-only
   * family runs the same shaders no faster when nothing else is drawn.
   */
  private static int computeFamily(VkQueueFamilyProperties.Buffer families) {
    for (int i = 0; i < families.capacity(); i++) {
      if ((families.get(i).queueFlags() & VK_QUEUE_COMPUTE_BIT) != 0) {
        return i;
      }
    }
    return -1;
  }

  private static Set<String> extensions(VkPhysicalDevice handle) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer count = stack.mallocInt(1);
      String call = "vkEnumerateDeviceExtensionProperties";
      VulkanResults.check(
          vkEnumerateDeviceExtensionProperties(handle, (String) null, count, null),
          call,
          "a device");
      try (VkExtensionProperties.Buffer found = VkExtensionProperties.malloc(count.get(0))) {
        VulkanResults.check(
            vkEnumerateDeviceExtensionProperties(handle, (String) null, count, found),
            call,
            "a device");
        Set<String> names = new HashSet<>();
        for (int i = 0; i < count.get(0); i++) {
          names.add(found.get(i).extensionNameString());
        }
        return Set.copyOf(names);
      }
    }
  }

  private static DeviceLimits limits(
      VkPhysicalDeviceLimits limits,
      VkPhysicalDeviceVulkan11Properties v11,
      long maxBuffer,
      int timestampBits) {
    return new DeviceLimits(
        Integer.toUnsignedLong(limits.maxStorageBufferRange()),
        maxBuffer,
        v11.maxMemoryAllocationSize(),
        Integer.toUnsignedLong(limits.maxComputeWorkGroupCount(0)),
        Integer.toUnsignedLong(limits.maxComputeWorkGroupCount(1)),
        Integer.toUnsignedLong(limits.maxComputeWorkGroupCount(2)),
        limits.maxComputeWorkGroupInvocations(),
        limits.maxComputeSharedMemorySize(),
        limits.maxPushConstantsSize(),
        limits.minStorageBufferOffsetAlignment(),
        limits.nonCoherentAtomSize(),
        v11.subgroupSize(),
        timestampBits,
        limits.timestampPeriod());
  }

  private static DeviceType type(int type) {
    return switch (type) {
      case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU -> DeviceType.DISCRETE;
      case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU -> DeviceType.INTEGRATED;
      case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU -> DeviceType.VIRTUAL;
      case VK_PHYSICAL_DEVICE_TYPE_CPU -> DeviceType.CPU;
      default -> DeviceType.OTHER;
    };
  }

  private static UUID uuid(ByteBuffer bytes) {
    ByteBuffer ordered = bytes.duplicate().order(ByteOrder.BIG_ENDIAN);
    return new UUID(ordered.getLong(0), ordered.getLong(8));
  }

  private static String version(int version) {
    return VK_VERSION_MAJOR(version)
        + "."
        + VK_VERSION_MINOR(version)
        + "."
        + VK_VERSION_PATCH(version);
  }
}
