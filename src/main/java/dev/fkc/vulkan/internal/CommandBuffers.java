package dev.fkc.vulkan.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The command buffers of a device: hands out one whose last submission is done, and makes a new one
 * only when all are in flight. Safe for use from any thread.
 */
final class CommandBuffers implements AutoCloseable {
  private final LogicalDevice device;
  private final PipelineLayouts layouts;
  private final Timeline timeline;
  private final Deque<CommandBuffer> returned = new ArrayDeque<>();
  private final List<CommandBuffer> all = new ArrayList<>();

  CommandBuffers(LogicalDevice device, PipelineLayouts layouts, Timeline timeline) {
    this.device = device;
    this.layouts = layouts;
    this.timeline = timeline;
  }

  synchronized CommandBuffer acquire() {
    CommandBuffer oldest = returned.peekFirst();
    if (oldest != null && timeline.isReached(oldest.freeAt)) {
      return returned.removeFirst();
    }
    CommandBuffer created = new CommandBuffer(device, layouts);
    all.add(created);
    return created;
  }

  /** Takes one back that was submitted under a value of the timeline; 0 if it was not submitted. */
  synchronized void release(CommandBuffer commands, long value) {
    commands.freeAt = value;
    if (value == 0) {
      returned.addFirst(commands);
    } else {
      returned.addLast(commands);
    }
  }

  /** How many exist. */
  synchronized int size() {
    return all.size();
  }

  @Override
  public synchronized void close() {
    all.forEach(CommandBuffer::close);
  }
}
