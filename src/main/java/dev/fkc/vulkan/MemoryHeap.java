package dev.fkc.vulkan;

/**
 * One memory of a device.
 *
 * @param sizeBytes its size
 * @param deviceLocal whether it is the device's own, fast for kernels
 * @param hostVisible whether some of its memory can be mapped by the host
 */
public record MemoryHeap(long sizeBytes, boolean deviceLocal, boolean hostVisible) {}
