package dev.fkc.vulkan.internal;

/** What a buffer is for, which decides the memory that it gets. */
enum MemoryKind {
  /** Tensor data: the device's own memory; mapped where host and device share it. */
  DATA,
  /**
   * Little tensor data on a device whose own memory the host can write, and had better not read.
   */
  SMALL_DATA,
  /** What the host writes once, in order, for the device to copy from. */
  UPLOAD,
  /** What the device writes for the host to read: cached host memory. */
  DOWNLOAD,
  /** What callers fill and read themselves: cached and coherent host memory. */
  HOST;

  boolean isData() {
    return this == DATA || this == SMALL_DATA;
  }
}
