package dev.fkc.contract;

import org.jspecify.annotations.Nullable;

/**
 * How many dims an operand has: {@code any}, {@code 3}, {@code 1..=4} or {@code 2..} (format §3).
 *
 * @param min smallest rank
 * @param max largest rank, or null for no upper bound
 */
public record Rank(int min, @Nullable Integer max) {
  /** Any rank. */
  public static final Rank ANY = new Rank(0, null);

  public Rank {
    if (min < 0 || max != null && max < min) {
      throw new IllegalArgumentException("rank " + min + "..=" + max);
    }
  }

  /** Exactly this rank. */
  public static Rank exactly(int rank) {
    return new Rank(rank, rank);
  }

  /** Whether a tensor of this rank fits. */
  public boolean accepts(int rank) {
    return rank >= min && (max == null || rank <= max);
  }

  /** In the contract's spelling. */
  @Override
  public String toString() {
    if (max == null) {
      return min == 0 ? "any" : min + "..";
    }
    return max == min ? Integer.toString(min) : min + "..=" + max;
  }
}
