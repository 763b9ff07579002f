package dev.fkc.behaviour;

import static dev.fkc.reference.Tensor.ar;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fkc.FuelKernels;
import dev.fkc.op.OpCall;
import dev.fkc.reference.Tensor;
import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.Shape;
import dev.fkc.vulkan.VulkanDevice;
import dev.fkc.vulkan.VulkanExecutor;
import dev.fkc.vulkan.VulkanTesting;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VulkanTesting.class)
class FlipAndRollBehaviourTest {
  private final Both both;

  FlipAndRollBehaviourTest(VulkanDevice device) {
    both = new Both(device);
  }

  private static Tensor again(Tensor shaped, long[] words) {
    return Tensor.of(shaped.dtype(), shaped.operand().shape(), words);
  }

  @Test
  void flipKeepsTheLastColumnAndTheShape() {
    assertThat(both.flip(ar(2, 3), 1)).containsExactly(2, 1, 0, 5, 4, 3);
  }

  @Test
  void flipOfTwoAxesOneAfterTheOtherReversesBoth() {
    Tensor in = ar(1, 3, 4, 5);
    long[] out = both.flip(again(in, both.flip(in, 1)), 3);
    assertThat(out[0]).isEqualTo(44);
    assertThat(out[2 * 20 + 3 * 5 + 4]).isEqualTo(15);
  }

  @Test
  void flipAndRollOfEmptyAxesAndBatchesAreEmptyResults() {
    for (Shape shape : List.of(Shape.of(0), Shape.of(3, 0), Shape.of(0, 5), Shape.of(3, 2, 0, 2))) {
      Tensor in = Tensor.of(DType.U32, shape);
      for (int axis = 0; axis < shape.rank(); axis++) {
        assertThat(both.flip(in, axis)).isEmpty();
        assertThat(both.roll(in, axis, 1)).isEmpty();
        assertThat(both.roll(in, axis, Long.MIN_VALUE)).isEmpty();
      }
    }
  }

  @Test
  void flipReadsATransposeThroughItsStridesWithoutACopy(VulkanDevice device) {
    Tensor in = ar(3, 3).view(l -> l.transpose(0, 1));
    assertThat(both.flip(in, 1)).containsExactly(6, 3, 0, 7, 4, 1, 8, 5, 2);
    VulkanExecutor executor = new VulkanExecutor(device, FuelKernels.registry());
    assertThat(executor.plan(OpCall.flip(in.operand(), 1)).fixups()).isEmpty();
    assertThat(executor.plan(OpCall.triu(in.operand(), 1)).fixups()).hasSize(1);
  }

  @Test
  void aSizeOneDimWithANegativeStrideChangesNothing() {
    Tensor in =
        ar(1, 10, 20).view(l -> Layout.of(Shape.of(1, 10, 20), new long[] {-200, 20, 1}, 0));
    assertThat(both.flip(in, 0)).containsExactly(LongStream.range(0, 200).toArray());
    assertThat(both.contiguize(in)).containsExactly(LongStream.range(0, 200).toArray());
  }

  @Test
  void flipIsACopyThatLaterUploadsDoNotReach(VulkanDevice device) {
    VulkanExecutor executor = new VulkanExecutor(device, FuelKernels.registry());
    try (var in = executor.upload(Shape.of(3), 1f, 2f, 3f);
        var out = executor.flip(in.view(), 0)) {
      in.buffer().upload(new byte[12]);
      assertThat(out.toFloats()).containsExactly(3f, 2f, 1f);
    }
  }

  @Test
  void axesOutsideTheRankAreRefusedInWords() {
    for (long axis : new long[] {3, -4, -100, Long.MIN_VALUE, Long.MAX_VALUE}) {
      assertThatThrownBy(() -> both.flip(ar(2, 3, 4), axis))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("axis " + axis);
      assertThatThrownBy(() -> both.roll(ar(2, 3, 4), axis, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("axis " + axis);
    }
  }

  @Test
  void negativeShiftsMoveTowardsLowerCoordinates() {
    assertThat(both.roll(ar(3, 5), 1, -2))
        .containsExactly(2, 3, 4, 0, 1, 7, 8, 9, 5, 6, 12, 13, 14, 10, 11);
    assertThat(both.roll(ar(3, 5), 1, -8)).startsWith(3, 4, 0, 1, 2);
  }

  @Test
  void shiftsBeyondOneTurnAndNegativeAxesWrap() {
    assertThat(both.roll(ar(2, 3), -1, 1)).containsExactly(2, 0, 1, 5, 3, 4);
    assertThat(both.roll(ar(2, 3), -1, 7)).containsExactly(2, 0, 1, 5, 3, 4);
    assertThat(both.roll(ar(2, 3), -1, -7)).containsExactly(1, 2, 0, 4, 5, 3);
  }

  @Test
  void shiftsKeepAllTheirSixtyFourBits() {
    assertThat(both.roll(ar(5), 0, (1L << 32) + 1)).containsExactly(3, 4, 0, 1, 2);
    assertThat(both.roll(ar(5), 0, Long.MIN_VALUE)).containsExactly(3, 4, 0, 1, 2);
    assertThat(both.roll(ar(5), 0, Long.MAX_VALUE)).containsExactly(3, 4, 0, 1, 2);
  }

  @Test
  void wholeTurnsCopy() {
    for (long shift : new long[] {0, 10, -10, 1_000_000_000_000L}) {
      assertThat(both.roll(ar(10), 0, shift)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }
  }

  @Test
  void rollOfOneAxisAfterTheOtherRollsBothAndTheSameAxisAddsUp() {
    Tensor in = ar(2, 3);
    assertThat(both.roll(again(in, both.roll(in, 0, 1)), 1, -1)).containsExactly(4, 5, 3, 1, 2, 0);
    assertThat(both.roll(again(ar(5), both.roll(ar(5), 0, 1)), 0, 2))
        .containsExactly(2, 3, 4, 0, 1);
  }

  @Test
  void negativeAxesCountFromTheTensorsOwnRank() {
    assertThat(both.roll(ar(2, 1, 3), -1, 1)).containsExactly(2, 0, 1, 5, 3, 4);
    assertThat(both.roll(ar(2, 1, 3), -2, 1)).containsExactly(0, 1, 2, 3, 4, 5);
  }

  @Test
  void flippedAndSlicedViewsAreReadFromTheirFirstElement() {
    Tensor in = ar(4, 6).view(l -> l.flip(1).slice(0, 1, 4, 2).slice(1, 1, 6));
    assertThat(both.flip(in, 1)).containsExactly(6, 7, 8, 9, 10, 18, 19, 20, 21, 22);
    assertThat(both.roll(in, 0, 1)).containsExactly(22, 21, 20, 19, 18, 10, 9, 8, 7, 6);
  }

  @Test
  void rankEightIsRolledAndFlippedOnEveryAxis() {
    Tensor in = ar(2, 1, 3, 2, 1, 2, 3, 2).view(l -> l.permute(7, 0, 6, 1, 5, 2, 4, 3));
    for (int axis = 0; axis < 8; axis++) {
      both.flip(in, axis);
      both.roll(in, axis, -1);
    }
  }
}
