package dev.fkc.contract;

import dev.fkc.source.SourceSpan;
import org.jspecify.annotations.Nullable;

/**
 * What a call costs, as expressions over its shapes and parameters (format §9). An absent
 * coefficient is null: unknown, not zero. Immutable.
 *
 * @param provenance where the numbers come from
 * @param costClass the kind of cost, or null
 * @param costFn the name of a shared cost function, or null
 * @param flops arithmetic operations
 * @param bytesMoved bytes read and written
 * @param overheadNanos fixed nanoseconds per call
 * @param deviceBytes device memory that a call takes
 * @param hostBytes host memory that a call takes
 * @param diskBytes disk space that a call takes
 * @param span the block
 */
public record CostBlock(
    Provenance provenance,
    @Nullable CostClass costClass,
    @Nullable String costFn,
    @Nullable CostExpression flops,
    @Nullable CostExpression bytesMoved,
    @Nullable CostExpression overheadNanos,
    @Nullable CostExpression deviceBytes,
    @Nullable CostExpression hostBytes,
    @Nullable CostExpression diskBytes,
    SourceSpan span) {

  /** Where the numbers of a cost block come from. */
  public enum Provenance {
    /** The author states them. */
    DECLARED,
    /** Measured at run time; what the author gives is a hint. */
    JUDGE_MEASURED;

    /** The word that contracts use. */
    public String token() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }
}
