package dev.fkc.registry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CostEstimateTest {
  @Test
  void unknownIsNotZero() {
    assertThat(CostEstimate.UNKNOWN).isNotEqualTo(CostEstimate.ZERO);
    assertThat(CostEstimate.UNKNOWN.knownFlops()).isEmpty();
    assertThat(CostEstimate.ZERO.knownFlops()).hasValue(0);
    assertThat(CostEstimate.UNKNOWN.knownBytesMoved()).isEmpty();
    assertThat(new CostEstimate(0, 64, 9).knownBytesMoved()).hasValue(64);
    assertThat(new CostEstimate(0, 64, 9).knownOverheadNanos()).hasValue(9);
    assertThat(CostEstimate.UNKNOWN).hasToString("? flops, ? bytes, ? ns");
  }

  @Test
  void sumsSaturateAndUnknownStaysUnknown() {
    CostEstimate sum =
        new CostEstimate(Long.MAX_VALUE, 1, 2)
            .plus(new CostEstimate(1, CostEstimate.UNKNOWN_COEFFICIENT, 3));
    assertThat(sum)
        .isEqualTo(new CostEstimate(Long.MAX_VALUE, CostEstimate.UNKNOWN_COEFFICIENT, 5));
    assertThat(sum.isComplete()).isFalse();
  }

  @Test
  void literalZeroIsNotFilled() {
    CostEstimate declared = new CostEstimate(0, 64, CostEstimate.UNKNOWN_COEFFICIENT);
    assertThat(declared.orElse(new CostEstimate(9, 9, 9))).isEqualTo(new CostEstimate(0, 64, 9));
  }
}
