package dev.fkc.vulkan.internal;

import static org.lwjgl.vulkan.VK12.*;

import dev.fkc.vulkan.DeviceFeature;
import java.nio.LongBuffer;
import org.jspecify.annotations.Nullable;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkBufferCopy;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkCommandBufferAllocateInfo;
import org.lwjgl.vulkan.VkCommandBufferBeginInfo;
import org.lwjgl.vulkan.VkCommandPoolCreateInfo;
import org.lwjgl.vulkan.VkMemoryBarrier;

/**
 * A {@code VkCommandBuffer} in a {@code VkCommandPool} of its own, so that each can be recorded on
 * another thread. {@link CommandBuffers} hands it out and takes it back.
 */
final class CommandBuffer implements AutoCloseable {
  private static final int WORK_STAGES =
      VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
  private static final int WORK_WRITES = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
  private static final int WORK_READS = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_TRANSFER_READ_BIT;

  private final LogicalDevice device;
  private final long pool;
  private final VkCommandBuffer handle;
  private final @Nullable DescriptorPools descriptors;
  private final VkCommandBufferBeginInfo begin = VkCommandBufferBeginInfo.calloc();
  private final VkMemoryBarrier.Buffer workBarrier = VkMemoryBarrier.calloc(1);
  private final VkMemoryBarrier.Buffer shaderBarrier = VkMemoryBarrier.calloc(1);
  private final VkBufferCopy.Buffer region = VkBufferCopy.calloc(1);
  private final VkMemoryBarrier.Buffer hostBarrier = VkMemoryBarrier.calloc(1);

  /** The value of the timeline after which it can be recorded again. */
  long freeAt;

  CommandBuffer(LogicalDevice device, PipelineLayouts layouts) {
    this.device = device;
    try (MemoryStack stack = MemoryStack.stackPush()) {
      LongBuffer poolPointer = stack.mallocLong(1);
      device.check(
          vkCreateCommandPool(
              device.handle(),
              VkCommandPoolCreateInfo.calloc(stack)
                  .sType$Default()
                  .flags(VK_COMMAND_POOL_CREATE_TRANSIENT_BIT)
                  .queueFamilyIndex(device.physical().queueFamily()),
              null,
              poolPointer),
          "vkCreateCommandPool",
          "a command buffer");
      pool = poolPointer.get(0);
      PointerBuffer pointer = stack.mallocPointer(1);
      int result =
          vkAllocateCommandBuffers(
              device.handle(),
              VkCommandBufferAllocateInfo.calloc(stack)
                  .sType$Default()
                  .commandPool(pool)
                  .level(VK_COMMAND_BUFFER_LEVEL_PRIMARY)
                  .commandBufferCount(1),
              pointer);
      if (result != VK_SUCCESS) {
        vkDestroyCommandPool(device.handle(), pool, null);
      }
      device.check(result, "vkAllocateCommandBuffers", "a command buffer");
      handle = new VkCommandBuffer(pointer.get(0), device.handle());
    }
    descriptors =
        device.has(DeviceFeature.PUSH_DESCRIPTORS) ? null : new DescriptorPools(device, layouts);
    begin.sType$Default().flags(VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT);
    workBarrier.sType$Default().srcAccessMask(WORK_WRITES).dstAccessMask(WORK_READS | WORK_WRITES);
    shaderBarrier
        .sType$Default()
        .srcAccessMask(VK_ACCESS_SHADER_WRITE_BIT)
        .dstAccessMask(VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    hostBarrier.sType$Default().srcAccessMask(WORK_WRITES).dstAccessMask(VK_ACCESS_HOST_READ_BIT);
  }

  VkCommandBuffer handle() {
    return handle;
  }

  /** The pools of descriptor sets; null when descriptors are pushed. */
  @Nullable DescriptorPools descriptors() {
    return descriptors;
  }

  /** Starts a recording that comes after everything submitted before it. */
  void begin(String object) {
    device.check(vkResetCommandPool(device.handle(), pool, 0), "vkResetCommandPool", object);
    if (descriptors != null) {
      descriptors.reset();
    }
    device.check(vkBeginCommandBuffer(handle, begin), "vkBeginCommandBuffer", object);
    nvkCmdPipelineBarrier(
        handle, WORK_STAGES, WORK_STAGES, 0, 1, workBarrier.address(), 0, 0, 0, 0);
  }

  /**
   * Orders what stands before it against what stands after it.
   *
   * @param copies whether that is copies too, and not only dispatches
   */
  void barrier(boolean copies) {
    int stages = copies ? WORK_STAGES : VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
    long barrier = copies ? workBarrier.address() : shaderBarrier.address();
    nvkCmdPipelineBarrier(handle, stages, stages, 0, 1, barrier, 0, 0, 0, 0);
  }

  /** Copies bytes of one buffer to another. */
  void copy(GpuBuffer from, long fromOffset, GpuBuffer to, long toOffset, long length) {
    region.srcOffset(fromOffset).dstOffset(toOffset).size(length);
    nvkCmdCopyBuffer(handle, from.handle(), to.handle(), 1, region.address());
  }

  /**
   * Ends the recording.
   *
   * @param hostReads whether the host is going to read memory that the commands wrote
   */
  void end(boolean hostReads, String object) {
    if (hostReads) {
      nvkCmdPipelineBarrier(
          handle, WORK_STAGES, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, hostBarrier.address(), 0, 0, 0, 0);
    }
    device.check(vkEndCommandBuffer(handle), "vkEndCommandBuffer", object);
  }

  @Override
  public void close() {
    if (descriptors != null) {
      descriptors.close();
    }
    vkDestroyCommandPool(device.handle(), pool, null);
    region.free();
    hostBarrier.free();
    shaderBarrier.free();
    workBarrier.free();
    begin.free();
  }
}
