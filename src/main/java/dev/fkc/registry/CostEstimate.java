package dev.fkc.registry;

import java.util.OptionalLong;

/**
 * What a call is expected to cost (format §9). A coefficient that nothing tells is unknown, which
 * is not zero. Immutable.
 *
 * @param flops arithmetic operations, or {@link #UNKNOWN_COEFFICIENT}
 * @param bytesMoved bytes read and written, or {@link #UNKNOWN_COEFFICIENT}
 * @param overheadNanos fixed time per call in nanoseconds, or {@link #UNKNOWN_COEFFICIENT}
 */
public record CostEstimate(long flops, long bytesMoved, long overheadNanos) {
  /** Stands for a coefficient that nothing tells; all others are not negative. */
  public static final long UNKNOWN_COEFFICIENT = -1;

  /** Nothing to do. */
  public static final CostEstimate ZERO = new CostEstimate(0, 0, 0);

  /** Nothing is told. */
  public static final CostEstimate UNKNOWN =
      new CostEstimate(UNKNOWN_COEFFICIENT, UNKNOWN_COEFFICIENT, UNKNOWN_COEFFICIENT);

  public CostEstimate {
    if (flops < UNKNOWN_COEFFICIENT
        || bytesMoved < UNKNOWN_COEFFICIENT
        || overheadNanos < UNKNOWN_COEFFICIENT) {
      throw new IllegalArgumentException(
          "negative cost: flops " + flops + ", bytes " + bytesMoved + ", ns " + overheadNanos);
    }
  }

  /** Whether all three coefficients are known. */
  public boolean isComplete() {
    return flops >= 0 && bytesMoved >= 0 && overheadNanos >= 0;
  }

  /** Arithmetic operations, if known. */
  public OptionalLong knownFlops() {
    return known(flops);
  }

  /** Bytes read and written, if known. */
  public OptionalLong knownBytesMoved() {
    return known(bytesMoved);
  }

  /** Fixed nanoseconds per call, if known. */
  public OptionalLong knownOverheadNanos() {
    return known(overheadNanos);
  }

  /**
   * One call after the other. Sums saturate at {@link Long#MAX_VALUE}; a coefficient that one side
   * does not know is unknown in the sum.
   */
  public CostEstimate plus(CostEstimate other) {
    return new CostEstimate(
        add(flops, other.flops),
        add(bytesMoved, other.bytesMoved),
        add(overheadNanos, other.overheadNanos));
  }

  /** This estimate where it is known, {@code other} where it is not. */
  public CostEstimate orElse(CostEstimate other) {
    return new CostEstimate(
        flops >= 0 ? flops : other.flops,
        bytesMoved >= 0 ? bytesMoved : other.bytesMoved,
        overheadNanos >= 0 ? overheadNanos : other.overheadNanos);
  }

  private static OptionalLong known(long coefficient) {
    return coefficient < 0 ? OptionalLong.empty() : OptionalLong.of(coefficient);
  }

  private static long add(long a, long b) {
    if (a < 0 || b < 0) {
      return UNKNOWN_COEFFICIENT;
    }
    long sum = a + b;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  /** {@code 0 flops, 2048 bytes, ? ns}. */
  @Override
  public String toString() {
    return text(flops) + " flops, " + text(bytesMoved) + " bytes, " + text(overheadNanos) + " ns";
  }

  private static String text(long coefficient) {
    return coefficient < 0 ? "?" : Long.toString(coefficient);
  }
}
