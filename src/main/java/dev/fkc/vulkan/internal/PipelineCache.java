package dev.fkc.vulkan.internal;

import static org.lwjgl.vulkan.VK10.*;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VkPipelineCacheCreateInfo;

/**
 * A {@code VkPipelineCache} that is kept on disk between runs. A cache that cannot be read or
 * written is only slower, so that problems are logged for debugging and otherwise ignored.
 *
 * <p>System property {@code fkc.pipelineCache}: a folder, or {@code off}. The default is {@code
 * $XDG_CACHE_HOME/fuel-vulkan-kernels}, or what stands for it on the platform. Processes that close
 * their devices at the same time each leave a whole file; what was on disk by then is merged in.
 */
final class PipelineCache implements AutoCloseable {
  static final String PROPERTY = "fkc.pipelineCache";

  private final LogicalDevice device;
  private final long handle;
  private final @Nullable CacheFile file;
  private final byte[] loaded;
  private final AtomicBoolean grown = new AtomicBoolean();

  /** In the folder that the system property names. */
  PipelineCache(LogicalDevice device, String identity) {
    this(device, identity, folder());
  }

  /**
   * A cache.
   *
   * @param identity of library, driver and device; a cache of another one is not read
   * @param folder where it is kept; null if it is not kept
   */
  PipelineCache(LogicalDevice device, String identity, @Nullable Path folder) {
    this.device = device;
    this.file = folder == null ? null : new CacheFile(folder, identity);
    this.loaded = file == null ? new byte[0] : file.read();
    this.handle = create(loaded);
  }

  private long create(byte[] data) {
    ByteBuffer initial =
        data.length == 0 ? null : MemoryUtil.memAlloc(data.length).put(data).flip();
    try (MemoryStack stack = MemoryStack.stackPush()) {
      LongBuffer pointer = stack.mallocLong(1);
      VkPipelineCacheCreateInfo info = VkPipelineCacheCreateInfo.calloc(stack).sType$Default();
      info.pInitialData(initial);
      device.check(
          vkCreatePipelineCache(device.handle(), info, null, pointer),
          "vkCreatePipelineCache",
          "device '" + device.label() + "'");
      return pointer.get(0);
    } finally {
      MemoryUtil.memFree(initial);
    }
  }

  private static @Nullable Path folder() {
    String place = System.getProperty(PROPERTY, "");
    return place.equals("off") ? null : place.isEmpty() ? defaultFolder() : Path.of(place);
  }

  private static Path defaultFolder() {
    String xdg = System.getenv("XDG_CACHE_HOME");
    String local = System.getenv("LOCALAPPDATA");
    String home = System.getProperty("user.home", ".");
    Path base;
    if (xdg != null && !xdg.isEmpty()) {
      base = Path.of(xdg);
    } else if (local != null) {
      base = Path.of(local);
    } else if (System.getProperty("os.name", "").startsWith("Mac")) {
      base = Path.of(home, "Library", "Caches");
    } else {
      base = Path.of(home, ".cache");
    }
    return base.resolve("fuel-vulkan-kernels");
  }

  long handle() {
    return handle;
  }

  /** How many bytes came from disk. */
  int loadedBytes() {
    return loaded.length;
  }

  /** A pipeline was made: what is on disk is no longer all. */
  void grown() {
    grown.set(true);
  }

  /** Writes the cache if it grew. */
  void save() {
    if (file == null || !grown.getAndSet(false)) {
      return;
    }
    byte[] onDisk = file.read();
    if (onDisk.length > 0 && !Arrays.equals(onDisk, loaded)) {
      merge(onDisk);
    }
    byte[] data = data();
    if (data.length > 0 && !Arrays.equals(data, onDisk)) {
      file.write(data);
    }
  }

  private void merge(byte[] other) {
    long merged = create(other);
    vkMergePipelineCaches(device.handle(), handle, new long[] {merged});
    vkDestroyPipelineCache(device.handle(), merged, null);
  }

  private byte[] data() {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      PointerBuffer size = stack.mallocPointer(1);
      if (vkGetPipelineCacheData(device.handle(), handle, size, null) != VK_SUCCESS) {
        return new byte[0];
      }
      ByteBuffer data = MemoryUtil.memAlloc((int) size.get(0));
      try {
        if (vkGetPipelineCacheData(device.handle(), handle, size, data) != VK_SUCCESS) {
          return new byte[0];
        }
        byte[] bytes = new byte[(int) size.get(0)];
        data.get(0, bytes);
        return bytes;
      } finally {
        MemoryUtil.memFree(data);
      }
    }
  }

  @Override
  public void close() {
    try {
      save();
    } finally {
      vkDestroyPipelineCache(device.handle(), handle, null);
    }
  }
}
