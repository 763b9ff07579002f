package dev.fkc.vulkan.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.lwjgl.vulkan.VK10.VK_ERROR_DEVICE_LOST;
import static org.lwjgl.vulkan.VK10.VK_ERROR_OUT_OF_HOST_MEMORY;

import dev.fkc.vulkan.DeviceLostException;
import dev.fkc.vulkan.DeviceSelector;
import dev.fkc.vulkan.VulkanException;
import dev.fkc.vulkan.VulkanTesting;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VulkanTesting.class)
class DeviceLossTest {
  private static DeviceContext open() {
    return DeviceContext.open(DeviceSelector.preferred(), VulkanTesting.options("doomed"));
  }

  @Test
  void everyCallAfterALossFailsFastAndClosingWorks() {
    DeviceContext context = open();
    GpuBuffer buffer = context.allocate("survivor", 64);
    GpuBuffer inFlight = context.allocate("in flight", 64);
    BatchRecorder recorder = context.acquireRecorder("work");
    Submission submission;
    try (TestKernel kernel = new TestKernel(context, false)) {
      kernel.record(recorder, inFlight, 0, buffer, 0, 16, 1, recorder.reports().next(s -> {}));
      submission = recorder.submit();
      context.device().waitIdle();
      assertThatThrownBy(
              () -> context.device().check(VK_ERROR_DEVICE_LOST, "vkQueueSubmit", "batch 'work'"))
          .isInstanceOf(DeviceLostException.class);
      for (ThrowingCallable call :
          new ThrowingCallable[] {
            () -> context.allocate("late", 16),
            () -> context.upload(buffer, 0, 16, (at, piece) -> {}),
            () -> context.download(buffer, 0, 16, (at, piece) -> {}),
            () -> context.acquireRecorder("late"),
            recorder::submit,
            () -> submission.await(Long.MAX_VALUE),
          }) {
        assertThatThrownBy(call)
            .isInstanceOf(DeviceLostException.class)
            .hasMessageContaining("device 'doomed'")
            .hasMessageContaining("was lost")
            .hasMessageContaining("vkQueueSubmit for batch 'work' failed: VK_ERROR_DEVICE_LOST");
      }
    }
    inFlight.close();
    buffer.close();
    submission.close();
    context.releaseRecorder(recorder);
    context.close();
  }

  @Test
  void otherFailuresNameCallResultAndObject() {
    try (DeviceContext context = open()) {
      assertThatThrownBy(
              () ->
                  context.device().check(VK_ERROR_OUT_OF_HOST_MEMORY, "vkCreateFence", "batch 'b'"))
          .isExactlyInstanceOf(VulkanException.class)
          .hasMessage("vkCreateFence for batch 'b' failed: VK_ERROR_OUT_OF_HOST_MEMORY");
      assertThat(context.allocate("still works", 16).size()).isEqualTo(16);
      context.handles().handles().forEach(handle -> ((GpuBuffer) handle).close());
    }
  }
}
