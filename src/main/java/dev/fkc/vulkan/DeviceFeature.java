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
  /** The host reads and writes buffers in place where their memory allows it, without staging. */
  DIRECT_TRANSFERS
}
