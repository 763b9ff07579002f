package dev.fkc.vulkan.internal;

import dev.fkc.vulkan.DeviceInfo;
import dev.fkc.vulkan.DeviceLostException;
import dev.fkc.vulkan.DeviceOptions;
import dev.fkc.vulkan.DeviceSelector;
import dev.fkc.vulkan.VulkanException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * An open device: everything that lives as long as it does, made in order and closed in the
 * opposite order. Safe for use from any thread.
 *
 * <p>Calls that reach the driver run between {@link #enter} and {@link #leave}, and recordings
 * between {@link BatchRecorder#begin} and {@link BatchRecorder#end}. Closing shuts the way in and
 * waits for calls of other threads to come back before it destroys anything; if one never does, it
 * destroys nothing.
 */
public final class DeviceContext implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 10;

  private final OwnedObjects owned = new OwnedObjects();
  private final DeviceOptions options;
  private final LogicalDevice device;
  private final ComputeQueue queue;
  private final RetiredObjects retired;
  private final MemoryAllocator allocator;
  private final PipelineLayouts layouts;
  private final CommandBuffers commandBuffers;
  private final Transfers transfers;
  private final KernelRuntime kernels;
  private final GpuBuffer dummy;
  private final OpenHandles handles = new OpenHandles();
  private final RecorderPool recorders = new RecorderPool(this);
  private final CallGate gate;
  private final ReentrantLock closing = new ReentrantLock();
  private boolean destroyed;
  private boolean atExit;

  private DeviceContext(DeviceSelector selector, DeviceOptions options) {
    this.options = options;
    try {
      VulkanInstance instance = own(VulkanInstance.acquire(options.validation()));
      List<PhysicalDevice> physical = PhysicalDevice.all(instance);
      DeviceInfo chosen = selector.select(physical.stream().map(PhysicalDevice::info).toList());
      this.device = own(LogicalDevice.create(instance, physical.get(chosen.index()), options));
      this.gate = device.gate();
      Timeline timeline = own(new Timeline(device));
      this.queue = own(new ComputeQueue(device, timeline));
      this.retired = new RetiredObjects(timeline);
      this.allocator = own(new MemoryAllocator(this, instance, device));
      this.layouts = own(new PipelineLayouts(device));
      this.commandBuffers = own(new CommandBuffers(device, layouts, timeline));
      this.transfers = own(new Transfers(this, options));
      this.kernels = own(new KernelRuntime(device, layouts));
      GpuBuffer filler = allocator.allocate("unused binding", 256, MemoryKind.DATA);
      own(() -> allocator.destroy(filler));
      this.dummy = filler;
      own(this::destroyPooled);
    } catch (Throwable e) {
      owned.close(e);
      throw e;
    }
  }

  /** Opens the device that a selector means. */
  public static DeviceContext open(DeviceSelector selector, DeviceOptions options) {
    DeviceContext opened = null;
    OpenDevices.enter();
    try {
      opened = new DeviceContext(selector, options);
      return opened;
    } finally {
      OpenDevices.leave(opened);
    }
  }

  /** What the devices of this machine say about themselves. */
  public static List<DeviceInfo> list(UnaryOperator<List<DeviceInfo>> judge) {
    OpenDevices.enter();
    try (VulkanInstance instance = VulkanInstance.acquire(false)) {
      return judge.apply(PhysicalDevice.all(instance).stream().map(PhysicalDevice::info).toList());
    } finally {
      OpenDevices.leave(null);
    }
  }

  /**
   * Takes something over that is closed with the device, before everything that the device had when
   * it was taken over.
   */
  public <T extends AutoCloseable> T own(T resource) {
    return owned.add(resource);
  }

  /** The logical device. */
  public LogicalDevice device() {
    return device;
  }

  /** The options that the device was opened with. */
  public DeviceOptions options() {
    return options;
  }

  /** The pipeline layouts. */
  public PipelineLayouts layouts() {
    return layouts;
  }

  /** What the device runs kernels with. */
  public KernelRuntime kernels() {
    return kernels;
  }

  ComputeQueue queue() {
    return queue;
  }

  MemoryAllocator allocator() {
    return allocator;
  }

  CommandBuffers commandBuffers() {
    return commandBuffers;
  }

  OpenHandles handles() {
    return handles;
  }

  GpuBuffer dummy() {
    return dummy;
  }

  /** A new buffer in the device's memory, reported at close unless it was closed. */
  public GpuBuffer allocate(String label, long size) {
    enter();
    try {
      drainRetired();
      GpuBuffer buffer = allocator.allocate(label, size, allocator.dataKind(size));
      handles.register(buffer, buffer + " of " + size + " bytes");
      return buffer;
    } finally {
      leave();
    }
  }

  /**
   * A buffer in the device's memory that is closed soon, of memory that another one may have had
   * before; reported at close unless it was closed.
   */
  public GpuBuffer allocateRecycled(String label, long size) {
    enter();
    try {
      drainRetired();
      GpuBuffer buffer = allocator.allocateRecycled(label, size);
      handles.register(buffer, buffer + " of " + size + " bytes");
      return buffer;
    } finally {
      leave();
    }
  }

  /** A new mapped buffer in the host's memory, reported at close unless it was closed. */
  public GpuBuffer allocateHost(String label, long size) {
    enter();
    try {
      drainRetired();
      GpuBuffer buffer = allocator.allocate(label, size, MemoryKind.HOST);
      handles.register(buffer, "host " + buffer + " of " + size + " bytes");
      return buffer;
    } finally {
      leave();
    }
  }

  /** Copies bytes from the host into a buffer. */
  public void upload(GpuBuffer target, long offset, long length, HostBytes source) {
    enter();
    try {
      transfers.upload(target, offset, length, source);
    } finally {
      leave();
    }
  }

  /** Copies bytes from a buffer to the host. */
  public void download(GpuBuffer source, long offset, long length, HostBytes target) {
    enter();
    try {
      transfers.download(source, offset, length, target);
    } finally {
      leave();
    }
  }

  /** Copies bytes between two buffers, and waits until they are there. */
  public void copy(GpuBuffer from, long fromOffset, GpuBuffer to, long toOffset, long length) {
    enter();
    try {
      transfers.copyAndWait(from, fromOffset, to, toOffset, length);
    } finally {
      leave();
    }
  }

  /** A recorder for a batch, reported at close unless it was released. */
  public BatchRecorder acquireRecorder(String label) {
    enter();
    try {
      BatchRecorder recorder = recorders.acquireRecorder();
      recorder.label(label);
      handles.register(recorder, "batch '" + label + "'");
      return recorder;
    } finally {
      leave();
    }
  }

  /** Takes a recorder back; what was recorded and not submitted is dropped. */
  public void releaseRecorder(BatchRecorder recorder) {
    if (tryEnter()) {
      try {
        handles.unregister(recorder);
        recorder.discard();
        recorders.release(recorder);
      } finally {
        leave();
      }
    }
  }

  RecorderPool recorders() {
    return recorders;
  }

  /**
   * Runs an action once the device has reached a value of the timeline, at the latest at close. The
   * caller is inside.
   */
  void retire(long value, Runnable destroy) {
    retired.add(value, destroy);
    drainRetired();
  }

  /** Destroys what the device is done with; a lost device keeps it until it is closed. */
  boolean drainRetired() {
    try {
      return !device.isLost() && retired.drain();
    } catch (DeviceLostException e) {
      return false;
    }
  }

  /** Waits for the memory of closed buffers to come back; says whether any did. */
  boolean reclaim() {
    boolean any = false;
    if (retired.size() > 0) {
      queue.timeline().await(queue.last(), Long.MAX_VALUE);
      any = drainRetired();
    }
    return allocator.dropKept() || any;
  }

  boolean isClosed() {
    return gate.isShut();
  }

  /** Throws unless the device is open. */
  void requireOpen() {
    gate.requireOpen();
  }

  /** Begins a call that reaches the driver. */
  public void enter() {
    device.enter();
  }

  /** Begins a call that reaches the driver, unless the device is closed. */
  boolean tryEnter() {
    return gate.tryEnter();
  }

  /** Ends a call that reached the driver. */
  public void leave() {
    gate.leave();
  }

  /** Closes everything in order; tells the leak listener of each handle that is still open. */
  @Override
  public void close() {
    if (!end(options.leakListener())) {
      options.leakListener().accept(stuck());
    }
  }

  /**
   * Closes as the process ends. Memory of the host that callers have in view stays: they may be
   * writing to it right now.
   *
   * @return whether it was closed, and not left as it is because a call did not come back
   */
  boolean closeAtExit() {
    closing.lock();
    try {
      atExit = true;
      return end(leak -> {});
    } finally {
      closing.unlock();
    }
  }

  /** What to say when the device was left as it is. */
  String stuck() {
    return "device '"
        + options.label()
        + "' stays open: a call of another thread did not come back within "
        + PATIENCE_SECONDS
        + " s";
  }

  private boolean end(Consumer<String> leaks) {
    gate.shut();
    closing.lock();
    try {
      if (!destroyed) {
        if (!awaitCallers()) {
          return false;
        }
        destroyed = true;
        for (String leak : handles.describe()) {
          leaks.accept("device '" + options.label() + "' closes with an open handle: " + leak);
        }
        try {
          owned.close(null);
        } finally {
          OpenDevices.remove(this);
        }
      }
      return true;
    } finally {
      closing.unlock();
    }
  }

  /** Waits until no call is inside, with patience that begins when the device is done. */
  private boolean awaitCallers() {
    if (isBusy()) {
      try {
        queue.timeline().await(queue.last(), Long.MAX_VALUE);
      } catch (VulkanException e) {
        // Calls come back from a lost device as well.
      }
    }
    long start = System.nanoTime();
    while (isBusy()) {
      if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
        return false;
      }
      LockSupport.parkNanos(50_000);
    }
    return true;
  }

  private boolean isBusy() {
    return !gate.isEmpty()
        || handles.handles().stream()
            .anyMatch(handle -> handle instanceof BatchRecorder recorder && recorder.isBusy());
  }

  private void destroyPooled() {
    device.waitIdle();
    for (Object handle : handles.handles()) {
      if (handle instanceof BatchRecorder recorder) {
        recorder.discard();
        recorder.close();
      } else if (handle instanceof Submission submission) {
        submission.release();
      } else if (handle instanceof GpuBuffer buffer) {
        if (atExit && buffer.memory().kind() == MemoryKind.HOST) {
          allocator.keep();
        } else {
          buffer.release();
        }
      }
    }
    retired.drainAll();
    recorders.destroy();
  }
}
