package dev.fkc.vulkan.internal;

/**
 * A division as a multiplication: {@code n / divisor == (n * multiplier >> 32) >>> shift} for every
 * {@code n} below 2^31, both factors unsigned.
 *
 * <p>With 2^(s-1) &lt; divisor &lt;= 2^s and multiplier = floor(2^(31+s) / divisor) + 1, the
 * product exceeds n * 2^(31+s) / divisor by at most n * 2^(31+s) / 2^(31+s) / divisor &lt; 2^(31+s)
 * / divisor, too little to reach the next quotient.
 *
 * @param multiplier unsigned
 * @param shift 0 to 30
 */
record Divisor(int multiplier, int shift) {
  /**
   * The multiplier for a divisor.
   *
   * @param divisor 1 to 2^31 - 1; for 1 the result has no meaning: a shader must not divide by it
   */
  static Divisor of(long divisor) {
    if (divisor < 1 || divisor > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("divisor " + divisor + " is not in [1, 2^31 - 1]");
    }
    if (divisor == 1) {
      return new Divisor(0, 0);
    }
    int s = 64 - Long.numberOfLeadingZeros(divisor - 1);
    return new Divisor((int) ((1L << (31 + s)) / divisor + 1), s - 1);
  }
}
