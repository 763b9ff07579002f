package dev.fkc.vulkan.internal;

import static org.lwjgl.system.MemoryUtil.memPutInt;
import static org.lwjgl.system.MemoryUtil.memPutLong;
import static org.lwjgl.util.shaderc.Shaderc.*;
import static org.lwjgl.vulkan.VK12.*;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkComputePipelineCreateInfo;
import org.lwjgl.vulkan.VkShaderModuleCreateInfo;

/**
 * A kernel of the tests' own: {@code destination[i] = source[i] + addend} on words, that reports
 * the sum at word 1 of its slot when it is {@code bad}.
 */
final class TestKernel implements AutoCloseable {
  private static final String BODY =
      """
      layout(local_size_x = 64) in;
      void main() {
        uint i = gl_GlobalInvocationID.x;
        if (i >= count) return;
        uint sum = SOURCE(from + i) + addend;
        if (sum == bad) REPORT
        DESTINATION(to + i) = sum;
      }
      """;
  private static final String STORAGE =
      """
      #version 450
      layout(set = 0, binding = 0) readonly buffer S { uint s[]; };
      layout(set = 0, binding = 1) buffer D { uint d[]; };
      layout(set = 0, binding = 4) buffer R { uint r[]; };
      layout(push_constant) uniform P { uint from, to, count, addend, bad; };
      #define SOURCE(i) s[i]
      #define DESTINATION(i) d[i]
      #define REPORT { atomicMin(r[0], i); r[1] = sum; }
      """;
  private static final String ADDRESSES =
      """
      #version 450
      #extension GL_EXT_buffer_reference : require
      #extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
      layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint w[]; };
      layout(push_constant) uniform P { uint from, to, count, addend, bad, pad; Words s, d; };
      #define SOURCE(i) s.w[i]
      #define DESTINATION(i) d.w[i]
      #define REPORT {}
      """;

  private final DeviceContext context;
  private final boolean addresses;
  private final long layout;
  private final long pipeline;
  int bad = -1;

  TestKernel(DeviceContext context, boolean addresses) {
    this.context = context;
    this.addresses = addresses;
    this.layout = addresses ? context.layouts().addresses() : context.layouts().storage();
    this.pipeline = pipeline(compile((addresses ? ADDRESSES : STORAGE) + BODY));
  }

  private static ByteBuffer compile(String source) {
    long compiler = shaderc_compiler_initialize();
    long options = shaderc_compile_options_initialize();
    shaderc_compile_options_set_target_env(
        options, shaderc_target_env_vulkan, shaderc_env_version_vulkan_1_2);
    long result =
        shaderc_compile_into_spv(
            compiler, source, shaderc_compute_shader, "test.comp", "main", options);
    if (shaderc_result_get_compilation_status(result) != shaderc_compilation_status_success) {
      throw new IllegalStateException(shaderc_result_get_error_message(result));
    }
    ByteBuffer bytes = shaderc_result_get_bytes(result);
    ByteBuffer copy = ByteBuffer.allocateDirect(bytes.remaining()).put(bytes).flip();
    shaderc_result_release(result);
    shaderc_compile_options_release(options);
    shaderc_compiler_release(compiler);
    return copy;
  }

  private long pipeline(ByteBuffer spirv) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      LongBuffer pointer = stack.mallocLong(1);
      context
          .device()
          .check(
              vkCreateShaderModule(
                  context.device().handle(),
                  VkShaderModuleCreateInfo.calloc(stack).sType$Default().pCode(spirv),
                  null,
                  pointer),
              "vkCreateShaderModule",
              "test");
      long module = pointer.get(0);
      VkComputePipelineCreateInfo.Buffer info =
          VkComputePipelineCreateInfo.calloc(1, stack).sType$Default().layout(layout);
      info.get(0)
          .stage()
          .sType$Default()
          .stage(VK_SHADER_STAGE_COMPUTE_BIT)
          .module(module)
          .pName(stack.UTF8("main"));
      context
          .device()
          .check(
              vkCreateComputePipelines(
                  context.device().handle(), VK_NULL_HANDLE, info, null, pointer),
              "vkCreateComputePipelines",
              "test");
      vkDestroyShaderModule(context.device().handle(), module, null);
      return pointer.get(0);
    }
  }

  /** Records destination[to + i] = source[from + i] + addend for i below count, all in words. */
  void record(
      BatchRecorder recorder,
      GpuBuffer source,
      int from,
      GpuBuffer destination,
      int to,
      int count,
      int addend) {
    record(recorder, source, from, destination, to, count, addend, -1);
  }

  void record(
      BatchRecorder recorder,
      GpuBuffer source,
      int from,
      GpuBuffer destination,
      int to,
      int count,
      int addend,
      int slot) {
    DispatchOperands operands = recorder.operands();
    operands.reads(source, 4L * from, 4L * (from + count));
    operands.writes(destination, 4L * to, 4L * (to + count));
    long push = operands.pushConstants();
    memPutInt(push, from);
    memPutInt(push + 4, to);
    memPutInt(push + 8, count);
    memPutInt(push + 12, addend);
    memPutInt(push + 16, bad);
    if (addresses) {
      memPutInt(push + 20, 0);
      memPutLong(push + 24, source.deviceAddress());
      memPutLong(push + 32, destination.deviceAddress());
    } else {
      operands.bind(0, source, 0, source.paddedSize());
      operands.bind(1, destination, 0, destination.paddedSize());
      if (slot >= 0) {
        ReportSlots reports = recorder.reports();
        operands.bind(4, reports.buffer(slot), reports.slotOffset(slot), ReportSlots.SLOT_BYTES);
      }
    }
    recorder.record(pipeline, layout, addresses ? 40 : 20, (count + 63) / 64, 1, 1);
  }

  @Override
  public void close() {
    vkDestroyPipeline(context.device().handle(), pipeline, null);
  }
}
