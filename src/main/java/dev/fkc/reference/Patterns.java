package dev.fkc.reference;

import dev.fkc.type.DType;
import java.util.SplittableRandom;

/** Bytes that bring out mistakes. */
final class Patterns {
  /**
   * High bits of the tricky words of every float width: infinities, quiet and signalling NaN with
   * payloads, both zeros, subnormals, extremes.
   */
  private static final long[] TRICKY_16 = {
    0x0000, 0x8000, 0x0001, 0x8001, 0x007F, 0x03FF, 0x0400, 0x7C00, 0xFC00, 0x7C01, 0xFE01, 0x7BFF,
    0x7F80, 0xFF80, 0x7F81, 0xFFC1, 0x7FFB, 0xFFFF, 0x7FFF
  };

  private Patterns() {}

  /** Little-endian elements: random bits, every fourth one a tricky pattern. */
  static byte[] elements(DType dtype, int count, SplittableRandom random) {
    int size = dtype.byteSize();
    byte[] bytes = new byte[Math.multiplyExact(count, size)];
    for (int n = 0; n < count; n++) {
      long word = random.nextLong();
      if (size > 1 && random.nextInt(4) == 0) {
        word = tricky(size, random.nextInt(TRICKY_16.length), random.nextInt(3));
      }
      put(bytes, n, size, word);
    }
    return bytes;
  }

  /**
   * Every bit pattern of one- and two-byte elements, one after the other and from the start again;
   * of wider ones all that is tricky, between numbers that use every byte.
   */
  static byte[] counting(DType dtype, int count) {
    int size = dtype.byteSize();
    byte[] bytes = new byte[Math.multiplyExact(count, size)];
    for (int n = 0; n < count; n++) {
      boolean plain = size <= 2 || n % 2 == 0;
      long spread = size <= 2 ? n : n * 0x9E37_79B9_7F4A_7C15L;
      put(bytes, n, size, plain ? spread : tricky(size, n / 2 % TRICKY_16.length, n % 5));
    }
    return bytes;
  }

  private static long tricky(int size, int pattern, int low) {
    int shift = 8 * size - 16;
    return TRICKY_16[pattern] << shift | (shift == 0 ? 0 : low);
  }

  private static void put(byte[] bytes, int n, int size, long word) {
    for (int b = 0; b < size; b++) {
      bytes[n * size + b] = (byte) (word >>> 8 * b);
    }
  }

  /** Half zero; the others any byte, since each of them counts as true. */
  static byte[] mask(int count, SplittableRandom random) {
    byte[] bytes = new byte[count];
    for (int n = 0; n < count; n++) {
      bytes[n] = (byte) (random.nextBoolean() ? 0 : random.nextInt(1, 256));
    }
    return bytes;
  }

  /** U32 values below the bound; any when the bound is 0. */
  static byte[] indices(int count, long bound, SplittableRandom random) {
    byte[] bytes = new byte[4 * count];
    for (int n = 0; n < count; n++) {
      put(bytes, n, 4, random.nextLong(Math.max(1, bound)));
    }
    return bytes;
  }
}
