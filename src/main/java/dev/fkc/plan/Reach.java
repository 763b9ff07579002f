package dev.fkc.plan;

import dev.fkc.plan.Form.ByteRange;

/** The bytes that a strided box touches. */
final class Reach {
  private Reach() {}

  static ByteRange of(long start, long[] sizes, long[] strides, long unit) {
    long low = start;
    long high = start;
    for (int k = 0; k < sizes.length; k++) {
      long reach = (sizes[k] - 1) * strides[k];
      low += Math.min(0, reach);
      high += Math.max(0, reach);
    }
    return new ByteRange(low, high + unit);
  }

  /** Bytes of a box without its outermost dim. */
  static long innerBytes(long[] sizes, int unit) {
    long bytes = unit;
    for (int k = 1; k < sizes.length; k++) {
      bytes *= sizes[k];
    }
    return bytes;
  }
}
