package dev.fkc.vulkan.internal;

import static org.lwjgl.system.MemoryUtil.memAddress;
import static org.lwjgl.system.MemoryUtil.memAllocLong;
import static org.lwjgl.system.MemoryUtil.memFree;
import static org.lwjgl.vulkan.VK12.*;

import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkDescriptorPoolCreateInfo;
import org.lwjgl.vulkan.VkDescriptorPoolSize;
import org.lwjgl.vulkan.VkDescriptorSetAllocateInfo;

/**
 * The {@code VkDescriptorPool}s of one command buffer, for devices without push descriptors. Each
 * pool holds a fixed number of sets of five storage buffers; one is added when the last is used up,
 * and all are reset with the command buffer. Not safe for use from several threads.
 */
final class DescriptorPools implements AutoCloseable {
  private static final int SETS_PER_POOL = 256;

  private final LogicalDevice device;
  private final List<Long> pools = new ArrayList<>();
  private final LongBuffer layout = memAllocLong(1);
  private final LongBuffer set = memAllocLong(1);
  private final VkDescriptorSetAllocateInfo request = VkDescriptorSetAllocateInfo.calloc();
  private int used;

  DescriptorPools(LogicalDevice device, PipelineLayouts layouts) {
    this.device = device;
    layout.put(0, layouts.setLayout());
    request.sType$Default().pSetLayouts(layout);
  }

  /** A set that nothing in this recording uses yet. */
  long next() {
    int pool = used / SETS_PER_POOL;
    if (pool == pools.size()) {
      pools.add(create());
    }
    if (used % SETS_PER_POOL == 0) {
      request.descriptorPool(pools.get(pool));
    }
    device.check(
        nvkAllocateDescriptorSets(device.handle(), request.address(), memAddress(set)),
        "vkAllocateDescriptorSets",
        "a command buffer");
    used++;
    return set.get(0);
  }

  private long create() {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      LongBuffer pointer = stack.mallocLong(1);
      device.check(
          vkCreateDescriptorPool(
              device.handle(),
              VkDescriptorPoolCreateInfo.calloc(stack)
                  .sType$Default()
                  .maxSets(SETS_PER_POOL)
                  .pPoolSizes(
                      VkDescriptorPoolSize.calloc(1, stack)
                          .type(VK_DESCRIPTOR_TYPE_STORAGE_BUFFER)
                          .descriptorCount(SETS_PER_POOL * PipelineLayouts.BINDINGS)),
              null,
              pointer),
          "vkCreateDescriptorPool",
          "a command buffer");
      return pointer.get(0);
    }
  }

  /** Takes all sets back; the commands that used them are done. */
  void reset() {
    for (int i = 0; i * SETS_PER_POOL < used; i++) {
      device.check(
          vkResetDescriptorPool(device.handle(), pools.get(i), 0),
          "vkResetDescriptorPool",
          "a command buffer");
    }
    used = 0;
  }

  @Override
  public void close() {
    pools.forEach(pool -> vkDestroyDescriptorPool(device.handle(), pool, null));
    request.free();
    memFree(set);
    memFree(layout);
  }
}
