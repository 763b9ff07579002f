package dev.fkc.vulkan.internal;

import static org.lwjgl.vulkan.EXTDebugUtils.*;
import static org.lwjgl.vulkan.EXTValidationFeatures.*;
import static org.lwjgl.vulkan.KHRPortabilityEnumeration.*;
import static org.lwjgl.vulkan.VK12.*;

import dev.fkc.vulkan.VulkanUnavailableException;
import dev.fkc.vulkan.VulkanUnavailableException.Reason;
import java.nio.IntBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VK;
import org.lwjgl.vulkan.VkApplicationInfo;
import org.lwjgl.vulkan.VkDebugUtilsMessengerCreateInfoEXT;
import org.lwjgl.vulkan.VkExtensionProperties;
import org.lwjgl.vulkan.VkInstance;
import org.lwjgl.vulkan.VkInstanceCreateInfo;
import org.lwjgl.vulkan.VkLayerProperties;
import org.lwjgl.vulkan.VkValidationFeaturesEXT;

/**
 * A {@code VkInstance}, shared by everyone in the process who wants the same validation, counted,
 * and destroyed when the last one closes their share. Safe for use from any thread.
 */
final class VulkanInstance implements AutoCloseable {
  private static final String VALIDATION_LAYER = "VK_LAYER_KHRONOS_validation";
  private static final Map<Boolean, VulkanInstance> SHARED = new HashMap<>();

  private final VkInstance handle;
  private final boolean validation;
  private final boolean names;
  private final @Nullable DebugMessenger messenger;
  private int shares;

  private VulkanInstance(
      VkInstance handle, boolean validation, boolean names, @Nullable DebugMessenger messenger) {
    this.handle = handle;
    this.validation = validation;
    this.names = names;
    this.messenger = messenger;
  }

  /**
   * A share of the instance; close it once.
   *
   * @throws VulkanUnavailableException if there is no loader, no instance, or validation is asked
   *     for and not installed
   */
  static VulkanInstance acquire(boolean validation) {
    VulkanLoader.require();
    synchronized (SHARED) {
      VulkanInstance instance = SHARED.get(validation);
      if (instance == null) {
        instance = create(validation);
        SHARED.put(validation, instance);
      }
      instance.shares++;
      return instance;
    }
  }

  private static VulkanInstance create(boolean validation) {
    if (VK.getInstanceVersionSupported() < VK_MAKE_VERSION(1, 1, 0)) {
      throw new VulkanUnavailableException(
          Reason.NO_INSTANCE, "the Vulkan loader speaks Vulkan 1.0 only; install a newer one");
    }
    if (validation && !layers().contains(VALIDATION_LAYER)) {
      throw new VulkanUnavailableException(
          Reason.NO_VALIDATION_LAYER,
          "validation is asked for and "
              + VALIDATION_LAYER
              + " is not installed (Debian, Ubuntu: apt install vulkan-validationlayers; or the"
              + " Vulkan SDK)");
    }
    Set<String> present = extensions(null);
    if (validation) {
      present.addAll(extensions(VALIDATION_LAYER));
    }
    boolean names = present.contains(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
    boolean portability = present.contains(VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
    DebugMessenger messenger = validation && names ? DebugMessenger.create() : null;
    try (MemoryStack stack = MemoryStack.stackPush()) {
      PointerBuffer enabled = stack.mallocPointer(3);
      if (names) {
        enabled.put(stack.UTF8(VK_EXT_DEBUG_UTILS_EXTENSION_NAME));
      }
      if (portability) {
        enabled.put(stack.UTF8(VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME));
      }
      VkApplicationInfo application =
          VkApplicationInfo.calloc(stack)
              .sType$Default()
              .pApplicationName(stack.UTF8("fuel-vulkan-kernels"))
              .apiVersion(VK_API_VERSION_1_2);
      VkInstanceCreateInfo info =
          VkInstanceCreateInfo.calloc(stack)
              .sType$Default()
              .pApplicationInfo(application)
              .flags(portability ? VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR : 0);
      if (validation) {
        info.ppEnabledLayerNames(stack.pointers(stack.UTF8(VALIDATION_LAYER)));
        if ("sync".equals(System.getProperty("fkc.validation"))
            && present.contains(VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME)) {
          enabled.put(stack.UTF8(VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME));
          info.pNext(
              VkValidationFeaturesEXT.calloc(stack)
                  .sType$Default()
                  .pEnabledValidationFeatures(
                      stack.ints(VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT)));
        }
        if (messenger != null) {
          info.pNext(messenger.fill(VkDebugUtilsMessengerCreateInfoEXT.calloc(stack)));
        }
      }
      info.ppEnabledExtensionNames(enabled.flip());
      PointerBuffer pointer = stack.mallocPointer(1);
      int result = vkCreateInstance(info, null, pointer);
      if (result != VK_SUCCESS) {
        if (messenger != null) {
          messenger.free();
        }
        throw noInstance(result, "vkCreateInstance", "fuel-vulkan-kernels");
      }
      VkInstance handle = new VkInstance(pointer.get(0), info);
      if (messenger != null) {
        messenger.attach(handle);
      }
      return new VulkanInstance(handle, validation, names, messenger);
    }
  }

  private static VulkanUnavailableException noInstance(int result, String call, String object) {
    return new VulkanUnavailableException(
        Reason.NO_INSTANCE,
        VulkanResults.failure(result, call, object)
            + ". The loader is there and no driver works with it: install the driver of your"
            + " graphics card, or a software driver (Debian, Ubuntu: apt install"
            + " mesa-vulkan-drivers); VK_DRIVER_FILES picks one by its manifest file");
  }

  private static void check(int result, String call) {
    if (result < 0) {
      throw noInstance(result, call, "this system");
    }
  }

  private static Set<String> layers() {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer count = stack.mallocInt(1);
      String call = "vkEnumerateInstanceLayerProperties";
      check(vkEnumerateInstanceLayerProperties(count, null), call);
      try (VkLayerProperties.Buffer layers = VkLayerProperties.malloc(count.get(0))) {
        check(vkEnumerateInstanceLayerProperties(count, layers), call);
        Set<String> names = new HashSet<>();
        for (int i = 0; i < count.get(0); i++) {
          names.add(layers.get(i).layerNameString());
        }
        return names;
      }
    }
  }

  private static Set<String> extensions(@Nullable String layer) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer count = stack.mallocInt(1);
      String call = "vkEnumerateInstanceExtensionProperties";
      check(vkEnumerateInstanceExtensionProperties(layer, count, null), call);
      try (VkExtensionProperties.Buffer found = VkExtensionProperties.malloc(count.get(0))) {
        check(vkEnumerateInstanceExtensionProperties(layer, count, found), call);
        Set<String> names = new HashSet<>();
        for (int i = 0; i < count.get(0); i++) {
          names.add(found.get(i).extensionNameString());
        }
        return names;
      }
    }
  }

  VkInstance handle() {
    return handle;
  }

  /** Whether objects can be given names for debuggers and validation messages. */
  boolean namesObjects() {
    return names;
  }

  /** Gives the share back; the last one destroys the instance. */
  @Override
  public void close() {
    synchronized (SHARED) {
      if (--shares == 0) {
        SHARED.remove(validation, this);
        if (messenger != null) {
          messenger.detach(handle);
        }
        vkDestroyInstance(handle, null);
        if (messenger != null) {
          messenger.free();
        }
      }
    }
  }
}
