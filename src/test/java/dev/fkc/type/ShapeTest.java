package dev.fkc.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ShapeTest {
  @Test
  void aProductThatWrapsToASmallNumberIsRefused() {
    assertThatThrownBy(() -> Shape.of(2, 2, 5, 5581, 8681, 49477, 384773))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2^63 - 1");
    assertThatThrownBy(() -> Shape.of(1L << 32, 1L << 31))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anyZeroMakesTheOthersHarmless() {
    assertThat(Shape.of(1L << 62, 1L << 62, 0).elementCount()).isZero();
    assertThat(Shape.of(0, Long.MAX_VALUE, Long.MAX_VALUE).isEmpty()).isTrue();
  }

  @Test
  void theLargestCountFits() {
    assertThat(Shape.of(Long.MAX_VALUE).elementCount()).isEqualTo(Long.MAX_VALUE);
    assertThat(Shape.of(7, Long.MAX_VALUE / 7).elementCount()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aScalarHasOneElement() {
    assertThat(Shape.of().elementCount()).isOne();
    assertThat(Shape.of().rank()).isZero();
  }

  @Test
  void negativeExtentsAreRefused() {
    assertThatThrownBy(() -> Shape.of(2, -1)).hasMessageContaining("negative");
    assertThatThrownBy(() -> Shape.of(0, -1)).hasMessageContaining("negative");
  }

  @Test
  void axesCountFromEitherEnd() {
    Shape shape = Shape.of(2, 3, 4);
    assertThat(shape.normalizeAxis(-1)).isEqualTo(2);
    assertThat(shape.normalizeAxis(-3)).isZero();
    for (long axis : new long[] {3, -4, -100, 1L << 32, Long.MIN_VALUE}) {
      assertThatThrownBy(() -> shape.normalizeAxis(axis))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(Long.toString(axis))
          .hasMessageContaining("[-3, 2]");
    }
  }

  @Test
  void theArraysGivenAndTakenAreCopies() {
    long[] dims = {2, 3};
    Shape shape = Shape.of(dims);
    dims[0] = 9;
    shape.toArray()[1] = 9;
    assertThat(shape).isEqualTo(Shape.of(2, 3)).hasToString("[2, 3]");
  }
}
