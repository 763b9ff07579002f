package dev.fkc.vulkan.internal;

import static org.lwjgl.vulkan.VK10.*;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.HashMap;
import java.util.Map;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VkComputePipelineCreateInfo;
import org.lwjgl.vulkan.VkShaderModuleCreateInfo;
import org.lwjgl.vulkan.VkSpecializationInfo;
import org.lwjgl.vulkan.VkSpecializationMapEntry;

/**
 * The {@code VkPipeline}s of a device, each made when it is first asked for and kept until the
 * device is closed. Safe for use from any thread.
 */
final class Pipelines implements AutoCloseable {
  private record ModuleKey(String name, boolean addresses) {}

  private final LogicalDevice device;
  private final PipelineLayouts layouts;
  private final PipelineCache cache;
  private final Map<ModuleKey, Long> modules = new HashMap<>();
  private final Map<ShaderVariant, Long> pipelines = new HashMap<>();

  Pipelines(LogicalDevice device, PipelineLayouts layouts, PipelineCache cache) {
    this.device = device;
    this.layouts = layouts;
    this.cache = cache;
  }

  /** The pipeline of a variant. */
  synchronized long of(ShaderVariant variant) {
    Long known = pipelines.get(variant);
    if (known != null) {
      return known;
    }
    long pipeline = create(variant, module(variant.name(), variant.addresses()));
    pipelines.put(variant, pipeline);
    return pipeline;
  }

  /** The layout of a variant's pipeline. */
  long layout(ShaderVariant variant) {
    return variant.addresses() ? layouts.addresses() : layouts.storage();
  }

  private long module(String name, boolean addresses) {
    ModuleKey key = new ModuleKey(name, addresses);
    Long known = modules.get(key);
    if (known != null) {
      return known;
    }
    byte[] spirv = ShaderLibrary.load(name, addresses);
    ByteBuffer code = MemoryUtil.memAlloc(spirv.length).put(spirv).flip();
    try (MemoryStack stack = MemoryStack.stackPush()) {
      LongBuffer pointer = stack.mallocLong(1);
      device.check(
          vkCreateShaderModule(
              device.handle(),
              VkShaderModuleCreateInfo.calloc(stack).sType$Default().pCode(code),
              null,
              pointer),
          "vkCreateShaderModule",
          "shader " + name);
      device.name(VK_OBJECT_TYPE_SHADER_MODULE, pointer.get(0), name);
      modules.put(key, pointer.get(0));
      return pointer.get(0);
    } finally {
      MemoryUtil.memFree(code);
    }
  }

  private long create(ShaderVariant variant, long module) {
    int[] constants = variant.constants();
    try (MemoryStack stack = MemoryStack.stackPush()) {
      VkSpecializationMapEntry.Buffer entries =
          VkSpecializationMapEntry.calloc(constants.length, stack);
      ByteBuffer data = stack.malloc(constants.length * Integer.BYTES);
      for (int id = 0; id < constants.length; id++) {
        entries.get(id).constantID(id).offset(id * Integer.BYTES).size(Integer.BYTES);
        data.putInt(id * Integer.BYTES, constants[id]);
      }
      VkComputePipelineCreateInfo.Buffer info =
          VkComputePipelineCreateInfo.calloc(1, stack).sType$Default().layout(layout(variant));
      info.stage()
          .sType$Default()
          .stage(VK_SHADER_STAGE_COMPUTE_BIT)
          .module(module)
          .pName(stack.UTF8("main"))
          .pSpecializationInfo(VkSpecializationInfo.calloc(stack).pMapEntries(entries).pData(data));
      LongBuffer pointer = stack.mallocLong(1);
      device.check(
          vkCreateComputePipelines(device.handle(), cache.handle(), info, null, pointer),
          "vkCreateComputePipelines",
          "pipeline " + variant);
      device.name(VK_OBJECT_TYPE_PIPELINE, pointer.get(0), variant.toString());
      cache.grown();
      return pointer.get(0);
    }
  }

  @Override
  public synchronized void close() {
    pipelines.values().forEach(pipeline -> vkDestroyPipeline(device.handle(), pipeline, null));
    modules.values().forEach(module -> vkDestroyShaderModule(device.handle(), module, null));
    pipelines.clear();
    modules.clear();
  }
}
