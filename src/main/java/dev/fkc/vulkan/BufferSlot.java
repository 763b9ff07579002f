package dev.fkc.vulkan;

/**
 * A place in a {@link RecordedBatch} for a buffer that is only named when the batch is replayed,
 * and where an operand begins in it. Immutable.
 *
 * @param number of the slot, from 0
 * @param start byte of the slot at which the operand begins; a multiple of its element size
 */
public record BufferSlot(int number, long start) {
  public BufferSlot {
    if (number < 0 || start < 0) {
      throw new IllegalArgumentException("slot " + number + " from byte " + start);
    }
  }

  /** From byte 0 of a slot on. */
  public static BufferSlot of(int number) {
    return new BufferSlot(number, 0);
  }

  @Override
  public String toString() {
    return "slot " + number + " from byte " + start;
  }
}
