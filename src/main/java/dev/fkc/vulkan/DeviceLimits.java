package dev.fkc.vulkan;

/**
 * The limits of a device that decide how kernels run on it. Sizes are bytes.
 *
 * @param maxStorageBufferRange largest range that one storage-buffer binding can show to a shader
 * @param maxBufferSize largest buffer; {@link Long#MAX_VALUE} when the driver names none
 * @param maxMemoryAllocationSize size up to which the driver promises to try an allocation
 * @param maxWorkGroupCountX most workgroups of a dispatch on axis x
 * @param maxWorkGroupCountY most workgroups of a dispatch on axis y
 * @param maxWorkGroupCountZ most workgroups of a dispatch on axis z
 * @param maxWorkGroupInvocations most invocations in a workgroup
 * @param maxSharedMemorySize shared memory of a workgroup
 * @param maxPushConstantsSize push constants of a dispatch, at least 128
 * @param minStorageBufferOffsetAlignment what the offset of a binding must be a multiple of
 * @param nonCoherentAtomSize granularity of host access to memory that is not coherent
 * @param subgroupSize invocations that run in step
 * @param timestampValidBits width of GPU timestamps, 0 when the queue has none
 * @param timestampPeriodNanos nanoseconds per timestamp tick
 */
public record DeviceLimits(
    long maxStorageBufferRange,
    long maxBufferSize,
    long maxMemoryAllocationSize,
    long maxWorkGroupCountX,
    long maxWorkGroupCountY,
    long maxWorkGroupCountZ,
    int maxWorkGroupInvocations,
    int maxSharedMemorySize,
    int maxPushConstantsSize,
    long minStorageBufferOffsetAlignment,
    long nonCoherentAtomSize,
    int subgroupSize,
    int timestampValidBits,
    double timestampPeriodNanos) {}
