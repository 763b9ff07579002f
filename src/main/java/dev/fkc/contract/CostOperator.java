package dev.fkc.contract;

import static dev.fkc.contract.CostExpression.UNKNOWN;

/** The operators of cost expressions, with the saturating arithmetic of {@link CostNode}. */
enum CostOperator {
  ADD,
  SUBTRACT,
  MULTIPLY,
  DIVIDE,
  REMAINDER,
  MIN,
  MAX,
  DIVIDE_UP;

  private static final long TOP = Long.MAX_VALUE;

  long apply(long left, long right) {
    if (left == UNKNOWN || right == UNKNOWN) {
      return UNKNOWN;
    }
    return switch (this) {
      case ADD -> add(left, right);
      case SUBTRACT -> add(left, -right);
      case MULTIPLY -> multiply(left, right);
      case DIVIDE -> divide(left, right);
      case REMAINDER -> remainder(left, right);
      case MIN -> Math.min(left, right);
      case MAX -> Math.max(left, right);
      case DIVIDE_UP -> divideUp(left, right);
    };
  }

  double apply(double left, double right) {
    if (Double.isNaN(left) || Double.isNaN(right)) {
      return Double.NaN;
    }
    if (this == MIN || this == MAX) {
      return this == MIN ? Math.min(left, right) : Math.max(left, right);
    }
    if (right == 0 && (this == DIVIDE || this == REMAINDER || this == DIVIDE_UP)) {
      throw byZero();
    }
    if (this == MULTIPLY && (left == 0 || right == 0)) {
      return 0;
    }
    double value =
        switch (this) {
          case ADD -> left + right;
          case SUBTRACT -> left - right;
          case MULTIPLY -> left * right;
          case REMAINDER -> left % right;
          case DIVIDE_UP -> Math.ceil(left / right);
          default -> left / right;
        };
    // Infinity minus infinity and infinity over infinity: what was out of range stays so.
    return Double.isNaN(value) ? Double.POSITIVE_INFINITY : value;
  }

  private static boolean isOut(long value) {
    return value == TOP || value == -TOP;
  }

  private static long add(long left, long right) {
    if (isOut(left)) {
      return isOut(right) && left != right ? TOP : left;
    }
    if (isOut(right)) {
      return right;
    }
    long sum = left + right;
    if (((left ^ sum) & (right ^ sum)) < 0) {
      return left > 0 ? TOP : -TOP;
    }
    return sum == UNKNOWN ? -TOP : sum;
  }

  private static long multiply(long left, long right) {
    if (left == 0 || right == 0) {
      return 0;
    }
    long high = Math.multiplyHigh(left, right);
    long low = left * right;
    boolean fits = high == low >> 63 && low != UNKNOWN;
    if (fits && !isOut(left) && !isOut(right)) {
      return low;
    }
    return (left ^ right) >= 0 ? TOP : -TOP;
  }

  private static long divide(long left, long right) {
    if (right == 0) {
      throw byZero();
    }
    if (isOut(left)) {
      return (left ^ right) >= 0 ? TOP : -TOP;
    }
    return left / right;
  }

  private static long remainder(long left, long right) {
    if (right == 0) {
      throw byZero();
    }
    if (isOut(left)) {
      return left;
    }
    return left % right;
  }

  private static long divideUp(long left, long right) {
    long quotient = divide(left, right);
    if (isOut(quotient) || left % right == 0 || (left ^ right) < 0) {
      return quotient;
    }
    return quotient + 1;
  }

  private static CostArithmeticException byZero() {
    return new CostArithmeticException("division by zero in a cost expression");
  }
}
