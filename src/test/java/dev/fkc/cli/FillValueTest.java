package dev.fkc.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fkc.type.DType;
import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FillValueTest {
  private static String hex(String text, DType dtype) {
    StringBuilder hex = new StringBuilder();
    for (byte b : FillValue.parse(text, dtype)) {
      hex.insert(0, String.format("%02X", b));
    }
    return hex.toString();
  }

  @ParameterizedTest
  @CsvSource({
    "-1e9, F16, FC00",
    "-65504, F16, FBFF",
    "-65519, F16, FBFF",
    "-65519.99999999999999999999, F16, FBFF",
    "-65520, F16, FC00",
    "-1e9, BF16, CE6E",
    "3.4028235e38, BF16, 7F80",
    "1.0009765625, F16, 3C01",
    "1.00048828125, F16, 3C00",
    "1.00146484375, F16, 3C02",
    "1.000488281250000000000000000000001, F16, 3C01",
    "5.960464477539063e-8, F16, 0001",
    "2.98e-8, F16, 0000",
    "6.1035e-5, F16, 0400",
    "1e-400000000, F16, 0000",
    "-1e-400000000, F32, 80000000",
    "1e400000000, F32, 7F800000",
    "1.1754943508222875e-38, F32, 00800000",
    "1.17549428e-38, F32, 007FFFFF",
    "0.1, F64, 3FB999999999999A",
    "5e-324, F64, 0000000000000001",
    "1.7976931348623159e308, F64, 7FF0000000000000",
    "-0.0, F32, 80000000",
    "-0, BF16, 8000",
    "+2.5, F32, 40200000",
    ".5, F16, 3800",
    "inf, F16, 7C00",
    "-Infinity, F64, FFF0000000000000",
    "nan, F32, 7FC00000",
    "NaN, BF16, 7FC0",
    "-nan, F16, FE00",
    "true, BOOL, 01",
    "False, BOOL, 00",
    "1, BOOL, 01",
    "255, U8, FF",
    "-128, I8, 80",
    "1e3, I16, 03E8",
    "-0, U8, 00",
    "4.0, U32, 00000004",
    "4294967295, U32, FFFFFFFF",
    "9007199254740993, I64, 0020000000000001",
    "-9223372036854775808, I64, 8000000000000000"
  })
  void valuesBecomeTheNearestElement(String text, DType dtype, String bits) {
    assertThat(hex(text, dtype)).isEqualTo(bits);
  }

  @ParameterizedTest
  @CsvSource({
    "0x7F800001, F32, 7F800001",
    "0x1, F64, 0000000000000001",
    "0XfffFFFFFFFFFFFFF, I64, FFFFFFFFFFFFFFFF",
    "0x80, BOOL, 80",
    "0x7c01, F16, 7C01",
    "0x9, F8E4M3, 09"
  })
  void hexDigitsAreTheElementsBits(String text, DType dtype, String bits) {
    assertThat(hex(text, dtype)).isEqualTo(bits);
  }

  @ParameterizedTest
  @CsvSource({
    "-1, U8",
    "256, U8",
    "1.5, U8",
    "nan, U8",
    "1e-400000000, I64",
    "1e400000000, I64",
    "9223372036854775808, I64",
    "128, I8",
    "4294967296, U32",
    "2, BOOL",
    "yes, BOOL",
    "0x, F32",
    "0x123456789, F32",
    "0x100, U8",
    "-0x1, I32",
    "0x1p3, F32",
    "1f, F32",
    "one, F32",
    "1_000, I32",
    "1e, F64",
    "., F64",
    "1.0, F8E4M3",
    "- 1, I32"
  })
  void whatIsNoElementIsRefusedWithItsText(String text, DType dtype) {
    assertThatThrownBy(() -> FillValue.parse(text, dtype))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(text)
        .hasMessageContaining(dtype.token());
  }

  @Property(tries = 500)
  void everyDoubleComesBackFromItsExactDecimal(@ForAll double value) {
    String text = new BigDecimal(value).toPlainString();
    long bits = Long.parseUnsignedLong(hex(text, DType.F64), 16);
    assertThat(Double.longBitsToDouble(bits)).isEqualTo(value == 0 ? 0.0 : value);
  }

  @Property(tries = 500)
  void floatsRoundAsTheLanguageRounds(@ForAll double value) {
    float nearest = (float) value;
    long bits = Long.parseUnsignedLong(hex(new BigDecimal(value).toString(), DType.F32), 16);
    assertThat(Float.intBitsToFloat((int) bits)).isEqualTo(value == 0 ? 0.0f : nearest);
  }
}
