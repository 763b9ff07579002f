package dev.fkc.contract;

/** Gives the symbols of an expression their values. */
@FunctionalInterface
public interface CostSymbols {
  /**
   * The value of a symbol, or {@link CostExpression#UNKNOWN}. Called on every evaluation; the
   * symbol instances are those of {@link CostExpression#symbols()}.
   */
  long valueOf(CostSymbol symbol);
}
