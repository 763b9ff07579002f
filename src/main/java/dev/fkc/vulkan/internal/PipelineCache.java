package dev.fkc.vulkan.internal;

import static org.lwjgl.vulkan.VK10.*;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VkPipelineCacheCreateInfo;

/**
 * A {@code VkPipelineCache} that is kept on disk between runs. The file begins with a header of its
 * own, library version, driver and device, and is ignored when that does not match, so that a
 * driver never sees bytes of another one. Written to a temporary file that then takes the place of
 * the old one. A cache that cannot be read or written is only slower.
 *
 * <p>System property {@code fkc.pipelineCache}: a folder, or {@code off}. The default is {@code
 * $XDG_CACHE_HOME/fuel-vulkan-kernels}, or what stands for it on the platform.
 */
final class PipelineCache implements AutoCloseable {
  static final String PROPERTY = "fkc.pipelineCache";

  private final LogicalDevice device;
  private final long handle;
  private final @Nullable Path file;
  private final byte[] header;
  private final AtomicBoolean grown = new AtomicBoolean();

  PipelineCache(LogicalDevice device, String identity) {
    this.device = device;
    this.header =
        ("fuel-vulkan-kernels pipeline cache\n" + identity + "\n").getBytes(StandardCharsets.UTF_8);
    this.file = file(identity);
    byte[] data = read();
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
      handle = pointer.get(0);
    } finally {
      MemoryUtil.memFree(initial);
    }
  }

  private static @Nullable Path file(String identity) {
    String place = System.getProperty(PROPERTY, "");
    if (place.equals("off")) {
      return null;
    }
    Path folder = place.isEmpty() ? defaultFolder() : Path.of(place);
    return folder.resolve("pipelines-" + Integer.toHexString(identity.hashCode()) + ".bin");
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

  private byte[] read() {
    if (file == null || !Files.isRegularFile(file)) {
      return new byte[0];
    }
    try {
      byte[] content = Files.readAllBytes(file);
      boolean matches =
          content.length > header.length
              && Arrays.equals(content, 0, header.length, header, 0, header.length);
      return matches ? Arrays.copyOfRange(content, header.length, content.length) : new byte[0];
    } catch (IOException e) {
      return new byte[0]; // only slower
    }
  }

  long handle() {
    return handle;
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
    try (MemoryStack stack = MemoryStack.stackPush()) {
      PointerBuffer size = stack.mallocPointer(1);
      if (vkGetPipelineCacheData(device.handle(), handle, size, null) != VK_SUCCESS) {
        return;
      }
      ByteBuffer data = MemoryUtil.memAlloc((int) size.get(0));
      try {
        if (vkGetPipelineCacheData(device.handle(), handle, size, data) == VK_SUCCESS) {
          byte[] bytes = Arrays.copyOf(header, header.length + (int) size.get(0));
          data.get(0, bytes, header.length, (int) size.get(0));
          write(file, bytes);
        }
      } finally {
        MemoryUtil.memFree(data);
      }
    }
  }

  private static void write(Path file, byte[] bytes) {
    Path temporary = null;
    try {
      Files.createDirectories(file.getParent());
      temporary = Files.createTempFile(file.getParent(), "pipelines", ".tmp");
      Files.write(temporary, bytes);
      try {
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      deleteQuietly(temporary); // the next run is only slower
    }
  }

  private static void deleteQuietly(@Nullable Path temporary) {
    try {
      if (temporary != null) {
        Files.deleteIfExists(temporary);
      }
    } catch (IOException e) {
      temporary.toFile().deleteOnExit();
    }
  }

  @Override
  public void close() {
    save();
    vkDestroyPipelineCache(device.handle(), handle, null);
  }
}
