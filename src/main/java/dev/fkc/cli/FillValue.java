package dev.fkc.cli;

import dev.fkc.type.DType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;

/** Turns the text of {@code --fill} into one element. */
final class FillValue {
  private FillValue() {}

  /**
   * The little-endian bytes of an element.
   *
   * <p>{@code 0x..} is its bit pattern. Else a float type takes a decimal number, {@code inf} or
   * {@code nan}, rounded to nearest even; an integer type a number that it can hold exactly; BOOL
   * {@code true}, {@code false}, 1 or 0.
   *
   * @throws IllegalArgumentException if the text is no value of that dtype
   */
  static byte[] parse(String text, DType dtype) {
    long bits;
    if (text.startsWith("0x") || text.startsWith("0X")) {
      bits = pattern(text, dtype);
    } else {
      bits =
          switch (dtype) {
            case BOOL -> bool(text);
            case F16 -> real(text, dtype, IeeeFormat.F16);
            case BF16 -> real(text, dtype, IeeeFormat.BF16);
            case F32 -> real(text, dtype, IeeeFormat.F32);
            case F64 -> real(text, dtype, IeeeFormat.F64);
            case U8, U32 -> integer(text, dtype, 0, dtype.byteSize() * 8);
            case I8, I16, I32, I64 -> integer(text, dtype, 1, dtype.byteSize() * 8 - 1);
            default ->
                throw new IllegalArgumentException(
                    "a " + dtype + " is given by its bits, such as 0x7F, not as " + text);
          };
    }
    byte[] bytes = new byte[dtype.byteSize()];
    for (int b = 0; b < bytes.length; b++) {
      bytes[b] = (byte) (bits >>> 8 * b);
    }
    return bytes;
  }

  private static long pattern(String text, DType dtype) {
    int digits = 2 * dtype.byteSize();
    if (!text.matches("0[xX][0-9a-fA-F]{1," + digits + "}")) {
      throw new IllegalArgumentException(
          text
              + " is not the bit pattern of a "
              + dtype
              + ": 0x and up to "
              + digits
              + " hex digits");
    }
    return Long.parseUnsignedLong(text.substring(2), 16);
  }

  private static long bool(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "1" -> 1;
      case "false", "0" -> 0;
      default -> throw new IllegalArgumentException(text + " is not a BOOL: true or false");
    };
  }

  private static long real(String text, DType dtype, IeeeFormat format) {
    boolean negative = text.startsWith("-");
    String magnitude = negative || text.startsWith("+") ? text.substring(1) : text;
    long sign = negative ? format.signBit() : 0;
    return switch (magnitude.toLowerCase(Locale.ROOT)) {
      case "inf", "infinity" -> sign | format.infinity();
      case "nan" -> sign | format.quietNan();
      default -> format.encode(negative, decimal(magnitude, text, dtype));
    };
  }

  private static long integer(String text, DType dtype, int signBits, int valueBits) {
    boolean negative = text.startsWith("-");
    String magnitude = negative || text.startsWith("+") ? text.substring(1) : text;
    BigDecimal value = decimal(magnitude, text, dtype);
    BigInteger high = BigInteger.ONE.shiftLeft(valueBits).subtract(BigInteger.ONE);
    BigInteger low = signBits == 0 ? BigInteger.ZERO : high.not();
    boolean near = Math.abs((long) value.precision() - value.scale()) < 100;
    boolean zero = value.signum() == 0;
    BigDecimal whole = negative ? value.negate() : value;
    if (!zero
        && (!near
            || whole.stripTrailingZeros().scale() > 0
            || whole.compareTo(new BigDecimal(low)) < 0
            || whole.compareTo(new BigDecimal(high)) > 0)) {
      throw new IllegalArgumentException(
          text
              + " is not exactly representable in "
              + dtype
              + ": a whole number from "
              + low
              + " to "
              + high);
    }
    return zero ? 0 : whole.longValueExact();
  }

  private static BigDecimal decimal(String magnitude, String text, DType dtype) {
    if (!magnitude.matches("([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,9})?")) {
      throw new IllegalArgumentException(text + " is not a " + dtype + " value");
    }
    return new BigDecimal(magnitude);
  }
}
