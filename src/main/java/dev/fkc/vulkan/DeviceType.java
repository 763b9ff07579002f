package dev.fkc.vulkan;

/** What kind of hardware a device is, in the order in which devices are preferred. */
public enum DeviceType {
  /** A graphics card with memory of its own. */
  DISCRETE,
  /** A graphics unit that shares the memory of the processor. */
  INTEGRATED,
  /** A device passed through to a virtual machine. */
  VIRTUAL,
  /** None of the kinds that Vulkan names. */
  OTHER,
  /** A driver that runs on the processor; used when there is nothing else, or when asked for. */
  CPU
}
