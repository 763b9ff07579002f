package dev.fkc.vulkan;

import dev.fkc.vulkan.internal.ValidationMessages;
import java.util.List;

/**
 * What the Khronos validation layer had to say in this process, across all devices that were opened
 * with it. Safe for use from any thread.
 */
public final class ValidationLog {
  private ValidationLog() {}

  /** How many errors the layer has reported; 0 when validation was never on. */
  public static long errors() {
    return ValidationMessages.errors();
  }

  /** The last messages, warnings included, oldest first. */
  public static List<String> messages() {
    return ValidationMessages.kept();
  }
}
