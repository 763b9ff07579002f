package dev.fkc.vulkan.internal;

/**
 * What calls do with the bytes of a slot. Ranges are half open; an empty one is 0 to 0. Immutable.
 *
 * @param readStart first byte that is read
 * @param readEnd one past the last
 * @param writeStart first byte that is written
 * @param writeEnd one past the last
 * @param bytes that the operands in the slot take, from its start on
 */
record SlotExtent(long readStart, long readEnd, long writeStart, long writeEnd, long bytes) {
  static final SlotExtent NONE = new SlotExtent(0, 0, 0, 0, 0);

  boolean isRead() {
    return readEnd > 0;
  }

  boolean isWritten() {
    return writeEnd > 0;
  }

  SlotExtent reading(long start, long end) {
    return start >= end
        ? this
        : new SlotExtent(
            isRead() ? Math.min(readStart, start) : start,
            Math.max(readEnd, end),
            writeStart,
            writeEnd,
            bytes);
  }

  SlotExtent writing(long start, long end) {
    return start >= end
        ? this
        : new SlotExtent(
            readStart,
            readEnd,
            isWritten() ? Math.min(writeStart, start) : start,
            Math.max(writeEnd, end),
            bytes);
  }

  SlotExtent holding(long least) {
    return new SlotExtent(readStart, readEnd, writeStart, writeEnd, Math.max(bytes, least));
  }
}
