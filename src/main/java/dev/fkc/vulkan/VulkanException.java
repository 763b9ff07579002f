package dev.fkc.vulkan;

/**
 * A Vulkan call failed. The message names the call, the result by its Vulkan name, and the label of
 * the object it was made for. Subclasses stand for the failures that a program can act on.
 */
public class VulkanException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A failure with its whole story in one message. */
  public VulkanException(String message) {
    super(message);
  }

  /** A failure that another failure caused. */
  public VulkanException(String message, Throwable cause) {
    super(message, cause);
  }
}
