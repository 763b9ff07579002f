package dev.fkc.registry;

import dev.fkc.contract.CostBlock;
import dev.fkc.contract.CostClass;
import dev.fkc.contract.CostExpression;
import org.jspecify.annotations.Nullable;

/**
 * What calls of one binding cost (format §9): the contract's expressions where it has them, else
 * the shared cost of the op. A literal {@code "0"} is a value and hides no other coefficient.
 * Immutable and thread-safe.
 */
public final class KernelCost {
  private final @Nullable CostBlock declared;
  private final SharedCost shared;

  private KernelCost(@Nullable CostBlock declared, SharedCost shared) {
    this.declared = declared;
    this.shared = shared;
  }

  static KernelCost of(KernelVariant variant) {
    return new KernelCost(variant.contract().cost(), SharedCost.of(variant));
  }

  /**
   * The cost of a call. Coefficients beyond the range of a long are {@link Long#MAX_VALUE},
   * negative ones are 0.
   *
   * @throws dev.fkc.contract.CostArithmeticException if an expression divides by zero
   */
  public CostEstimate estimate(CostedCall call) {
    CostEstimate known = declared(call);
    return known.isComplete() ? known : known.orElse(shared.estimate(call));
  }

  /** What the contract alone says about a call; the rest is unknown. */
  public CostEstimate declared(CostedCall call) {
    if (declared == null) {
      return CostEstimate.UNKNOWN;
    }
    CostEstimate written =
        new CostEstimate(
            value(declared.flops(), call),
            value(declared.bytesMoved(), call),
            value(declared.overheadNanos(), call));
    return declared.costClass() == CostClass.FREE ? written.orElse(CostEstimate.ZERO) : written;
  }

  private static long value(@Nullable CostExpression expression, CostedCall call) {
    if (expression == null) {
      return CostEstimate.UNKNOWN_COEFFICIENT;
    }
    long value = expression.evaluate(call);
    return value == CostExpression.UNKNOWN ? CostEstimate.UNKNOWN_COEFFICIENT : Math.max(0, value);
  }
}
