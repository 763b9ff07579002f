package dev.fkc.plan;

import dev.fkc.op.OpCall;
import dev.fkc.registry.BindingEntry;
import dev.fkc.registry.CostEstimate;

/**
 * The same rates for all kernels: what an estimate costs at a bandwidth and an arithmetic rate.
 *
 * @param bytesPerNano memory bandwidth, bytes per nanosecond (GB/s)
 * @param flopsPerNano arithmetic rate, operations per nanosecond
 */
public record CostRates(double bytesPerNano, double flopsPerNano) implements CostModel {
  /** Rates of a mid-range card, for when nothing was measured: good for order, not for time. */
  public static final CostRates TYPICAL = new CostRates(500, 10_000);

  public CostRates {
    if (!(bytesPerNano > 0 && flopsPerNano > 0)) {
      throw new IllegalArgumentException(
          "rates must be positive: " + bytesPerNano + ", " + flopsPerNano);
    }
  }

  /** Nanoseconds; infinite if a coefficient is unknown, so that a known cost is preferred. */
  public double nanos(CostEstimate cost) {
    return cost.isComplete()
        ? cost.overheadNanos() + cost.bytesMoved() / bytesPerNano + cost.flops() / flopsPerNano
        : Double.POSITIVE_INFINITY;
  }

  @Override
  public CostEstimate refine(BindingEntry entry, OpCall call, CostEstimate estimate) {
    return estimate;
  }

  @Override
  public double nanos(BindingEntry entry, OpCall call, CostEstimate estimate) {
    return nanos(estimate);
  }
}
