package dev.fkc.vulkan.internal;

import static org.lwjgl.system.MemoryUtil.memPutInt;
import static org.lwjgl.vulkan.VK12.*;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VkComputePipelineCreateInfo;
import org.lwjgl.vulkan.VkShaderModuleCreateInfo;
import org.lwjgl.vulkan.VkSpecializationInfo;
import org.lwjgl.vulkan.VkSpecializationMapEntry;

/**
 * A plain shader that moves one 32-bit word per invocation, to compare the kernels with: {@code
 * src/test/resources/dev/fkc/vulkan/word}. Recorded into the same batches as they are.
 */
public final class WordKernel implements AutoCloseable {
  private static final int GROUP = 256;
  private static final long MAX_GROUPS = 65_535;

  private final DeviceContext context;
  private final long layout;
  private final long pipeline;

  /**
   * Compiles the shader of an op.
   *
   * @param folder of the shaders
   * @param op file name without {@code .comp}
   * @param halves whether elements have 2 bytes, else 4
   */
  public WordKernel(DeviceContext context, Path folder, String op, boolean halves) {
    this.context = context;
    this.layout = context.layouts().storage();
    byte[] spirv = ShaderCompiler.compile(folder, op, false);
    ByteBuffer code = MemoryUtil.memAlloc(spirv.length).put(spirv).flip();
    LogicalDevice device = context.device();
    try (MemoryStack stack = MemoryStack.stackPush()) {
      LongBuffer pointer = stack.mallocLong(1);
      device.check(
          vkCreateShaderModule(
              device.handle(),
              VkShaderModuleCreateInfo.calloc(stack).sType$Default().pCode(code),
              null,
              pointer),
          "vkCreateShaderModule",
          op);
      long module = pointer.get(0);
      VkSpecializationMapEntry.Buffer entries = VkSpecializationMapEntry.calloc(1, stack).size(4);
      ByteBuffer data = stack.malloc(4).putInt(0, halves ? 1 : 0);
      VkComputePipelineCreateInfo.Buffer info =
          VkComputePipelineCreateInfo.calloc(1, stack).sType$Default().layout(layout);
      info.get(0)
          .stage()
          .sType$Default()
          .stage(VK_SHADER_STAGE_COMPUTE_BIT)
          .module(module)
          .pName(stack.UTF8("main"))
          .pSpecializationInfo(VkSpecializationInfo.calloc(stack).pMapEntries(entries).pData(data));
      int result = vkCreateComputePipelines(device.handle(), VK_NULL_HANDLE, info, null, pointer);
      vkDestroyShaderModule(device.handle(), module, null);
      device.check(result, "vkCreateComputePipelines", op);
      this.pipeline = pointer.get(0);
    } finally {
      MemoryUtil.memFree(code);
    }
  }

  /**
   * Records it over whole buffers.
   *
   * @param second indices or mask; null where the op has none
   * @param words that it writes
   * @param constants what follows their number in the push constants
   */
  public void record(
      BatchRecorder recorder,
      GpuBuffer source,
      @Nullable GpuBuffer second,
      GpuBuffer target,
      long words,
      int... constants) {
    DispatchOperands operands = recorder.operands();
    operands.reads(source, 0, source.size());
    operands.bind(0, source, 0, source.paddedSize());
    operands.writes(target, 0, 4 * words);
    operands.bind(1, target, 0, target.paddedSize());
    if (second != null) {
      operands.reads(second, 0, second.size());
      operands.bind(2, second, 0, second.paddedSize());
    }
    long push = operands.pushConstants();
    memPutInt(push, (int) words);
    for (int i = 0; i < constants.length; i++) {
      memPutInt(push + 4 + 4L * i, constants[i]);
    }
    long groups = (words + GROUP - 1) / GROUP;
    long groupsY = (groups + MAX_GROUPS - 1) / MAX_GROUPS;
    long groupsX = (groups + groupsY - 1) / groupsY;
    recorder.record(pipeline, layout, 4 + 4 * constants.length, (int) groupsX, (int) groupsY, 1);
  }

  @Override
  public void close() {
    vkDestroyPipeline(context.device().handle(), pipeline, null);
  }
}
