package dev.fkc.vulkan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.vulkan.DeviceOptions;
import dev.fkc.vulkan.DeviceSelector;
import dev.fkc.vulkan.VulkanTesting;
import dev.fkc.vulkan.internal.StagingRing.Chunk;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VulkanTesting.class)
class StagingRingTest {
  @Test
  void aChunkThatTheDeviceStillReadsDoesNotHoldUpTheNext() {
    try (DeviceContext context =
            DeviceContext.open(DeviceSelector.preferred(), DeviceOptions.defaults());
        StagingRing ring = new StagingRing(context, MemoryKind.UPLOAD, 64);
        GpuBuffer from = context.allocate("from", 64);
        GpuBuffer to = context.allocate("to", 64)) {
      Chunk first = ring.acquire();
      ring.release(first, context.queue().timeline().poll() + 1);
      CompletableFuture<Chunk> second = CompletableFuture.supplyAsync(ring::acquire);
      try {
        assertThat(second).succeedsWithin(Duration.ofSeconds(20)).isNotSameAs(first);
      } finally {
        context.copy(from, 0, to, 0, 64);
        ring.release(second.join(), 0);
      }
      assertThat(ring.acquire()).isSameAs(first);
      ring.release(first, 0);
    }
  }
}
