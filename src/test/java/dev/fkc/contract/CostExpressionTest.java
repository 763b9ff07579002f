package dev.fkc.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CostExpressionTest {
  private static final Map<String, Long> VALUES =
      Map.of(
          "n",
          10L,
          "dtype_bytes",
          4L,
          "q.dim[1]",
          8L,
          "zero",
          0L,
          "huge",
          Long.MAX_VALUE / 2,
          "x.y",
          3L,
          "unknown",
          CostExpression.UNKNOWN,
          "prod(out_shape)",
          6L);

  private static long evaluate(String text) {
    return CostExpression.parse(text).evaluate(symbol -> VALUES.get(symbol.toString()));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "2 * n * dtype_bytes, 80",
    "1 + 2 * 3, 7",
    "(1 + 2) * 3, 9",
    "10 - 3 - 2, 5",
    "100 / 7 / 2, 7",
    "17 % 5, 2",
    "--3, 3",
    "-n + 11, 1",
    "q.dim[1] / 2, 4",
    "n * 0.5625 + n * 4, 46",
    "1e3, 1000",
    ".5 * n, 5",
    "prod( out_shape ) + 1, 7",
    "'max(n, x.y, 11)', 11",
    "'min(n, x.y)', 3",
    "'ceil_div(n, 4)', 3",
    "zero * huge * huge, 0",
  })
  void evaluatesWithTheUsualPrecedence(String text, long expected) {
    assertThat(evaluate(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "huge * huge",
        "huge + huge + huge",
        "huge * huge - huge",
        "huge * huge / huge",
        "huge * huge - huge * huge",
        "0.5 * huge * huge * 1e300 * 1e300",
        "1e300 * 1e300 - 1e300 * 1e300",
      })
  void whatOverflowsSaturatesAndStaysSo(String text) {
    assertThat(evaluate(text)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void negativeOverflowSaturatesDownwards() {
    assertThat(evaluate("-huge * huge")).isEqualTo(-Long.MAX_VALUE);
    assertThat(evaluate("-1.0 * huge * huge")).isEqualTo(-Long.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"unknown", "0 * unknown", "unknown * huge * huge", "0.5 + unknown"})
  void unknownStaysUnknown(String text) {
    assertThat(evaluate(text)).isEqualTo(CostExpression.UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"n / zero", "n % zero", "1.5 / zero", "n / (n - 10)", "ceil_div(n, 0)"})
  void divisionByZeroIsATypedError(String text) {
    assertThatExceptionOfType(CostArithmeticException.class).isThrownBy(() -> evaluate(text));
  }

  @ParameterizedTest
  @CsvSource({
    "'', 0, 0",
    "'2 *', 3, 3",
    "2 ** n, 3, 4",
    "(n, 2, 2",
    "n), 1, 2",
    "n n, 2, 3",
    "2x, 0, 2",
    "q.dim[, 6, 6",
    "q.dim[1, 7, 7",
    "99999999999999999999, 0, 20",
    "n × 2, 2, 3",
    "n 😀, 2, 4",
  })
  void whatIsNoExpressionIsPointedAt(String text, int start, int end) {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> CostExpression.parse(text))
        .satisfies(e -> assertThat(e.start()).isEqualTo(start))
        .satisfies(e -> assertThat(e.end()).isEqualTo(end));
  }

  @Test
  void deepNestingAndLongChainsDoNotExhaustTheStack() {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> CostExpression.parse("(".repeat(3000)));
    assertThat(evaluate("1" + "+1".repeat(2000))).isEqualTo(2001);
    assertThat(evaluate("-".repeat(4000) + "1")).isEqualTo(1);
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> CostExpression.parse("1" + "+1".repeat(50_000)));
  }

  @Test
  void symbolsAreListedFromLeftToRight() {
    assertThat(CostExpression.parse("b * (2*q.dim[1] - n) / f(n, 2)").symbols())
        .extracting(CostSymbol::toString)
        .containsExactly("b", "q.dim[1]", "n", "f(n,2)");
    assertThat(CostExpression.parse("3 * 4").isConstant()).isTrue();
  }
}
