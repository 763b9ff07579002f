package dev.fkc.vulkan.internal;

import static org.lwjgl.system.MemoryUtil.memAlloc;
import static org.lwjgl.system.MemoryUtil.memFree;
import static org.lwjgl.vulkan.KHRPushDescriptor.vkCmdPushDescriptorSetKHR;
import static org.lwjgl.vulkan.VK12.*;

import dev.fkc.op.OpCall;
import dev.fkc.plan.Canonicalizer;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.List;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkCommandBufferAllocateInfo;
import org.lwjgl.vulkan.VkCommandBufferBeginInfo;
import org.lwjgl.vulkan.VkCommandPoolCreateInfo;
import org.lwjgl.vulkan.VkDescriptorBufferInfo;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkQueue;
import org.lwjgl.vulkan.VkSemaphoreCreateInfo;
import org.lwjgl.vulkan.VkSemaphoreTypeCreateInfo;
import org.lwjgl.vulkan.VkSemaphoreWaitInfo;
import org.lwjgl.vulkan.VkSubmitInfo;
import org.lwjgl.vulkan.VkTimelineSemaphoreSubmitInfo;
import org.lwjgl.vulkan.VkWriteDescriptorSet;

/**
 * The least that one dispatch can cost: the driver's calls and nothing else, by hand, for a call
 * with one input. For comparison; nobody else may submit to the device meanwhile.
 */
public final class BareDriver implements AutoCloseable {
  private final VkDevice device;
  private final VkQueue queue;
  private final long pool;
  private final VkCommandBuffer commands;
  private final long semaphore;
  private final Pipelines pipelines;
  private final PipelineCache cache;
  private final long layout;
  private final long pipeline;
  private final EncodedDispatch dispatch;
  private final ByteBuffer push;
  private final VkDescriptorBufferInfo.Buffer infos = VkDescriptorBufferInfo.calloc(2);
  private final VkWriteDescriptorSet.Buffer writes = VkWriteDescriptorSet.calloc(2);
  private long value;

  /** Both operands begin at byte 0 of their buffers. */
  public BareDriver(DeviceContext context, OpCall call, GpuBuffer input, GpuBuffer output) {
    device = context.device().handle();
    layout = context.layouts().storage();
    cache = new PipelineCache(context.device(), "bare", null);
    pipelines = new Pipelines(context.device(), context.layouts(), cache);
    long[] starts = {0, 0};
    List<EncodedDispatch> dispatches =
        Canonicalizer.form(call, starts).stream()
            .flatMap(
                form ->
                    new DispatchEncoder(KernelRuntime.limits(context.device()).withoutAddresses())
                        .encode(form, starts, false).stream())
            .toList();
    if (dispatches.size() != 1) {
      throw new IllegalArgumentException(call + " takes " + dispatches.size() + " dispatches");
    }
    dispatch = dispatches.get(0);
    pipeline = pipelines.of(dispatch.shader());
    push = memAlloc(4 * dispatch.push().length);
    push.asIntBuffer().put(dispatch.push());
    infos.get(0).buffer(input.handle()).range(input.paddedSize());
    infos.get(1).buffer(output.handle()).range(output.paddedSize());
    for (int i = 0; i < 2; i++) {
      writes
          .get(i)
          .sType$Default()
          .dstBinding(i)
          .descriptorCount(1)
          .descriptorType(VK_DESCRIPTOR_TYPE_STORAGE_BUFFER)
          .pBufferInfo(VkDescriptorBufferInfo.create(infos.address(i), 1));
    }
    int family = context.device().physical().queueFamily();
    try (MemoryStack stack = MemoryStack.stackPush()) {
      PointerBuffer pointer = stack.mallocPointer(1);
      LongBuffer handle = stack.mallocLong(1);
      vkGetDeviceQueue(device, family, 0, pointer);
      queue = new VkQueue(pointer.get(0), device);
      check(
          vkCreateCommandPool(
              device,
              VkCommandPoolCreateInfo.calloc(stack)
                  .sType$Default()
                  .queueFamilyIndex(family)
                  .flags(VK_COMMAND_POOL_CREATE_TRANSIENT_BIT),
              null,
              handle));
      pool = handle.get(0);
      check(
          vkAllocateCommandBuffers(
              device,
              VkCommandBufferAllocateInfo.calloc(stack)
                  .sType$Default()
                  .commandPool(pool)
                  .commandBufferCount(1),
              pointer));
      commands = new VkCommandBuffer(pointer.get(0), device);
      check(
          vkCreateSemaphore(
              device,
              VkSemaphoreCreateInfo.calloc(stack)
                  .sType$Default()
                  .pNext(
                      VkSemaphoreTypeCreateInfo.calloc(stack)
                          .sType$Default()
                          .semaphoreType(VK_SEMAPHORE_TYPE_TIMELINE)),
              null,
              handle));
      semaphore = handle.get(0);
    }
  }

  private static void check(int result) {
    if (result != VK_SUCCESS) {
      throw new IllegalStateException("VkResult " + result);
    }
  }

  /**
   * Records the dispatch a number of times, with descriptors and constants each time.
   *
   * @param stride bytes by which both operands move on each time
   */
  public void record(int times, int stride) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      check(vkResetCommandPool(device, pool, 0));
      check(
          vkBeginCommandBuffer(
              commands,
              VkCommandBufferBeginInfo.calloc(stack)
                  .sType$Default()
                  .flags(VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT)));
      vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
      for (int i = 0; i < times; i++) {
        for (int k = 0; k < 2; k++) {
          infos.get(k).offset((long) i * stride).range(256);
        }
        vkCmdPushDescriptorSetKHR(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, writes);
        vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, push);
        vkCmdDispatch(commands, dispatch.groupsX(), dispatch.groupsY(), 1);
      }
      check(vkEndCommandBuffer(commands));
    }
  }

  /** Submits what was recorded, and waits for it. */
  public void submitAndWait() {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      LongBuffer next = stack.longs(++value);
      LongBuffer semaphores = stack.longs(semaphore);
      check(
          vkQueueSubmit(
              queue,
              VkSubmitInfo.calloc(stack)
                  .sType$Default()
                  .pNext(
                      VkTimelineSemaphoreSubmitInfo.calloc(stack)
                          .sType$Default()
                          .pSignalSemaphoreValues(next))
                  .pCommandBuffers(stack.pointers(commands))
                  .pSignalSemaphores(semaphores),
              VK_NULL_HANDLE));
      check(
          vkWaitSemaphores(
              device,
              VkSemaphoreWaitInfo.calloc(stack)
                  .sType$Default()
                  .semaphoreCount(1)
                  .pSemaphores(semaphores)
                  .pValues(next),
              Long.MAX_VALUE));
    }
  }

  @Override
  public void close() {
    vkDestroySemaphore(device, semaphore, null);
    vkDestroyCommandPool(device, pool, null);
    pipelines.close();
    cache.close();
    writes.free();
    infos.free();
    memFree(push);
  }
}
