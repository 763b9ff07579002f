package dev.fkc.vulkan.internal;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decides which dispatches of a batch need a barrier before them. It remembers, per buffer, the
 * bytes that were read and written since the last barrier. A dispatch conflicts when it reads bytes
 * that were written, or writes bytes that were read or written; everything else may run at the same
 * time.
 *
 * <p>Ranges are rounded out to the 16-byte words that kernels load and store. For each dispatch:
 * ask {@link #conflicts} for all its accesses; if one does, record a barrier and {@link #clear};
 * then {@link #add} them all.
 *
 * <p>Buffers are found in an open-addressing table whose entries count only in the epoch that they
 * were written in, so that a barrier costs the buffers touched since the last one and nothing is
 * allocated once the tables have grown. Not safe for use from several threads.
 */
final class HazardTracker {
  private static final long WORD = 16;

  private long[] keys = new long[64];
  private int[] epochs = new int[64];
  private int[] places = new int[64];
  private @Nullable RangeSet[] reads = new RangeSet[32];
  private @Nullable RangeSet[] writes = new RangeSet[32];
  private int used;
  private int epoch = 1;

  /**
   * Whether an access must wait for an earlier one.
   *
   * @param buffer identity of the buffer
   * @param start first byte
   * @param end one past the last byte; an empty range conflicts with nothing
   */
  boolean conflicts(long buffer, long start, long end, boolean write) {
    if (start >= end) {
      return false;
    }
    int slot = find(buffer);
    if (epochs[slot] != epoch) {
      return false;
    }
    int place = places[slot];
    long from = start & -WORD;
    long to = (end + WORD - 1) & -WORD;
    return at(writes, place).overlaps(from, to) || (write && at(reads, place).overlaps(from, to));
  }

  /** Notes an access since the last barrier. */
  void add(long buffer, long start, long end, boolean write) {
    if (start >= end) {
      return;
    }
    int slot = find(buffer);
    if (epochs[slot] != epoch) {
      slot = enter(buffer, slot);
    }
    at(write ? writes : reads, places[slot]).add(start & -WORD, (end + WORD - 1) & -WORD);
  }

  /** Forgets everything: a barrier was recorded. */
  void clear() {
    for (int i = 0; i < used; i++) {
      at(reads, i).clear();
      at(writes, i).clear();
    }
    used = 0;
    if (++epoch == 0) {
      epoch = 1;
      Arrays.fill(epochs, 0);
    }
  }

  /** The table slot of a buffer, or the free one where it would go. */
  private int find(long buffer) {
    int mask = keys.length - 1;
    int slot = (int) ((buffer * 0x9E3779B97F4A7C15L) >>> 40) & mask;
    while (epochs[slot] == epoch && keys[slot] != buffer) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private int enter(long buffer, int freeSlot) {
    int slot = freeSlot;
    if (2 * (used + 1) > keys.length) {
      grow();
      slot = find(buffer);
    }
    if (used == reads.length) {
      reads = Arrays.copyOf(reads, 2 * used);
      writes = Arrays.copyOf(writes, 2 * used);
    }
    if (reads[used] == null) {
      reads[used] = new RangeSet();
      writes[used] = new RangeSet();
    }
    keys[slot] = buffer;
    epochs[slot] = epoch;
    places[slot] = used++;
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldEpochs = epochs;
    int[] oldPlaces = places;
    keys = new long[2 * oldKeys.length];
    epochs = new int[keys.length];
    places = new int[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldEpochs[i] == epoch) {
        int slot = find(oldKeys[i]);
        keys[slot] = oldKeys[i];
        epochs[slot] = epoch;
        places[slot] = oldPlaces[i];
      }
    }
  }

  private static RangeSet at(@Nullable RangeSet[] sets, int place) {
    RangeSet set = sets[place];
    if (set == null) {
      throw new IllegalStateException("no range set at " + place);
    }
    return set;
  }
}
