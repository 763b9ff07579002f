package dev.fkc.vulkan;

import dev.fkc.vulkan.internal.DeviceContext;
import dev.fkc.vulkan.internal.GpuBuffer;
import dev.fkc.vulkan.internal.Recordings;

/** Lets tests of other packages see what is inside a device. */
public final class DeviceAccess {
  private DeviceAccess() {}

  /** What a device is made of. */
  public static DeviceContext context(VulkanDevice device) {
    return device.context();
  }

  /** Empties a batch without submitting it. */
  public static void drop(CommandBatch batch) {
    Recordings.drop(batch.recorder());
  }

  /** What a buffer is made of. */
  public static GpuBuffer memory(DeviceBuffer buffer) {
    return buffer.memory();
  }

  /** Records a call with one input that reads pinned memory of the host. */
  public static void dispatch(
      CommandBatch batch, PreparedCall call, HostBuffer input, DeviceBuffer output) {
    dispatch(batch, call, input.memory(), output.memory());
  }

  /** Records a call with one input that writes pinned memory of the host. */
  public static void dispatch(
      CommandBatch batch, PreparedCall call, DeviceBuffer input, HostBuffer output) {
    dispatch(batch, call, input.memory(), output.memory());
  }

  private static void dispatch(
      CommandBatch batch, PreparedCall call, GpuBuffer input, GpuBuffer output) {
    call.recorder().record(batch.recorder(), new GpuBuffer[] {input, output}, new long[2]);
  }
}
