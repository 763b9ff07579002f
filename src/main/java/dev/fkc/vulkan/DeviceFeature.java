package dev.fkc.vulkan;

/**
 * Abilities of a device that are used when it has them and can be left out by {@link
 * DeviceOptions#without}, to test the other path or to work around a driver.
 */
public enum DeviceFeature {
  /** Descriptors written straight into the command buffer, instead of pooled descriptor sets. */
  PUSH_DESCRIPTORS,
  /** Raw buffer addresses in shaders, for what exceeds the range of a storage-buffer binding. */
  BUFFER_ADDRESSES,
  /** 64-bit integers in shaders; buffer addresses need them. */
  INT64,
  /**
   * The host reads and writes buffers in place, without staging, where host and device share
   * memory; where it sees all memory of a card, it writes little buffers in place.
   */
  DIRECT_TRANSFERS
}
