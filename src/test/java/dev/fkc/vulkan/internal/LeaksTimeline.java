package dev.fkc.vulkan.internal;

import dev.fkc.vulkan.DeviceOptions;
import dev.fkc.vulkan.DeviceSelector;

/** A program that closes a device and leaves a semaphore behind, then prints the error count. */
public final class LeaksTimeline {
  private LeaksTimeline() {}

  public static void main(String[] args) {
    try (DeviceContext context =
        DeviceContext.open(DeviceSelector.preferred(), DeviceOptions.defaults())) {
      new Timeline(context.device());
    }
    System.out.println("errors: " + ValidationMessages.errors());
  }
}
