package dev.fkc.vulkan;

import dev.fkc.op.OpCall;
import dev.fkc.vulkan.internal.CallRecorder;

/**
 * A call of a resolved kernel on a device, with its pipelines made: record it into batches as often
 * as wanted, each time with the buffers that are at hand. Belongs to its device and needs no
 * closing. Thread-safe.
 *
 * <p>Recording allocates nothing and waits for nothing. Where operands begin in their buffers
 * decides how wide a kernel can read and write: the first recording with other remainders by 16 (or
 * by the device's binding alignment) encodes the call anew, and may make a pipeline.
 */
public final class PreparedCall {
  private final VulkanKernel kernel;
  private final CallRecorder recorder;

  PreparedCall(VulkanKernel kernel, CallRecorder recorder) {
    this.kernel = kernel;
    this.recorder = recorder;
  }

  /** What runs. */
  public VulkanKernel kernel() {
    return kernel;
  }

  /** What is asked of it. */
  public OpCall call() {
    return recorder.call();
  }

  CallRecorder recorder() {
    return recorder;
  }

  @Override
  public String toString() {
    return kernel + " " + call();
  }
}
