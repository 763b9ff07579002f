package dev.fkc.vulkan.internal;

import dev.fkc.vulkan.VulkanUnavailableException;
import dev.fkc.vulkan.VulkanUnavailableException.Reason;
import org.jspecify.annotations.Nullable;
import org.lwjgl.system.Configuration;
import org.lwjgl.vulkan.VK;

/**
 * The Vulkan loader library of this machine, looked for once per process; the outcome is
 * remembered, so that every later attempt tells the same story at no cost.
 *
 * <p>A missing library surfaces as an {@link UnsatisfiedLinkError} at first and, since the
 * binding's class could then not be initialized, as a {@link NoClassDefFoundError} ever after: both
 * are {@link LinkageError}s and neither is an {@link Exception}.
 */
final class VulkanLoader {
  private static boolean tried;
  private static @Nullable LinkageError failure;

  private VulkanLoader() {}

  /**
   * Returns if the loader is there.
   *
   * @throws VulkanUnavailableException if it is not, or Vulkan is switched off
   */
  static synchronized void require() {
    if (System.getProperty("fkc.vulkan", "on").equalsIgnoreCase("off")) {
      throw new VulkanUnavailableException(
          Reason.SWITCHED_OFF, "Vulkan is switched off by -Dfkc.vulkan=off");
    }
    if (!tried) {
      tried = true;
      try {
        chooseMemoryBackend();
        VK.getInstanceVersionSupported();
      } catch (LinkageError e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw new VulkanUnavailableException(
          Reason.NO_LOADER,
          "no Vulkan loader: the Vulkan library of this system could not be loaded ("
              + failure.getMessage()
              + "). Install it (Debian, Ubuntu: apt install libvulkan1 mesa-vulkan-drivers; macOS:"
              + " MoltenVK from the Vulkan SDK; Windows: it comes with the graphics driver)",
          failure);
    }
  }

  /**
   * From Java 25 on, the binding's default way to native memory makes the JVM print warnings; its
   * other way prints none and is as fast. An application that has chosen keeps its choice.
   */
  static void chooseMemoryBackend() {
    if (Runtime.version().feature() >= 25 && Configuration.MEMORY_BACKEND.get() == null) {
      Configuration.MEMORY_BACKEND.set("ffm");
    }
  }
}
