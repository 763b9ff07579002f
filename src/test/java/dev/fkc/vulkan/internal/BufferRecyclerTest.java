package dev.fkc.vulkan.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.fkc.FuelKernels;
import dev.fkc.type.Shape;
import dev.fkc.vulkan.DeviceAccess;
import dev.fkc.vulkan.DeviceOptions;
import dev.fkc.vulkan.DeviceSelector;
import dev.fkc.vulkan.Tensor;
import dev.fkc.vulkan.VulkanDevice;
import dev.fkc.vulkan.VulkanExecutor;
import dev.fkc.vulkan.VulkanTesting;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VulkanTesting.class)
class BufferRecyclerTest {
  private final List<BufferMemory> destroyed = new ArrayList<>();

  private static BufferMemory memory(long handle, long capacity) {
    return new BufferMemory(handle, handle, MemoryKind.DATA, capacity, 0, false, 0, true);
  }

  @Test
  void capacitiesAreAtMostAQuarterMore() {
    BufferRecycler recycler = new BufferRecycler(1L << 40, destroyed::add);
    for (long size = 1; size < 1L << 38; size += 1 + size / 3) {
      long capacity = recycler.capacity(size);
      assertThat(capacity).isGreaterThanOrEqualTo(size).isLessThanOrEqualTo(size + size / 4 + 4096);
      assertThat(recycler.capacity(capacity)).as("a class of its own").isEqualTo(capacity);
      assertThat(capacity % 16).isZero();
    }
    assertThat(recycler.capacity(0)).isZero();
    assertThat(recycler.capacity((1L << 39) + 1)).as("too large to keep").isZero();
  }

  @Test
  void whatWasNotAskedForTheLongestGoesFirst() {
    BufferRecycler recycler = new BufferRecycler(10_000, destroyed::add);
    recycler.give(memory(1, 4096));
    recycler.give(memory(2, 5120));
    recycler.give(memory(3, 4096));
    assertThat(destroyed).containsExactly(memory(1, 4096));
    assertThat(recycler.keptBytes()).isEqualTo(9216);
    assertThat(recycler.take(4096, MemoryKind.SMALL_DATA)).isNull();
    assertThat(recycler.take(8192, MemoryKind.DATA)).isNull();
    assertThat(recycler.take(4096, MemoryKind.DATA)).isEqualTo(memory(3, 4096));
    assertThat(recycler.take(4096, MemoryKind.DATA)).isNull();
    assertThat(recycler.clear()).isTrue();
    assertThat(recycler.clear()).isFalse();
    assertThat(recycler.keptBytes()).isZero();
    assertThat(destroyed).containsExactly(memory(1, 4096), memory(2, 5120));
    for (int i = 0; i < 100; i++) {
      recycler.give(memory(i, 16));
    }
    assertThat(recycler.keptBytes()).isEqualTo(64 * 16);
  }

  private static float[] ramp(int count) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = i;
    }
    return values;
  }

  /** An op that needs a dense copy of its input first. */
  private static void call(VulkanExecutor executor, Tensor input, int i) {
    try (Tensor output = executor.triu(input.view().transpose(0, 1), i % 3)) {
      if (i % 100 == 0) {
        float[] values = output.toFloats();
        assertThat(values[1]).isEqualTo(i % 3 < 2 ? 40 : 0);
        assertThat(values[40]).isZero();
      }
    }
  }

  @Test
  void aThousandCallsWithCopiesMakeAHandfulOfBuffers() {
    List<String> leaks = new ArrayList<>();
    DeviceOptions options = VulkanTesting.options("recycling").withLeakListener(leaks::add);
    try (VulkanDevice device = VulkanDevice.open(DeviceSelector.preferred(), options)) {
      MemoryAllocator allocator = DeviceAccess.context(device).allocator();
      VulkanExecutor executor = new VulkanExecutor(device, FuelKernels.registry());
      ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      try (Tensor input = executor.upload(Shape.of(40, 40), ramp(1600))) {
        call(executor, input, 0);
        long before = allocator.created();
        long early = 0;
        long late = 0;
        for (int i = 1; i <= 1000; i++) {
          long bytes = threads.getCurrentThreadAllocatedBytes();
          call(executor, input, i);
          bytes = threads.getCurrentThreadAllocatedBytes() - bytes;
          early += i > 300 && i < 400 ? bytes : 0;
          late += i > 900 && i < 1000 ? bytes : 0;
        }
        assertThat(allocator.created() - before).as("Vulkan buffers").isLessThan(6);
        assertThat(late).as("garbage does not grow").isLessThan(early + early / 2);
      }
      assertThat(allocator.recycler().keptBytes()).isBetween(1L, 64L << 10);
    }
    assertThat(leaks).isEmpty();
  }

  @Test
  void switchedOffNothingIsKept() {
    try (VulkanDevice device =
        VulkanDevice.open(
            DeviceSelector.preferred(), VulkanTesting.options("keeps nothing").withKeptBytes(0))) {
      MemoryAllocator allocator = DeviceAccess.context(device).allocator();
      VulkanExecutor executor = new VulkanExecutor(device, FuelKernels.registry());
      try (Tensor input = executor.upload(Shape.of(40, 40), ramp(1600))) {
        long before = allocator.created();
        for (int i = 0; i < 10; i++) {
          call(executor, input, i);
        }
        assertThat(allocator.created() - before).isGreaterThanOrEqualTo(20);
        assertThat(allocator.recycler().keptBytes()).isZero();
      }
    }
  }

  @Test
  void closedTensorsStayClosedWhenTheirMemoryIsAnothers(VulkanDevice device) {
    VulkanExecutor executor = new VulkanExecutor(device, FuelKernels.registry());
    Tensor first = executor.upload(Shape.of(1000), ramp(1000));
    first.close();
    try (Tensor second = executor.upload(Shape.of(990), ramp(990))) {
      first.close();
      assertThatThrownBy(first::toFloats).hasMessageContaining("is closed");
      assertThat(second.toFloats()).isEqualTo(ramp(990));
      assertThatThrownBy(() -> executor.flip(first.view(), 0))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("is closed");
    }
  }

  @Test
  void keptMemoryIsGivenBackWhenMemoryRunsOut(VulkanDevice device) {
    DeviceContext context = DeviceAccess.context(device);
    context.allocateRecycled("kept", 1 << 20).close();
    assertThat(context.allocator().recycler().keptBytes()).isPositive();
    assertThat(context.reclaim()).isTrue();
    assertThat(context.allocator().recycler().keptBytes()).isZero();
  }
}
