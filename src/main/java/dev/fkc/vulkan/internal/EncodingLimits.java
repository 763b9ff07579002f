package dev.fkc.vulkan.internal;

/**
 * What a device allows one dispatch.
 *
 * @param maxStorageBufferRange bytes of a bound range; at most 2^32
 * @param offsetAlignment of a bound range's start, a power of two, 16 or more
 * @param maxGroupsX workgroups on the x axis
 * @param sharedMemory bytes of a workgroup
 * @param addressesAvailable whether buffer device addresses can serve what is larger
 * @param addressesUpTo output bytes up to which addresses are used in any case: where they cost
 *     nothing in the kernel they spare small dispatches the binding of buffers
 * @param cacheBytes that a kernel may count on to stay in the device's cache for a while
 * @param runsBothSides whether a branch that no invocation takes costs as much as one that all
 *     take: drivers that run shaders on a CPU, under masks
 */
public record EncodingLimits(
    long maxStorageBufferRange,
    long offsetAlignment,
    long maxGroupsX,
    long sharedMemory,
    boolean addressesAvailable,
    long addressesUpTo,
    long cacheBytes,
    boolean runsBothSides) {

  public EncodingLimits {
    maxStorageBufferRange = Math.min(maxStorageBufferRange, 1L << 32);
    offsetAlignment = Math.max(offsetAlignment, 16);
  }

  /** The same for dispatches that bind storage buffers only. */
  EncodingLimits withoutAddresses() {
    return new EncodingLimits(
        maxStorageBufferRange,
        offsetAlignment,
        maxGroupsX,
        sharedMemory,
        false,
        0,
        cacheBytes,
        runsBothSides);
  }

  /**
   * Output bytes of one dispatch, so that it can be bound as a storage buffer wherever it starts.
   */
  long splitBytes() {
    return maxStorageBufferRange - 2 * offsetAlignment;
  }
}
