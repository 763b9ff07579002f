package dev.fkc.registry;

import java.util.Optional;

/**
 * The least precision that a caller accepts (format §10). A planner drops what cannot meet it
 * before it compares costs. Immutable.
 *
 * @param maxUlp largest accepted bound in units in the last place; infinite asks for none
 * @param maxRelative largest accepted relative bound; infinite asks for none
 * @param maxAbsolute largest accepted absolute bound; infinite asks for none
 * @param audited whether the author's word is not enough: a ledger must hold a pass
 */
public record PrecisionFloor(
    double maxUlp, double maxRelative, double maxAbsolute, boolean audited) {

  /** Accepts everything, unaudited kernels too. */
  public static final PrecisionFloor ANY =
      new PrecisionFloor(
          Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, false);

  /** Accepts only the exact result, on the word of the contract's author or better. */
  public static final PrecisionFloor EXACT = new PrecisionFloor(0, 0, 0, false);

  public PrecisionFloor {
    if (!(maxUlp >= 0 && maxRelative >= 0 && maxAbsolute >= 0)) {
      throw new IllegalArgumentException(
          "precision floor needs bounds of 0 or more: ulp "
              + maxUlp
              + ", relative "
              + maxRelative
              + ", absolute "
              + maxAbsolute);
    }
  }

  /** Whether a kernel of this precision may be used, wherever it was verified. */
  public boolean isMetBy(Precision precision) {
    return objection(precision, precision.standing()).isEmpty();
  }

  /**
   * Why a kernel of this precision may not be used on a kind of device; empty when it may.
   *
   * @param deviceKind as ledgers name it
   */
  public Optional<String> objection(Precision precision, String deviceKind) {
    return objection(precision, precision.standingOn(deviceKind));
  }

  private Optional<String> objection(Precision precision, Precision.Standing standing) {
    boolean bounded = Math.min(maxUlp, Math.min(maxRelative, maxAbsolute)) < Double.MAX_VALUE;
    if ((bounded || audited) && standing == Precision.Standing.UNAUDITED) {
      return Optional.of("its precision is unaudited");
    }
    if (audited && standing == Precision.Standing.CLAIMED) {
      return Optional.of("its precision is claimed, not audited");
    }
    if (precision.isExact()) {
      return Optional.empty();
    }
    if (precision.maxUlp() > maxUlp) {
      return above("max_ulp", precision.maxUlp(), maxUlp);
    }
    if (precision.maxRelative() > maxRelative) {
      return above("max_relative", precision.maxRelative(), maxRelative);
    }
    if (precision.maxAbsolute() > maxAbsolute) {
      return above("max_absolute", precision.maxAbsolute(), maxAbsolute);
    }
    return Optional.empty();
  }

  private static Optional<String> above(String name, double bound, double accepted) {
    return Optional.of(
        bound == Double.POSITIVE_INFINITY
            ? "it gives no " + name + " and " + accepted + " is asked for"
            : "its " + name + " is " + bound + " and " + accepted + " is asked for");
  }
}
