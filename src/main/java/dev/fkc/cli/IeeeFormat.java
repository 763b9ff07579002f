package dev.fkc.cli;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * A binary floating-point format with infinities and NaN.
 *
 * @param exponentBits of the exponent field
 * @param fractionBits of the fraction field
 */
record IeeeFormat(int exponentBits, int fractionBits) {
  static final IeeeFormat F16 = new IeeeFormat(5, 10);
  static final IeeeFormat BF16 = new IeeeFormat(8, 7);
  static final IeeeFormat F32 = new IeeeFormat(8, 23);
  static final IeeeFormat F64 = new IeeeFormat(11, 52);

  /** Decimal exponents beyond this are infinite or zero in every format. */
  private static final int FAR = 400;

  private static final int DEEPEST_BIT = 1200;

  /**
   * The bits of a decimal number, rounded once, to the nearest, ties to even: what is too large
   * becomes infinite, what is too small zero or subnormal.
   */
  long encode(boolean negative, BigDecimal magnitude) {
    long sign = negative ? 1L << exponentBits + fractionBits : 0;
    if (magnitude.signum() == 0) {
      return sign;
    }
    long decimalExponent = (long) magnitude.precision() - magnitude.scale();
    if (Math.abs(decimalExponent) > FAR) {
      return sign | (decimalExponent > 0 ? infinity() : 0);
    }
    int bias = (1 << exponentBits - 1) - 1;
    int exponent =
        magnitude
                .multiply(new BigDecimal(BigInteger.TWO.pow(DEEPEST_BIT)))
                .toBigInteger()
                .bitLength()
            - 1
            - DEEPEST_BIT;
    int unit = Math.max(exponent, 1 - bias) - fractionBits;
    BigDecimal one = new BigDecimal(BigInteger.TWO.pow(Math.abs(unit)));
    long significand =
        (unit < 0
                ? magnitude.multiply(one).setScale(0, RoundingMode.HALF_EVEN)
                : magnitude.divide(one, 0, RoundingMode.HALF_EVEN))
            .longValueExact();
    // A carry out of the fraction moves into the exponent field by itself.
    long bits =
        significand < 1L << fractionBits
            ? significand
            : ((long) (unit + fractionBits + bias) << fractionBits)
                + (significand - (1L << fractionBits));
    return sign | Math.min(bits, infinity());
  }

  long infinity() {
    return (1L << exponentBits) - 1 << fractionBits;
  }

  long quietNan() {
    return infinity() | 1L << fractionBits - 1;
  }

  long signBit() {
    return 1L << exponentBits + fractionBits;
  }
}
