package dev.fkc.vulkan.internal;

/**
 * A {@code VkBuffer} bound to its memory. Immutable.
 *
 * @param handle the {@code VkBuffer}
 * @param allocation the {@code VmaAllocation}
 * @param kind of memory
 * @param capacity bytes of the buffer
 * @param mapped address at which the host sees it; 0 if it does not
 * @param readableByHost whether the host reads it in place
 * @param deviceAddress address for shaders; 0 if they need none
 * @param recycled whether it is kept for another buffer when this one is closed
 */
record BufferMemory(
    long handle,
    long allocation,
    MemoryKind kind,
    long capacity,
    long mapped,
    boolean readableByHost,
    long deviceAddress,
    boolean recycled) {

  /** Of a buffer of 0 bytes, which needs none. */
  static final BufferMemory NONE = new BufferMemory(0, 0, MemoryKind.DATA, 0, 0, false, 0, false);
}
