package dev.fkc.vulkan.internal;

import java.util.Arrays;

/**
 * A set of bytes as sorted half-open ranges that neither overlap nor touch. Makes no garbage once
 * it has grown.
 *
 * <p>The ranges stand in small blocks, and the blocks in order, so that a range that comes anywhere
 * costs two binary searches and moves a handful of ranges: ascending, descending and random order
 * are all cheap. A block that fills is split; one that empties is used again.
 */
final class RangeSet {
  private static final int BLOCK = 16;

  /** Range r of block b stands at {@code b * BLOCK + r}. */
  private long[] starts = new long[BLOCK];

  private long[] ends = new long[BLOCK];
  private int[] counts = new int[1];

  /** The blocks in ascending order, then those that are free. */
  private int[] order = new int[1];

  private int blocks;

  /** What the last {@link #seek} found: a place in the order and a range of the block there. */
  private int place;

  private int range;

  /** Whether some byte of [start, end) is in the set; start is below end. */
  boolean overlaps(long start, long end) {
    return blocks > 0
        && start < lastEnd(blocks - 1)
        && end > starts[order[0] * BLOCK]
        && starts[seek(start)] < end;
  }

  /** Adds the bytes of [start, end); start is below end. */
  void add(long start, long end) {
    if (blocks == 0 || start > lastEnd(blocks - 1)) {
      append(start, end);
      return;
    }
    int at = seek(start - 1);
    if (starts[at] > end) {
      insert(start, end);
    } else {
      starts[at] = Math.min(starts[at], start);
      ends[at] = swallow(Math.max(ends[at], end));
    }
  }

  void clear() {
    blocks = 0;
  }

  /** Number of ranges. */
  int size() {
    int size = 0;
    for (int o = 0; o < blocks; o++) {
      size += counts[order[o]];
    }
    return size;
  }

  private long lastEnd(int o) {
    int block = order[o];
    return ends[block * BLOCK + counts[block] - 1];
  }

  /** Index of the first range that ends after a position; there must be one. */
  private int seek(long position) {
    int low = 0;
    int high = blocks - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (lastEnd(middle) > position) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    place = low;
    int base = order[low] * BLOCK;
    low = 0;
    high = counts[order[place]] - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ends[base + middle] > position) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    range = low;
    return base + low;
  }

  private void append(long start, long end) {
    int block = blocks == 0 ? -1 : order[blocks - 1];
    if (block < 0 || counts[block] == BLOCK) {
      block = open(blocks);
    }
    put(block, counts[block], start, end);
  }

  /** Puts a range before the one that was found. */
  private void insert(long start, long end) {
    int block = order[place];
    if (counts[block] < BLOCK) {
      put(block, range, start, end);
    } else if (range == 0) {
      put(open(place), 0, start, end);
    } else {
      int upper = open(place + 1);
      int half = BLOCK / 2;
      copy(block, half, upper, 0, BLOCK - half);
      counts[upper] = BLOCK - half;
      counts[block] = half;
      if (range <= half) {
        put(block, range, start, end);
      } else {
        put(upper, range - half, start, end);
      }
    }
  }

  private void put(int block, int r, long start, long end) {
    copy(block, r, block, r + 1, counts[block] - r);
    starts[block * BLOCK + r] = start;
    ends[block * BLOCK + r] = end;
    counts[block]++;
  }

  /**
   * Takes out the ranges after the one that was found that begin up to an end.
   *
   * @return the end of the last of them, or the given one if that is higher
   */
  private long swallow(long end) {
    long reached = takeOut(place, range + 1, end);
    while (place + 1 < blocks && starts[order[place + 1] * BLOCK] <= reached) {
      reached = takeOut(place + 1, 0, reached);
      if (counts[order[place + 1]] > 0) {
        break;
      }
      release(place + 1);
    }
    return reached;
  }

  private long takeOut(int o, int from, long end) {
    int block = order[o];
    int base = block * BLOCK;
    int past = from;
    long reached = end;
    while (past < counts[block] && starts[base + past] <= reached) {
      reached = Math.max(reached, ends[base + past]);
      past++;
    }
    copy(block, past, block, from, counts[block] - past);
    counts[block] -= past - from;
    return reached;
  }

  /** An empty block at a place in the order. */
  private int open(int o) {
    if (blocks == order.length) {
      order = Arrays.copyOf(order, 2 * blocks);
      for (int i = blocks; i < order.length; i++) {
        order[i] = i;
      }
      counts = Arrays.copyOf(counts, order.length);
      starts = Arrays.copyOf(starts, order.length * BLOCK);
      ends = Arrays.copyOf(ends, order.length * BLOCK);
    }
    int block = order[blocks];
    System.arraycopy(order, o, order, o + 1, blocks - o);
    order[o] = block;
    counts[block] = 0;
    blocks++;
    return block;
  }

  private void release(int o) {
    int block = order[o];
    System.arraycopy(order, o + 1, order, o, blocks - o - 1);
    order[--blocks] = block;
  }

  private void copy(int from, int fromRange, int to, int toRange, int count) {
    int source = from * BLOCK + fromRange;
    int target = to * BLOCK + toRange;
    System.arraycopy(starts, source, starts, target, count);
    System.arraycopy(ends, source, ends, target, count);
  }
}
