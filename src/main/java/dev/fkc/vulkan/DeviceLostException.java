package dev.fkc.vulkan;

/**
 * The device stopped working: the driver reset it (often because one submission ran longer than the
 * watchdog of the system allows, 2 seconds on many), it crashed or it was unplugged. The contents
 * of all its buffers are undefined. Every later call on the device fails at once with the same
 * type; close the device and open it again, and submit less work at a time.
 */
public final class DeviceLostException extends VulkanException {
  private static final long serialVersionUID = 1L;

  /** A loss, first seen or remembered. */
  public DeviceLostException(String message) {
    super(message);
  }
}
