package dev.fkc.vulkan;

/**
 * There is no Vulkan device to work with: no loader, no driver, no device that fits the selector,
 * or Vulkan is switched off. The message says what to install or to change. Everything that needs
 * no device keeps working.
 */
public final class VulkanUnavailableException extends VulkanException {
  private static final long serialVersionUID = 1L;

  /** What stopped Vulkan from being available. */
  public enum Reason {
    /** Switched off by {@code -Dfkc.vulkan=off}. */
    SWITCHED_OFF,
    /** The Vulkan loader library could not be loaded. */
    NO_LOADER,
    /** The loader made no instance, mostly because no driver is installed. */
    NO_INSTANCE,
    /** Validation was asked for and its layer is not installed. */
    NO_VALIDATION_LAYER,
    /** No device fits the selector, or those that fit cannot be used. */
    NO_DEVICE
  }

  private final Reason reason;

  /** A reason and the message for people. */
  public VulkanUnavailableException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** A reason, the message for people, and what failed underneath. */
  public VulkanUnavailableException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** What stopped Vulkan from being available. */
  public Reason reason() {
    return reason;
  }
}
