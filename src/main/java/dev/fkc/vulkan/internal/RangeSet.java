package dev.fkc.vulkan.internal;

import java.util.Arrays;

/**
 * A set of bytes as sorted half-open ranges that neither overlap nor touch. Ranges that come in
 * ascending order cost O(1), any other order a binary search and a move. Makes no garbage once it
 * has grown.
 */
final class RangeSet {
  private long[] starts = new long[4];
  private long[] ends = new long[4];
  private int count;

  /** Whether some byte of [start, end) is in the set; start is below end. */
  boolean overlaps(long start, long end) {
    if (count == 0 || start >= ends[count - 1] || end <= starts[0]) {
      return false;
    }
    int i = firstEndingAfter(start);
    return i < count && starts[i] < end;
  }

  /** Adds the bytes of [start, end); start is below end. */
  void add(long start, long end) {
    if (count == 0 || start > ends[count - 1]) {
      insert(count, start, end);
    } else if (start >= starts[count - 1]) {
      ends[count - 1] = Math.max(ends[count - 1], end);
    } else {
      int first = firstEndingAfter(start - 1);
      int past = first;
      while (past < count && starts[past] <= end) {
        past++;
      }
      if (past == first) {
        insert(first, start, end);
      } else {
        starts[first] = Math.min(starts[first], start);
        ends[first] = Math.max(ends[past - 1], end);
        remove(first + 1, past);
      }
    }
  }

  void clear() {
    count = 0;
  }

  /** Number of ranges. */
  int size() {
    return count;
  }

  /** Index of the first range that ends after a position; the count if there is none. */
  private int firstEndingAfter(long position) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ends[middle] > position) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private void insert(int at, long start, long end) {
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, 2 * count);
      ends = Arrays.copyOf(ends, 2 * count);
    }
    System.arraycopy(starts, at, starts, at + 1, count - at);
    System.arraycopy(ends, at, ends, at + 1, count - at);
    starts[at] = start;
    ends[at] = end;
    count++;
  }

  private void remove(int from, int to) {
    System.arraycopy(starts, to, starts, from, count - to);
    System.arraycopy(ends, to, ends, from, count - to);
    count -= to - from;
  }
}
