package dev.fkc.vulkan.internal;

import static org.lwjgl.vulkan.KHRPushDescriptor.VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;
import static org.lwjgl.vulkan.VK12.*;

import dev.fkc.vulkan.DeviceFeature;
import java.nio.LongBuffer;
import org.jspecify.annotations.Nullable;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkDescriptorSetLayoutBinding;
import org.lwjgl.vulkan.VkDescriptorSetLayoutCreateInfo;
import org.lwjgl.vulkan.VkPipelineLayoutCreateInfo;
import org.lwjgl.vulkan.VkPushConstantRange;

/**
 * The two {@code VkPipelineLayout}s of a device. {@link #storage} has five storage-buffer bindings
 * in set 0; {@link #addresses} has no descriptors, its buffers are addresses among the push
 * constants. Both have 128 bytes of push constants for the compute stage.
 */
public final class PipelineLayouts implements AutoCloseable {
  /** Storage-buffer bindings, numbered from 0. */
  public static final int BINDINGS = 5;

  /** Bytes of push constants, what every device has. */
  public static final int PUSH_BYTES = 128;

  private final LogicalDevice device;
  private final long setLayout;
  private final long storage;
  private final long addresses;

  PipelineLayouts(LogicalDevice device) {
    this.device = device;
    try (MemoryStack stack = MemoryStack.stackPush()) {
      VkDescriptorSetLayoutBinding.Buffer bindings =
          VkDescriptorSetLayoutBinding.calloc(BINDINGS, stack);
      for (int i = 0; i < BINDINGS; i++) {
        bindings
            .get(i)
            .binding(i)
            .descriptorType(VK_DESCRIPTOR_TYPE_STORAGE_BUFFER)
            .descriptorCount(1)
            .stageFlags(VK_SHADER_STAGE_COMPUTE_BIT);
      }
      VkDescriptorSetLayoutCreateInfo info =
          VkDescriptorSetLayoutCreateInfo.calloc(stack)
              .sType$Default()
              .flags(
                  device.has(DeviceFeature.PUSH_DESCRIPTORS)
                      ? VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR
                      : 0)
              .pBindings(bindings);
      LongBuffer pointer = stack.mallocLong(1);
      device.check(
          vkCreateDescriptorSetLayout(device.handle(), info, null, pointer),
          "vkCreateDescriptorSetLayout",
          "kernels on storage buffers");
      setLayout = pointer.get(0);
      storage = create(stack.longs(setLayout), "kernels on storage buffers", stack);
      addresses = create(null, "kernels on buffer addresses", stack);
    }
  }

  private long create(@Nullable LongBuffer sets, String name, MemoryStack stack) {
    VkPushConstantRange.Buffer range =
        VkPushConstantRange.calloc(1, stack)
            .stageFlags(VK_SHADER_STAGE_COMPUTE_BIT)
            .offset(0)
            .size(PUSH_BYTES);
    VkPipelineLayoutCreateInfo info =
        VkPipelineLayoutCreateInfo.calloc(stack).sType$Default().pPushConstantRanges(range);
    if (sets != null) {
      info.setLayoutCount(1).pSetLayouts(sets);
    }
    LongBuffer pointer = stack.mallocLong(1);
    device.check(
        vkCreatePipelineLayout(device.handle(), info, null, pointer),
        "vkCreatePipelineLayout",
        name);
    device.name(VK_OBJECT_TYPE_PIPELINE_LAYOUT, pointer.get(0), name);
    return pointer.get(0);
  }

  /** Layout of pipelines whose buffers are bound as storage buffers. */
  public long storage() {
    return storage;
  }

  /** Layout of pipelines whose buffers are addresses among the push constants. */
  public long addresses() {
    return addresses;
  }

  long setLayout() {
    return setLayout;
  }

  @Override
  public void close() {
    vkDestroyPipelineLayout(device.handle(), addresses, null);
    vkDestroyPipelineLayout(device.handle(), storage, null);
    vkDestroyDescriptorSetLayout(device.handle(), setLayout, null);
  }
}
