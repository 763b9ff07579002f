package dev.fkc.vulkan.internal;

import static org.lwjgl.vulkan.VK12.*;

import java.nio.LongBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkSemaphoreCreateInfo;
import org.lwjgl.vulkan.VkSemaphoreTypeCreateInfo;
import org.lwjgl.vulkan.VkSemaphoreWaitInfo;

/**
 * The timeline {@code VkSemaphore} of a device: submission number n sets it to n when it is done.
 * Since there is one queue, a value that is reached means that every lower one is. Safe for use
 * from any thread.
 */
final class Timeline implements AutoCloseable {
  private final LogicalDevice device;
  private final long semaphore;
  private volatile long reached;

  Timeline(LogicalDevice device) {
    this.device = device;
    try (MemoryStack stack = MemoryStack.stackPush()) {
      LongBuffer pointer = stack.mallocLong(1);
      device.check(
          vkCreateSemaphore(
              device.handle(),
              VkSemaphoreCreateInfo.calloc(stack)
                  .sType$Default()
                  .pNext(
                      VkSemaphoreTypeCreateInfo.calloc(stack)
                          .sType$Default()
                          .semaphoreType(VK_SEMAPHORE_TYPE_TIMELINE)),
              null,
              pointer),
          "vkCreateSemaphore",
          "the timeline");
      this.semaphore = pointer.get(0);
    }
    device.name(VK_OBJECT_TYPE_SEMAPHORE, semaphore, device.label() + " timeline");
  }

  long semaphore() {
    return semaphore;
  }

  /** The highest value reached so far; asks the driver. */
  long poll() {
    device.requireAlive();
    try (MemoryStack stack = MemoryStack.stackPush()) {
      LongBuffer value = stack.mallocLong(1);
      device.check(
          vkGetSemaphoreCounterValue(device.handle(), semaphore, value),
          "vkGetSemaphoreCounterValue",
          "the timeline");
      return note(value.get(0));
    }
  }

  /** Whether a value is known to be reached; asks nobody. */
  boolean isKnownReached(long value) {
    return value <= reached;
  }

  /** Whether a value was reached; asks the driver only if it was not already known. */
  boolean isReached(long value) {
    return value <= reached || value <= poll();
  }

  /**
   * Waits for a value.
   *
   * @param timeoutNanos most nanoseconds to wait; {@link Long#MAX_VALUE} for as long as it takes
   * @return whether it was reached
   */
  boolean await(long value, long timeoutNanos) {
    if (value <= reached) {
      return true;
    }
    device.requireAlive();
    try (MemoryStack stack = MemoryStack.stackPush()) {
      int result =
          vkWaitSemaphores(
              device.handle(),
              VkSemaphoreWaitInfo.calloc(stack)
                  .sType$Default()
                  .semaphoreCount(1)
                  .pSemaphores(stack.longs(semaphore))
                  .pValues(stack.longs(value)),
              Math.max(0, timeoutNanos));
      device.check(result, "vkWaitSemaphores", "the timeline");
      if (result == VK_TIMEOUT) {
        return false;
      }
      note(value);
      return true;
    }
  }

  private synchronized long note(long value) {
    reached = Math.max(reached, value);
    return reached;
  }

  @Override
  public void close() {
    vkDestroySemaphore(device.handle(), semaphore, null);
  }
}
