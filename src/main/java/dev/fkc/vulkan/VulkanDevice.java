package dev.fkc.vulkan;

import dev.fkc.op.OpCall;
import dev.fkc.registry.BindingEntry;
import dev.fkc.vulkan.internal.CallRecorder;
import dev.fkc.vulkan.internal.DeviceContext;

/**
 * An open Vulkan device: makes buffers and batches. Safe for use from any thread; batches belong to
 * one thread each.
 *
 * <p>Close it when everything made from it is closed. What is then still open is reported with the
 * place where it was made, and closed too. Calls of other threads come back before anything is
 * destroyed; later ones fail with an {@link IllegalStateException}. A device that is open when the
 * process ends is closed in the same way by a shutdown hook, which says so unless a signal ended
 * the process.
 */
public final class VulkanDevice implements AutoCloseable {
  private final DeviceContext context;

  private VulkanDevice(DeviceContext context) {
    this.context = context;
  }

  /**
   * Opens the preferred device with default options.
   *
   * @throws VulkanUnavailableException if there is none; says what to install
   */
  public static VulkanDevice open() {
    return open(DeviceSelector.preferred(), DeviceOptions.defaults());
  }

  /**
   * Opens a device.
   *
   * @throws VulkanUnavailableException if none fits, or Vulkan is not there; says what to do
   */
  public static VulkanDevice open(DeviceSelector selector, DeviceOptions options) {
    return new VulkanDevice(DeviceContext.open(selector, options));
  }

  /** What the device says about itself. */
  public DeviceInfo info() {
    return context.device().info();
  }

  /** Label of the device in errors and debuggers. */
  public String label() {
    return context.options().label();
  }

  /** Whether an optional feature is present and in use. */
  public boolean has(DeviceFeature feature) {
    return context.device().has(feature);
  }

  /**
   * A new buffer in the device's memory; its content is undefined.
   *
   * @param label for errors and debuggers
   * @param sizeBytes 0 or more; a buffer of 0 bytes is legal and takes no memory
   * @throws OutOfDeviceMemoryException if it exceeds a limit of the device or what it has left
   */
  public DeviceBuffer allocate(String label, long sizeBytes) {
    return new DeviceBuffer(context, context.allocate(label, sizeBytes));
  }

  /** A buffer that is closed soon, of memory that another one may have had before. */
  DeviceBuffer allocateRecycled(String label, long sizeBytes) {
    return new DeviceBuffer(context, context.allocateRecycled(label, sizeBytes));
  }

  /** A new buffer that holds the given bytes. */
  public DeviceBuffer allocate(String label, byte[] content) {
    DeviceBuffer buffer = allocate(label, content.length);
    try {
      buffer.upload(content);
      return buffer;
    } catch (RuntimeException e) {
      buffer.close();
      throw e;
    }
  }

  /**
   * New pinned memory of the host, which the device can copy from and to by itself; its content is
   * undefined.
   *
   * @param label for errors and debuggers
   * @param sizeBytes 0 or more
   * @throws OutOfDeviceMemoryException if it exceeds a limit of the device or what is left
   */
  public HostBuffer allocateHost(String label, long sizeBytes) {
    return new HostBuffer(context, label, sizeBytes);
  }

  /** A new empty batch, for the calling thread. */
  public CommandBatch batch(String label) {
    return new CommandBatch(context, context.acquireRecorder(label));
  }

  /**
   * Makes a call of a kernel ready to be recorded, with checked indices.
   *
   * @see #prepare(BindingEntry, OpCall, IndexCheck)
   */
  public PreparedCall prepare(BindingEntry entry, OpCall call) {
    return prepare(entry, call, IndexCheck.CHECKED);
  }

  /**
   * Makes a call of a kernel ready to be recorded. Makes the pipelines that it needs, unless an
   * earlier call needed them too.
   *
   * @param entry a binding of this provider
   * @param call what is asked of it; inputs for which the contract demands a dense copy are dense
   * @throws IllegalArgumentException if the binding is not one of this provider, or not for the
   *     call's op and dtypes
   * @throws OutOfDeviceMemoryException if the call needs more than the device can address
   */
  public PreparedCall prepare(BindingEntry entry, OpCall call, IndexCheck indices) {
    if (!(entry.kernel() instanceof VulkanKernel kernel)) {
      throw new IllegalArgumentException(entry + " is not a kernel for " + this);
    }
    if (!entry.key().dtypes().equals(call.dtypes())) {
      throw new IllegalArgumentException(
          entry + " does not do " + call.op() + " on " + call.dtypes());
    }
    return prepare(kernel, call, indices);
  }

  /**
   * Makes a call ready to be recorded with a kernel that was found by its symbol: for widths that
   * no contract registers.
   *
   * @throws IllegalArgumentException if the kernel is one for another op
   * @throws OutOfDeviceMemoryException if the call needs more than the device can address
   */
  public PreparedCall prepare(VulkanKernel kernel, OpCall call, IndexCheck indices) {
    if (!kernel.op().equals(call.op())) {
      throw new IllegalArgumentException(kernel + " does not do " + call.op());
    }
    context.enter();
    try {
      return new PreparedCall(
          kernel, new CallRecorder(context.kernels(), call, indices == IndexCheck.CHECKED));
    } finally {
      context.leave();
    }
  }

  /** How many errors the validation layer has reported in this process. */
  public long validationErrors() {
    return ValidationLog.errors();
  }

  DeviceContext context() {
    return context;
  }

  /** Waits for the device to be done, reports what is still open, and closes. */
  @Override
  public void close() {
    context.close();
  }

  @Override
  public String toString() {
    return "device '" + label() + "' (" + info().name() + ")";
  }
}
