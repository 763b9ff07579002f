package dev.fkc.vulkan.internal;

/**
 * A set of bytes as sorted half-open ranges that neither overlap nor touch. Ranges that come in
 * ascending or descending order cost O(1) amortized, any other order a binary search and a move of
 * the shorter side. Makes no garbage once it has grown.
 */
final class RangeSet {
  private long[] starts = new long[8];
  private long[] ends = new long[8];

  /** The ranges stand at head to tail - 1, with room on both sides. */
  private int head;

  private int tail;

  /** Whether some byte of [start, end) is in the set; start is below end. */
  boolean overlaps(long start, long end) {
    if (head == tail || start >= ends[tail - 1] || end <= starts[head]) {
      return false;
    }
    int i = firstEndingAfter(start);
    return i < tail && starts[i] < end;
  }

  /** Adds the bytes of [start, end); start is below end. */
  void add(long start, long end) {
    if (head == tail || start > ends[tail - 1]) {
      insert(tail, start, end);
    } else if (start >= starts[tail - 1]) {
      ends[tail - 1] = Math.max(ends[tail - 1], end);
    } else if (end < starts[head]) {
      insert(head, start, end);
    } else {
      int first = firstEndingAfter(start - 1);
      int past = first;
      while (past < tail && starts[past] <= end) {
        past++;
      }
      if (past == first) {
        insert(first, start, end);
      } else {
        starts[first] = Math.min(starts[first], start);
        ends[first] = Math.max(ends[past - 1], end);
        move(past, tail, first + 1);
        tail -= past - first - 1;
      }
    }
  }

  void clear() {
    head = starts.length / 2;
    tail = head;
  }

  /** Number of ranges. */
  int size() {
    return tail - head;
  }

  /** Index of the first range that ends after a position; the tail if there is none. */
  private int firstEndingAfter(long position) {
    int low = head;
    int high = tail;
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

  private void insert(int index, long start, long end) {
    int at = index;
    boolean front = at - head < tail - at;
    if (front ? head == 0 : tail == starts.length) {
      at += makeRoom();
    }
    if (front) {
      move(head, at, head - 1);
      head--;
      at--;
    } else {
      move(at, tail, at + 1);
      tail++;
    }
    starts[at] = start;
    ends[at] = end;
  }

  /** Puts the ranges in the middle, of larger arrays if half is full; returns how far they went. */
  private int makeRoom() {
    int count = tail - head;
    long[] oldStarts = starts;
    long[] oldEnds = ends;
    if (2 * count > starts.length) {
      starts = new long[2 * oldStarts.length];
      ends = new long[starts.length];
    }
    int from = head;
    head = (starts.length - count) / 2;
    tail = head + count;
    System.arraycopy(oldStarts, from, starts, head, count);
    System.arraycopy(oldEnds, from, ends, head, count);
    return head - from;
  }

  private void move(int from, int to, int target) {
    System.arraycopy(starts, from, starts, target, to - from);
    System.arraycopy(ends, from, ends, target, to - from);
  }
}
