package dev.fkc.plan;

import dev.fkc.op.OpCall;
import dev.fkc.registry.BindingEntry;
import dev.fkc.registry.CostEstimate;

/**
 * What turns the estimate of a call into a time, so that a planner can compare. Implementations are
 * immutable and thread-safe.
 */
public sealed interface CostModel permits CostRates, Calibration {
  /**
   * The estimate with what this model knows better than the contract.
   *
   * @param entry the binding
   * @param call what it runs
   * @param estimate from the contract and the shared costs
   */
  CostEstimate refine(BindingEntry entry, OpCall call, CostEstimate estimate);

  /**
   * Nanoseconds that a call takes; infinite if they cannot be told, so that a known cost is
   * preferred.
   *
   * @param estimate as {@link #refine} returned it
   */
  double nanos(BindingEntry entry, OpCall call, CostEstimate estimate);
}
