package dev.fkc.registry;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * How far a kernel's output may lie from the exact result, and what that statement rests on (format
 * §10). Immutable.
 *
 * <p>An {@code audited: true} of a contract counts only where a verification ledger holds a pass
 * for it; the device kinds of those passes are kept here.
 *
 * @param bitStableOnSameHardware whether a device repeats its own bits
 * @param maxUlp bound in units in the last place; infinite when none is given
 * @param maxRelative bound on the relative error; infinite when none is given
 * @param maxAbsolute bound on the absolute error; infinite when none is given
 * @param declaredAudited what the contract says under {@code audited}
 * @param verifiedOn the kinds of device on which a ledger holds a pass for this claim
 * @param notes the contract's note, or empty
 */
public record Precision(
    boolean bitStableOnSameHardware,
    double maxUlp,
    double maxRelative,
    double maxAbsolute,
    boolean declaredAudited,
    Set<String> verifiedOn,
    String notes) {

  /** What a statement about precision rests on. */
  public enum Standing {
    /** Bounds that a ledger holds a pass for. */
    AUDITED,
    /** Audited, with a pass, and found to have no bound that always holds; the note says why. */
    AUDITED_NO_BOUND,
    /** Bounds on the author's word. */
    CLAIMED,
    /** Nothing to go by: no bounds and no audit, or an audit that no ledger confirms. */
    UNAUDITED
  }

  public Precision {
    requireBound("max_ulp", maxUlp);
    requireBound("max_relative", maxRelative);
    requireBound("max_absolute", maxAbsolute);
    verifiedOn = Set.copyOf(verifiedOn);
  }

  private static void requireBound(String name, double bound) {
    if (!(bound >= 0)) {
      throw new IllegalArgumentException(name + " is " + bound + "; 0 or more is needed");
    }
  }

  /** Whether any bound is given. */
  public boolean isBounded() {
    return maxUlp < Double.POSITIVE_INFINITY
        || maxRelative < Double.POSITIVE_INFINITY
        || maxAbsolute < Double.POSITIVE_INFINITY;
  }

  /** Whether the result is claimed to be the exact one, bit for bit. */
  public boolean isExact() {
    return maxUlp == 0;
  }

  /** The standing when a pass on any kind of device will do. */
  public Standing standing() {
    return standing(!verifiedOn.isEmpty());
  }

  /** The standing on one kind of device: only passes on that kind count. */
  public Standing standingOn(String deviceKind) {
    return standing(verifiedOn.contains(deviceKind));
  }

  private Standing standing(boolean verified) {
    if (declaredAudited) {
      return !verified
          ? Standing.UNAUDITED
          : isBounded() ? Standing.AUDITED : Standing.AUDITED_NO_BOUND;
    }
    return isBounded() ? Standing.CLAIMED : Standing.UNAUDITED;
  }

  /**
   * The statement itself in one line, which a ledger's pass must repeat: {@code bit_stable=true
   * max_ulp=0.0 max_relative=0.0 max_absolute=0.0}; a bound that is not given reads {@code none}.
   */
  public String claim() {
    return "bit_stable="
        + bitStableOnSameHardware
        + " max_ulp="
        + text(maxUlp)
        + " max_relative="
        + text(maxRelative)
        + " max_absolute="
        + text(maxAbsolute);
  }

  private static String text(double bound) {
    return bound == Double.POSITIVE_INFINITY ? "none" : Double.toString(bound);
  }

  Precision withVerifiedOn(Set<String> deviceKinds) {
    return new Precision(
        bitStableOnSameHardware,
        maxUlp,
        maxRelative,
        maxAbsolute,
        declaredAudited,
        deviceKinds,
        notes);
  }

  /** Standing, claim, and where it was verified. */
  @Override
  public String toString() {
    String text = standing().name().toLowerCase(Locale.ROOT) + ": " + claim();
    return verifiedOn.isEmpty() ? text : text + ", verified on " + new TreeSet<>(verifiedOn);
  }
}
