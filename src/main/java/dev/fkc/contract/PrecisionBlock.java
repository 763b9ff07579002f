package dev.fkc.contract;

import dev.fkc.source.SourceSpan;
import org.jspecify.annotations.Nullable;

/**
 * How exact a kernel claims to be (format §10). A null bound is no claim. Immutable.
 *
 * @param bitStableOnSameHardware whether the same hardware gives the same bits
 * @param maxUlp largest error in units of the last place
 * @param maxRelative largest relative error
 * @param maxAbsolute largest absolute error
 * @param audited whether the author says that the claim was checked
 * @param notes free text, or null
 * @param span the block
 */
public record PrecisionBlock(
    boolean bitStableOnSameHardware,
    @Nullable Double maxUlp,
    @Nullable Double maxRelative,
    @Nullable Double maxAbsolute,
    boolean audited,
    @Nullable String notes,
    SourceSpan span) {

  /** Whether any bound is claimed. */
  public boolean hasBounds() {
    return maxUlp != null || maxRelative != null || maxAbsolute != null;
  }

  /** Whether nothing is claimed and nobody checked. */
  public boolean isUnaudited() {
    return !audited && !hasBounds();
  }
}
