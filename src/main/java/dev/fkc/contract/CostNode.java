package dev.fkc.contract;

import java.util.List;

/**
 * A node of a compiled cost expression. {@link #whole} and {@link #real} compute without
 * allocation; a node is evaluated in the reals when a fraction takes part in it.
 *
 * <p>In the whole numbers {@code Long.MIN_VALUE} means unknown and {@code ±Long.MAX_VALUE} means
 * out of range; in the reals those are NaN and the infinities. Unknown wins over out of range, and
 * out of range wins over every finite number, so that no step can turn either back into a number.
 */
sealed interface CostNode {
  long whole(CostSymbols values);

  double real(CostSymbols values);

  boolean isReal();

  void collect(List<Symbol> into);

  /** A whole literal. */
  record Whole(long value) implements CostNode {
    @Override
    public long whole(CostSymbols values) {
      return value;
    }

    @Override
    public double real(CostSymbols values) {
      return toReal(value);
    }

    @Override
    public boolean isReal() {
      return false;
    }

    @Override
    public void collect(List<Symbol> into) {}
  }

  /** A literal with a fraction or an exponent. */
  record Fraction(double value) implements CostNode {
    @Override
    public long whole(CostSymbols values) {
      return toWhole(value);
    }

    @Override
    public double real(CostSymbols values) {
      return value;
    }

    @Override
    public boolean isReal() {
      return true;
    }

    @Override
    public void collect(List<Symbol> into) {}
  }

  /** A symbol, with the stretch of the text that names it. */
  record Symbol(CostSymbol symbol, int start, int end) implements CostNode {
    @Override
    public long whole(CostSymbols values) {
      return values.valueOf(symbol);
    }

    @Override
    public double real(CostSymbols values) {
      return toReal(values.valueOf(symbol));
    }

    @Override
    public boolean isReal() {
      return false;
    }

    @Override
    public void collect(List<Symbol> into) {
      into.add(this);
    }
  }

  /** A sign. */
  record Negate(CostNode operand) implements CostNode {
    @Override
    public long whole(CostSymbols values) {
      long value = operand.whole(values);
      return value == CostExpression.UNKNOWN ? value : -value;
    }

    @Override
    public double real(CostSymbols values) {
      return -operand.real(values);
    }

    @Override
    public boolean isReal() {
      return operand.isReal();
    }

    @Override
    public void collect(List<Symbol> into) {
      operand.collect(into);
    }
  }

  /** Two operands and an operator. */
  record Binary(CostOperator operator, CostNode left, CostNode right, boolean isReal)
      implements CostNode {
    Binary(CostOperator operator, CostNode left, CostNode right) {
      this(operator, left, right, left.isReal() || right.isReal());
    }

    @Override
    public long whole(CostSymbols values) {
      if (isReal) {
        return toWhole(real(values));
      }
      return operator.apply(left.whole(values), right.whole(values));
    }

    @Override
    public double real(CostSymbols values) {
      if (!isReal) {
        return toReal(whole(values));
      }
      return operator.apply(left.real(values), right.real(values));
    }

    @Override
    public void collect(List<Symbol> into) {
      left.collect(into);
      right.collect(into);
    }
  }

  /** A real as a whole number: rounded, saturated, NaN as unknown. */
  static long toWhole(double value) {
    if (Double.isNaN(value)) {
      return CostExpression.UNKNOWN;
    }
    return Math.max(Math.round(value), -Long.MAX_VALUE);
  }

  /** A whole number as a real: unknown as NaN, out of range as an infinity. */
  static double toReal(long value) {
    if (value == CostExpression.UNKNOWN) {
      return Double.NaN;
    }
    if (value == Long.MAX_VALUE) {
      return Double.POSITIVE_INFINITY;
    }
    return value == -Long.MAX_VALUE ? Double.NEGATIVE_INFINITY : value;
  }
}
