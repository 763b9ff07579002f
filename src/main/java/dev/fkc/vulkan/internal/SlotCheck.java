package dev.fkc.vulkan.internal;

import java.nio.ByteBuffer;

/** Reads what a kernel reported in its slot of the report buffer, and throws if it is bad news. */
@FunctionalInterface
public interface SlotCheck {
  /**
   * Called once the batch is done, only if the kernel wrote to the slot.
   *
   * @param slot its 512 bytes, native byte order, valid during the call
   */
  void check(ByteBuffer slot);
}
