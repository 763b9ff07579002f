package dev.fkc.registry;

import static dev.fkc.registry.ContractFixture.section;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fkc.contract.CostArithmeticException;
import dev.fkc.contract.CostBlock;
import dev.fkc.contract.CostClass;
import dev.fkc.contract.CostExpression;
import dev.fkc.contract.CostSymbol;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import org.junit.jupiter.api.Test;

class KernelCostTest {
  /** A call with 100 input elements and 40 output elements of 2 bytes. */
  private static final CostedCall CALL =
      new CostedCall() {
        @Override
        public long outputElements() {
          return 40;
        }

        @Override
        public long inputElements(int input) {
          return 100;
        }

        @Override
        public long valueOf(CostSymbol symbol) {
          return switch (symbol.toString()) {
            case "n" -> 40;
            case "dtype_bytes" -> 2;
            case "zero" -> 0;
            default -> CostExpression.UNKNOWN;
          };
        }
      };

  private static CostBlock block(CostClass costClass, String flops, String bytes, String overhead) {
    return new CostBlock(
        CostBlock.Provenance.DECLARED,
        costClass,
        null,
        expression(flops),
        expression(bytes),
        expression(overhead),
        null,
        null,
        null,
        section("x", OpKind.FLIP).span());
  }

  private static CostExpression expression(String text) {
    return text == null ? null : CostExpression.parse(text);
  }

  private static CostEstimate estimate(ContractFixture section) {
    return KernelCost.of(FanOut.of(section.contract()).variants().get(0)).estimate(CALL);
  }

  private static ContractFixture flip() {
    return section("flip", OpKind.FLIP).input("x", DType.F16).passthrough("x");
  }

  @Test
  void shapeOpsReadTheInputAndWriteTheOutput() {
    assertThat(estimate(flip())).isEqualTo(new CostEstimate(0, (100 + 40) * 2, 2000));
  }

  @Test
  void maskedFillReadsAMaskByteToo() {
    assertThat(
            estimate(
                section("m", OpKind.MASKED_FILL)
                    .input("data", DType.F16)
                    .input("mask", DType.BOOL)
                    .passthrough("data")))
        .isEqualTo(new CostEstimate(0, 2 * 40 * 2 + 40, 2000));
  }

  @Test
  void indexingReadsAnIndexPerOutputElement() {
    assertThat(
            estimate(
                section("g", OpKind.GATHER)
                    .input("source", DType.F16)
                    .input("indices", DType.U32)
                    .passthrough("source")))
        .isEqualTo(new CostEstimate(0, 2 * 40 * 2 + 40 * 4, 2000));
  }

  @Test
  void foreignOpsStayUnknown() {
    assertThat(estimate(section("a", new OpKind("Abs")).input("x", DType.F16).passthrough("x")))
        .isEqualTo(CostEstimate.UNKNOWN);
  }

  @Test
  void zeroFlopsHideNeitherBytesNorTheFillOfOverhead() {
    assertThat(estimate(flip().cost(block(null, "0", "3 * n * dtype_bytes", null))))
        .isEqualTo(new CostEstimate(0, 240, 2000));
    assertThat(estimate(flip().cost(block(null, "0", null, "7"))))
        .isEqualTo(new CostEstimate(0, 280, 7));
  }

  @Test
  void expressionsWithUnknownSymbolsAreFilled() {
    assertThat(estimate(flip().cost(block(null, "n", "mystery * 2", "1"))))
        .isEqualTo(new CostEstimate(40, 280, 1));
  }

  @Test
  void freeKernelsCostNothing() {
    assertThat(estimate(flip().cost(block(CostClass.FREE, null, null, null))))
        .isEqualTo(CostEstimate.ZERO);
  }

  @Test
  void overflowSaturatesAndNegativeCostsAreZero() {
    String huge = Long.toString(Long.MAX_VALUE);
    assertThat(estimate(flip().cost(block(null, huge + " * n", "1 - n", "0"))))
        .isEqualTo(new CostEstimate(Long.MAX_VALUE, 0, 0));
  }

  @Test
  void divisionByZeroIsATypedError() {
    assertThatThrownBy(() -> estimate(flip().cost(block(null, "n / zero", "0", "0"))))
        .isInstanceOf(CostArithmeticException.class);
  }
}
