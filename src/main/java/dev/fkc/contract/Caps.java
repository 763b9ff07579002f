package dev.fkc.contract;

import dev.fkc.source.SourceSpan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a kernel can do (format §3). Immutable.
 *
 * @param strategy for every operand without one of its own; null when the contract does not say
 * @param fastPaths cheaper cases, in order
 * @param inPlace whether the result may overwrite an input
 * @param alignmentBytes how operands should be aligned, or null
 * @param accessGranularityBits the width of one memory access, or null
 * @param notes free text, or null
 * @param span the block; the section when it has none
 */
public record Caps(
    @Nullable AwkwardLayoutStrategy strategy,
    List<FastPath> fastPaths,
    boolean inPlace,
    @Nullable Integer alignmentBytes,
    @Nullable Integer accessGranularityBits,
    @Nullable String notes,
    SourceSpan span) {
  public Caps {
    fastPaths = List.copyOf(fastPaths);
  }

  /**
   * A case in which the kernel is cheaper.
   *
   * @param when the predicate as written
   * @param understood whether the predicate is one that this project can decide; one that it cannot
   *     never applies
   * @param costClass the class that it falls into, or null
   * @param note free text, or null
   * @param span the entry
   */
  public record FastPath(
      String when,
      boolean understood,
      @Nullable CostClass costClass,
      @Nullable String note,
      SourceSpan span) {}
}
