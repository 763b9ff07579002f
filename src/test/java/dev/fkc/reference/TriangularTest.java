package dev.fkc.reference;

import static dev.fkc.reference.Calls.tril;
import static dev.fkc.reference.Calls.triu;
import static dev.fkc.reference.Tensor.ar;
import static dev.fkc.reference.Tensor.ones;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fkc.op.OpCall;
import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.Shape;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TriangularTest {
  private static long sum(long[] words) {
    return LongStream.of(words).sum();
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, 1L << 31, 1L << 32, 5})
  void diagonalsAboveTheMatrixClearTriuAndKeepTril(long diagonal) {
    assertThat(sum(triu(ones(5, 5), diagonal))).isZero();
    assertThat(sum(tril(ones(5, 5), diagonal))).isEqualTo(25);
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -(1L << 31), -(1L << 32), -5})
  void diagonalsBelowTheMatrixKeepTriuAndClearTril(long diagonal) {
    assertThat(sum(triu(ones(5, 5), diagonal))).isEqualTo(25);
    assertThat(sum(tril(ones(5, 5), diagonal))).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "F32, 7F800000, FF800000, 7F812345",
    "F64, 7FF0000000000000, FFF0000000000000, 7FF0000000000001",
    "F16, 7C00, FC00, 7C01",
    "BF16, 7F80, FF80, 7F81"
  })
  void droppedInfinitiesAndNansBecomeZeroBytesAndKeptOnesStay(
      DType dtype, String inf, String minusInf, String nan) {
    long p = Long.parseUnsignedLong(inf, 16);
    long m = Long.parseUnsignedLong(minusInf, 16);
    long n = Long.parseUnsignedLong(nan, 16);
    Tensor in = Tensor.of(dtype, Shape.of(2, 2), m, p, n, m);

    assertThat(triu(in, 1)).containsExactly(0, p, 0, 0);
    assertThat(tril(in, -1)).containsExactly(0, 0, n, 0);
  }

  @Test
  void rowsAndColumnsOfThinMatricesAreNotSwapped() {
    assertThat(sum(triu(ones(6, 1), 2))).isZero();
    assertThat(sum(tril(ones(6, 1), 2))).isEqualTo(6);
    assertThat(triu(ones(1, 6), 2)).containsExactly(0, 0, 1, 1, 1, 1);
    assertThat(tril(ones(1, 6), 2)).containsExactly(1, 1, 1, 0, 0, 0);
  }

  @Test
  void rectangularMatricesKeepTheRightNumberOfElements() {
    assertThat(sum(triu(ones(3, 5), 1))).isEqualTo(9);
    assertThat(sum(triu(ones(5, 3), 1))).isEqualTo(3);
    assertThat(sum(triu(ones(3, 5), 9))).isZero();
    assertThat(triu(ones(2, 5), 4)).containsExactly(0, 0, 0, 0, 1, 0, 0, 0, 0, 0);
  }

  @Test
  void aSizeOneDimWithAnyStrideDoesNotMoveTheBatch() {
    Tensor batch =
        ar(1, 4, 4, 4).view(l -> Layout.of(Shape.of(4, 1, 4, 4), new long[] {16, 64, 4, 1}, 0));

    long[] out = triu(batch, 0);

    for (int b = 0; b < 4; b++) {
      long[] matrix = LongStream.range(b * 16L, b * 16L + 16).toArray();
      long[] expected = matrix.clone();
      for (int i : new int[] {4, 8, 9, 12, 13, 14}) {
        expected[i] = 0;
      }
      assertThat(Arrays.copyOfRange(out, b * 16, b * 16 + 16)).containsExactly(expected);
    }
  }

  @Test
  void aScalarExpandedToAMatrixIsReadEverywhere() {
    Tensor expanded = ones(1).view(l -> l.broadcastTo(Shape.of(3, 3)));

    assertThat(tril(expanded, 0)).containsExactly(1, 0, 0, 1, 1, 0, 1, 1, 1);
  }

  @Test
  void aMatrixOfOneElementFollowsTheDefinition() {
    Tensor one = ones(1, 1);
    assertThat(triu(one, 0)).containsExactly(1);
    assertThat(triu(one, 1)).containsExactly(0);
    assertThat(triu(one, -1)).containsExactly(1);
    assertThat(tril(one, 0)).containsExactly(1);
    assertThat(tril(one, -1)).containsExactly(0);
  }

  @Test
  void boolMatricesLoseTheirOtherTriangle() {
    Tensor bools = Tensor.of(DType.BOOL, Shape.of(2, 2), 1, 1, 1, 1);
    assertThat(triu(bools, 1)).containsExactly(0, 1, 0, 0);
  }

  @Test
  void vectorsAndScalarsAreRefused() {
    assertThatThrownBy(() -> OpCall.triu(ar(3).operand(), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Triu")
        .hasMessageContaining("[3]")
        .hasMessageContaining("rank 2");
    assertThatThrownBy(() -> OpCall.tril(ar().operand(), 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void emptyMatricesAndBatchesAreEmptyResults() {
    long[][] shapes = {{0, 5}, {5, 0}, {0, 0}, {2, 0, 3}, {0, 4, 4}};
    for (long[] shape : shapes) {
      for (long diagonal : new long[] {0, 3, -3, Long.MIN_VALUE, Long.MAX_VALUE}) {
        OpCall call = OpCall.triu(ar(shape).operand(), diagonal);
        assertThat(call.output().shape()).isEqualTo(Shape.of(shape));
        assertThat(triu(ar(shape), diagonal)).isEmpty();
        assertThat(tril(ar(shape), diagonal)).isEmpty();
      }
    }
  }
}
