package dev.fkc.vulkan.internal;

import static org.lwjgl.system.MemoryUtil.memAddress;
import static org.lwjgl.system.MemoryUtil.memAllocLong;
import static org.lwjgl.system.MemoryUtil.memFree;
import static org.lwjgl.vulkan.KHRPushDescriptor.nvkCmdPushDescriptorSetKHR;
import static org.lwjgl.vulkan.VK12.*;

import java.nio.LongBuffer;
import org.lwjgl.vulkan.VkDescriptorBufferInfo;
import org.lwjgl.vulkan.VkWriteDescriptorSet;

/**
 * Binds the five storage buffers of a dispatch: pushed into the command buffer where the device
 * can, else through a set from the pools of the command buffer. Only what differs from the dispatch
 * before is bound again. The native structs are made once; binding makes no garbage.
 */
final class DescriptorBinder implements AutoCloseable {
  private static final int COUNT = PipelineLayouts.BINDINGS;

  private final LogicalDevice device;
  private final long layout;
  private final GpuBuffer dummy;
  private final VkDescriptorBufferInfo.Buffer infos = VkDescriptorBufferInfo.calloc(COUNT);
  private final VkWriteDescriptorSet.Buffer writes = VkWriteDescriptorSet.calloc(COUNT);
  private final LongBuffer set = memAllocLong(1);

  DescriptorBinder(LogicalDevice device, PipelineLayouts layouts, GpuBuffer dummy) {
    this.device = device;
    this.layout = layouts.storage();
    this.dummy = dummy;
    for (int i = 0; i < COUNT; i++) {
      writes
          .get(i)
          .sType$Default()
          .dstBinding(i)
          .descriptorCount(1)
          .descriptorType(VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
      VkWriteDescriptorSet.npBufferInfo(
          writes.address(i), VkDescriptorBufferInfo.create(infos.address(i), 1));
      VkWriteDescriptorSet.ndescriptorCount(writes.address(i), 1);
    }
  }

  /** Forgets what is bound: a new command buffer begins. */
  void restart() {
    for (int i = 0; i < COUNT; i++) {
      VkDescriptorBufferInfo.nbuffer(infos.address(i), 0);
    }
  }

  void bind(CommandBuffer commands, DispatchOperands operands) {
    int first = COUNT;
    int last = -1;
    for (int i = 0; i < COUNT; i++) {
      GpuBuffer bound = operands.bound[i];
      boolean changed =
          bound == null
              ? fill(i, dummy.handle(), 0, dummy.paddedSize())
              : fill(i, bound.handle(), operands.offsets[i], operands.ranges[i]);
      if (changed) {
        first = Math.min(first, i);
        last = i;
      }
    }
    if (last < 0) {
      return;
    }
    DescriptorPools pools = commands.descriptors();
    if (pools == null) {
      nvkCmdPushDescriptorSetKHR(
          commands.handle(),
          VK_PIPELINE_BIND_POINT_COMPUTE,
          layout,
          0,
          last - first + 1,
          writes.address(first));
    } else {
      bindSet(commands, pools.next());
    }
  }

  private boolean fill(int binding, long buffer, long offset, long range) {
    long info = infos.address(binding);
    if (VkDescriptorBufferInfo.nbuffer(info) == buffer
        && VkDescriptorBufferInfo.noffset(info) == offset
        && VkDescriptorBufferInfo.nrange(info) == range) {
      return false;
    }
    VkDescriptorBufferInfo.nbuffer(info, buffer);
    VkDescriptorBufferInfo.noffset(info, offset);
    VkDescriptorBufferInfo.nrange(info, range);
    return true;
  }

  private void bindSet(CommandBuffer commands, long descriptorSet) {
    for (int i = 0; i < COUNT; i++) {
      VkWriteDescriptorSet.ndstSet(writes.address(i), descriptorSet);
    }
    nvkUpdateDescriptorSets(device.handle(), COUNT, writes.address(), 0, 0);
    set.put(0, descriptorSet);
    nvkCmdBindDescriptorSets(
        commands.handle(), VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, memAddress(set), 0, 0);
  }

  @Override
  public void close() {
    memFree(set);
    writes.free();
    infos.free();
  }
}
