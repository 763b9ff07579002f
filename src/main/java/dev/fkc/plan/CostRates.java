package dev.fkc.plan;

import dev.fkc.registry.CostEstimate;

/**
 * What turns the coefficients of an estimate into a time, so that candidates can be compared.
 *
 * @param bytesPerNano memory bandwidth, bytes per nanosecond (GB/s)
 * @param flopsPerNano arithmetic rate, operations per nanosecond
 */
public record CostRates(double bytesPerNano, double flopsPerNano) {
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
}
