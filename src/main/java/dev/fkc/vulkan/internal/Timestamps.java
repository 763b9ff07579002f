package dev.fkc.vulkan.internal;

import static org.lwjgl.vulkan.VK12.*;

import dev.fkc.vulkan.Timestamp;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkQueryPoolCreateInfo;

/**
 * The GPU timestamps of one batch, in {@code VkQueryPool}s that are added as they fill. Not safe
 * for use from several threads.
 */
final class Timestamps implements AutoCloseable {
  private static final int QUERIES_PER_POOL = 256;

  private final LogicalDevice device;
  private final List<Long> pools = new ArrayList<>();
  private final List<String> labels = new ArrayList<>();

  Timestamps(LogicalDevice device) {
    this.device = device;
    if (device.info().limits().timestampValidBits() == 0) {
      throw new UnsupportedOperationException(
          device.info().name() + " has no timestamps on its compute queue");
    }
  }

  /** Records the time at which everything recorded before it is done. */
  void write(VkCommandBuffer commands, String label) {
    int query = labels.size() % QUERIES_PER_POOL;
    if (query == 0) {
      pools.add(create());
      vkCmdResetQueryPool(commands, pools.get(pools.size() - 1), 0, QUERIES_PER_POOL);
    }
    vkCmdWriteTimestamp(
        commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pools.get(pools.size() - 1), query);
    labels.add(label);
  }

  private long create() {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      LongBuffer pointer = stack.mallocLong(1);
      device.check(
          vkCreateQueryPool(
              device.handle(),
              VkQueryPoolCreateInfo.calloc(stack)
                  .sType$Default()
                  .queryType(VK_QUERY_TYPE_TIMESTAMP)
                  .queryCount(QUERIES_PER_POOL),
              null,
              pointer),
          "vkCreateQueryPool",
          "timestamps");
      return pointer.get(0);
    }
  }

  /** The times, in the order of recording; the batch is done. */
  List<Timestamp> read() {
    int bits = device.info().limits().timestampValidBits();
    long mask = bits >= 64 ? -1 : (1L << bits) - 1;
    double period = device.info().limits().timestampPeriodNanos();
    List<Timestamp> times = new ArrayList<>();
    LongBuffer ticks = MemoryUtil.memAllocLong(QUERIES_PER_POOL);
    try {
      long origin = 0;
      for (int pool = 0; pool < pools.size(); pool++) {
        int count = Math.min(QUERIES_PER_POOL, labels.size() - pool * QUERIES_PER_POOL);
        ticks.clear().limit(count);
        device.check(
            vkGetQueryPoolResults(
                device.handle(),
                pools.get(pool),
                0,
                count,
                ticks,
                Long.BYTES,
                VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT),
            "vkGetQueryPoolResults",
            "timestamps");
        origin = pool == 0 ? ticks.get(0) & mask : origin;
        for (int i = 0; i < count; i++) {
          long elapsed = ((ticks.get(i) & mask) - origin) & mask;
          times.add(new Timestamp(labels.get(times.size()), elapsed * period));
        }
      }
    } finally {
      MemoryUtil.memFree(ticks);
    }
    return List.copyOf(times);
  }

  @Override
  public void close() {
    pools.forEach(pool -> vkDestroyQueryPool(device.handle(), pool, null));
  }
}
