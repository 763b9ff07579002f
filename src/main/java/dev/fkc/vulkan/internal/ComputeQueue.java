package dev.fkc.vulkan.internal;

import static org.lwjgl.system.MemoryUtil.memAllocLong;
import static org.lwjgl.system.MemoryUtil.memAllocPointer;
import static org.lwjgl.system.MemoryUtil.memFree;
import static org.lwjgl.vulkan.VK12.*;

import java.nio.LongBuffer;
import java.util.concurrent.locks.ReentrantLock;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkQueue;
import org.lwjgl.vulkan.VkSubmitInfo;
import org.lwjgl.vulkan.VkTimelineSemaphoreSubmitInfo;

/**
 * The {@code VkQueue} that everything is submitted to, one caller at a time. Safe for use from any
 * thread.
 */
final class ComputeQueue implements AutoCloseable {
  private final LogicalDevice device;
  private final Timeline timeline;
  private final VkQueue handle;
  private final ReentrantLock lock = new ReentrantLock();
  private final PointerBuffer commandBuffer = memAllocPointer(1);
  private final LongBuffer semaphore = memAllocLong(1);
  private final LongBuffer signalled = memAllocLong(1);
  private final VkTimelineSemaphoreSubmitInfo values = VkTimelineSemaphoreSubmitInfo.calloc();
  private final VkSubmitInfo info = VkSubmitInfo.calloc();
  private long last;

  ComputeQueue(LogicalDevice device, Timeline timeline) {
    this.device = device;
    this.timeline = timeline;
    try (MemoryStack stack = MemoryStack.stackPush()) {
      PointerBuffer pointer = stack.mallocPointer(1);
      vkGetDeviceQueue(device.handle(), device.physical().queueFamily(), 0, pointer);
      this.handle = new VkQueue(pointer.get(0), device.handle());
    }
    semaphore.put(0, timeline.semaphore());
    values.sType$Default().pSignalSemaphoreValues(signalled);
    info.sType$Default()
        .pNext(values.address())
        .pCommandBuffers(commandBuffer)
        .pSignalSemaphores(semaphore);
  }

  /**
   * Submits commands.
   *
   * @param uses every buffer that the commands touch; all must be open, and are marked with the
   *     value
   * @param object whose commands they are, for errors
   * @return the value of the timeline that says they are done
   */
  long submit(VkCommandBuffer commands, BufferUses uses, String object) {
    lock.lock();
    try {
      device.requireAlive();
      commandBuffer.put(0, commands.address());
      signalled.put(0, last + 1);
      device.check(vkQueueSubmit(handle, info, VK_NULL_HANDLE), "vkQueueSubmit", object);
      uses.mark(++last);
      return last;
    } finally {
      lock.unlock();
    }
  }

  /** The value of the newest submission. */
  long last() {
    lock.lock();
    try {
      return last;
    } finally {
      lock.unlock();
    }
  }

  Timeline timeline() {
    return timeline;
  }

  @Override
  public void close() {
    info.free();
    values.free();
    memFree(signalled);
    memFree(semaphore);
    memFree(commandBuffer);
  }
}
