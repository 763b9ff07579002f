package dev.fkc.vulkan;

/**
 * A buffer is larger than the device can hold, or than it can hold now. Names the limit and both
 * numbers. Nothing was allocated; smaller allocations keep working.
 */
public final class OutOfDeviceMemoryException extends VulkanException {
  private static final long serialVersionUID = 1L;

  private final String limit;
  private final long requestedBytes;
  private final long limitBytes;

  /**
   * A refused allocation.
   *
   * @param label of the buffer that was asked for
   * @param device name of the device
   * @param limit what was exceeded, by the name that Vulkan gives it where it has one
   * @param requestedBytes what the buffer needs
   * @param limitBytes what the limit allows
   */
  public OutOfDeviceMemoryException(
      String label, String device, String limit, long requestedBytes, long limitBytes) {
    super(
        String.format(
            "buffer '%s' needs %,d bytes; %s of %s is %,d bytes",
            label, requestedBytes, limit, device, limitBytes));
    this.limit = limit;
    this.requestedBytes = requestedBytes;
    this.limitBytes = limitBytes;
  }

  /** What was exceeded: a Vulkan limit such as {@code maxBufferSize}, or the memory of a heap. */
  public String limit() {
    return limit;
  }

  /** What the buffer needs, in bytes. */
  public long requestedBytes() {
    return requestedBytes;
  }

  /** What the limit allows, in bytes. */
  public long limitBytes() {
    return limitBytes;
  }
}
