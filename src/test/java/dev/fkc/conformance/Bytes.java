package dev.fkc.conformance;

import java.util.SplittableRandom;

/** Element bytes in which a mistake shows. */
final class Bytes {
  /**
   * The high halves of what floats of each width have trouble with: both zeros, subnormals,
   * infinities, quiet and signalling NaN with payloads, largest values.
   */
  private static final int[] TRICKY = {
    0x0000, 0x8000, 0x0001, 0x8001, 0x007F, 0x03FF, 0x7C00, 0xFC00, 0x7C01, 0xFE01, 0x7F80, 0xFF80,
    0x7F81, 0xFFC1, 0x7FFB, 0xFFFF, 0x7FF0, 0xFFF8
  };

  private Bytes() {}

  /** Random elements; every third one is one that floats have trouble with. */
  static byte[] elements(int size, int count, SplittableRandom random) {
    byte[] bytes = new byte[Math.multiplyExact(size, count)];
    random.nextBytes(bytes);
    for (int n = 0; n < count && size > 1; n += 3) {
      int word = TRICKY[random.nextInt(TRICKY.length)];
      int low = random.nextInt(3);
      for (int b = 0; b < size - 2; b++) {
        bytes[n * size + b] = (byte) (b == 0 ? low : 0);
      }
      bytes[n * size + size - 2] = (byte) word;
      bytes[n * size + size - 1] = (byte) (word >> 8);
    }
    return bytes;
  }

  /** Half of them 0; true is any other byte. */
  static byte[] mask(int count, SplittableRandom random) {
    byte[] bytes = new byte[count];
    for (int n = 0; n < count; n++) {
      bytes[n] = (byte) (random.nextBoolean() ? 0 : random.nextInt(1, 256));
    }
    return bytes;
  }

  /** Little-endian unsigned words below a bound, its ends among them. */
  static byte[] indices(int count, long bound, SplittableRandom random) {
    byte[] bytes = new byte[4 * count];
    for (int n = 0; n < count && bound > 0; n++) {
      long index = n % 5 == 0 ? bound - 1 : n % 5 == 1 ? 0 : random.nextLong(bound);
      for (int b = 0; b < 4; b++) {
        bytes[4 * n + b] = (byte) (index >>> 8 * b);
      }
    }
    return bytes;
  }
}
