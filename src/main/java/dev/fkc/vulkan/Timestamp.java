package dev.fkc.vulkan;

/**
 * A time on the device's own clock.
 *
 * @param label as given to {@link CommandBatch#timestamp}
 * @param nanos nanoseconds since the first timestamp of the batch
 */
public record Timestamp(String label, double nanos) {}
