package dev.fkc.behaviour;

import static dev.fkc.reference.Tensor.ar;
import static dev.fkc.reference.Tensor.ones;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fkc.FuelKernels;
import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.reference.Tensor;
import dev.fkc.type.BackendId;
import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.Shape;
import dev.fkc.vulkan.BufferSlice;
import dev.fkc.vulkan.CommandBatch;
import dev.fkc.vulkan.DeviceBuffer;
import dev.fkc.vulkan.PreparedCall;
import dev.fkc.vulkan.VulkanDevice;
import dev.fkc.vulkan.VulkanTesting;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(VulkanTesting.class)
class TriangleBehaviourTest {
  private final Both both;

  TriangleBehaviourTest(VulkanDevice device) {
    both = new Both(device);
  }

  private static Tensor of(DType dtype, Shape shape, long... words) {
    return Tensor.of(dtype, shape, words);
  }

  private static long sum(long[] words) {
    return LongStream.of(words).sum();
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, 1L << 31, 1L << 32, (1L << 32) - 1, 5})
  void diagonalsFarAboveClearTriuAndKeepTril(long diagonal) {
    assertThat(sum(both.triu(ones(5, 5), diagonal))).isZero();
    assertThat(sum(both.tril(ones(5, 5), diagonal))).isEqualTo(25);
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -(1L << 31), -(1L << 32), -(1L << 32) + 1, -5})
  void diagonalsFarBelowKeepTriuAndClearTril(long diagonal) {
    assertThat(sum(both.triu(ones(5, 5), diagonal))).isEqualTo(25);
    assertThat(sum(both.tril(ones(5, 5), diagonal))).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"F16", "BF16", "F32", "F64"})
  void droppedInfinitiesAndNansBecomeZeroBytesAndKeptOnesKeepTheirBits(DType dtype) {
    int shift = 8 * dtype.byteSize() - 16;
    boolean half = dtype == DType.F16;
    long infinity = (half ? 0x7C00L : dtype == DType.F64 ? 0x7FF0L : 0x7F80L) << shift;
    long negative = infinity | 0x8000L << shift;
    long nan = infinity | 1;
    Tensor in = of(dtype, Shape.of(2, 2), negative, infinity, nan, negative);
    assertThat(both.triu(in, 1)).containsExactly(0, infinity, 0, 0);
    assertThat(both.tril(in, -1)).containsExactly(0, 0, nan, 0);
  }

  @Test
  void rowsAndColumnsOfThinMatricesAreNotSwapped() {
    assertThat(both.triu(ones(6, 1), 2)).containsOnly(0);
    assertThat(both.tril(ones(6, 1), 2)).containsOnly(1);
    assertThat(both.triu(ones(1, 6), 2)).containsExactly(0, 0, 1, 1, 1, 1);
    assertThat(both.tril(ones(1, 6), 2)).containsExactly(1, 1, 1, 0, 0, 0);
  }

  @Test
  void rectanglesKeepTheRightNumberOfElementsForAnyDiagonal() {
    assertThat(sum(both.triu(ones(3, 5), 1))).isEqualTo(9);
    assertThat(sum(both.triu(ones(5, 3), 1))).isEqualTo(3);
    assertThat(sum(both.triu(ones(3, 5), 9))).isZero();
    assertThat(both.triu(ones(2, 5), 4)).containsExactly(0, 0, 0, 0, 1, 0, 0, 0, 0, 0);
  }

  @Test
  void aSizeOneDimWithAnyStrideDoesNotMoveTheBatch() {
    Tensor in =
        ar(1, 4, 4, 4)
            .view(l -> Layout.of(Shape.of(4, 1, 4, 4), new long[] {16, 1L << 40, 4, 1}, 0));
    long[] out = both.triu(in, 0);
    for (int n = 0; n < 64; n++) {
      assertThat(out[n]).isEqualTo(n % 4 >= n / 4 % 4 ? n : 0);
    }
  }

  @Test
  void everyMatrixOfARepeatedBatchIsTheSame() {
    Tensor in = ar(1, 33, 65).view(l -> l.broadcastTo(Shape.of(300, 33, 65)));
    long[] out = both.triu(in, -3);
    long[] first = Arrays.copyOf(out, 33 * 65);
    long[] last = Arrays.copyOfRange(out, 299 * 33 * 65, out.length);
    assertThat(last).isEqualTo(first);
  }

  @Test
  void aScalarExpandedToAMatrixIsReadEverywhere() {
    Tensor in = ones(1, 1).view(l -> l.broadcastTo(Shape.of(3, 3)));
    assertThat(both.tril(in, 0)).containsExactly(1, 0, 0, 1, 1, 0, 1, 1, 1);
  }

  @Test
  void writingOverTheInputIsRefusedBeforeAnythingRuns(VulkanDevice device) {
    Operand operand = Operand.contiguous(DType.F32, Shape.of(3, 3));
    OpCall call = OpCall.tril(operand, 0);
    PreparedCall prepared =
        device.prepare(
            FuelKernels.registry().lookup(call.op(), call.dtypes(), BackendId.VULKAN).get(0), call);
    try (DeviceBuffer buffer = device.allocate("in place", new byte[72]);
        CommandBatch batch = device.batch("in place")) {
      BufferSlice here = BufferSlice.of(buffer);
      assertThatThrownBy(() -> batch.dispatch(prepared, here, here))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("overlaps input 0");
      assertThatThrownBy(() -> batch.dispatch(prepared, here, new BufferSlice(buffer, 32)))
          .hasMessageContaining("overlaps input 0");
      batch.dispatch(prepared, here, new BufferSlice(buffer, 36));
      batch.submit().await();
    }
  }

  @Test
  void aMatrixOfOneElementFollowsTheDefinition() {
    assertThat(both.triu(ones(1, 1), 0)).containsExactly(1);
    assertThat(both.triu(ones(1, 1), 1)).containsExactly(0);
    assertThat(both.triu(ones(1, 1), -1)).containsExactly(1);
    assertThat(both.tril(ones(1, 1), 0)).containsExactly(1);
    assertThat(both.tril(ones(1, 1), -1)).containsExactly(0);
  }

  @Test
  void boolMatricesLoseTheirOtherTriangle() {
    assertThat(both.triu(of(DType.BOOL, Shape.of(2, 2), 1, 1, 1, 1), 1))
        .containsExactly(0, 1, 0, 0);
  }

  @Test
  void vectorsAndScalarsAreRefusedInWords() {
    for (Tensor in : List.of(ones(3), ones())) {
      assertThatThrownBy(() -> both.triu(in, 0))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("rank 2 or more");
    }
  }

  @Test
  void emptyMatricesAndBatchesAreEmptyResults() {
    for (Shape shape :
        List.of(
            Shape.of(0, 5), Shape.of(5, 0), Shape.of(0, 0), Shape.of(2, 0, 3), Shape.of(0, 4, 4))) {
      Tensor in = of(DType.F32, shape);
      for (long diagonal : new long[] {0, 3, -3, Long.MIN_VALUE, Long.MAX_VALUE}) {
        assertThat(both.triu(in, diagonal)).isEmpty();
        assertThat(both.tril(in, diagonal)).isEmpty();
      }
    }
  }
}
