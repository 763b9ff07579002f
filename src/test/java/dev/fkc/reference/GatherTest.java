package dev.fkc.reference;

import static dev.fkc.reference.Calls.gather;
import static dev.fkc.reference.Tensor.ar;
import static dev.fkc.reference.Tensor.indices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fkc.op.OpCall;
import dev.fkc.type.DType;
import dev.fkc.type.Shape;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class GatherTest {
  @Test
  void indicesMayBeSmallerThanTheSourceOnOtherAxes() {
    assertThat(gather(ar(3, 4), 0, indices(2, 0).shaped(1, 2))).containsExactly(8, 1);
    Tensor small = Tensor.of(DType.U32, Shape.of(2, 2), 1, 2, 3, 4);
    assertThat(gather(small, 1, indices(0).shaped(1, 1))).containsExactly(1);

    long[] random = new SplittableRandom(7).longs(128 * 64, 0, 128).toArray();
    long[] out = gather(ar(128, 256), 0, indices(random).shaped(128, 64));
    for (int k = 0; k < out.length; k++) {
      assertThat(out[k]).isEqualTo(random[k] * 256 + k % 64);
    }
  }

  @Test
  void indicesLargerThanTheSourceOnAnotherAxisAreRefused() {
    assertThatThrownBy(() -> gather(ar(8, 8), 1, ar(100, 8)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("axis 0")
        .hasMessageContaining("100 > 8");
  }

  @Test
  void indicesMayBeLongerOnTheGatheredAxis() {
    assertThat(gather(ar(2, 3), 1, indices(0, 0, 2, 2, 1).shaped(1, 5)))
        .containsExactly(0, 0, 2, 2, 1);
  }

  @Test
  void expandedIndicesAreReadThroughTheirZeroStride() {
    Tensor expanded = indices(0, 0, 0).shaped(3, 1, 1).view(l -> l.broadcastTo(Shape.of(3, 1, 2)));
    assertThat(gather(ar(DType.F64, 3, 5, 2), 1, expanded)).containsExactly(0, 1, 10, 11, 20, 21);
  }

  @Test
  void boundsAreThoseOfTheAxisNotOfTheBuffer() {
    assertThatThrownBy(() -> gather(ar(2, 3), 1, indices(3, 0).shaped(2, 1)))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContaining("Gather")
        .hasMessageContaining("index 3")
        .hasMessageContaining("position 0")
        .hasMessageContaining("bound 3");
  }

  @Test
  void theFirstBadPositionIsCountedInRowMajorOrderOfTheView() {
    Tensor turned = indices(0, 1, 2, 9, 0, 8).shaped(2, 3).view(l -> l.transpose(0, 1));
    // rows of the view: (0, 9) (1, 0) (2, 8)
    assertThatThrownBy(() -> gather(ar(3, 2), 0, turned))
        .hasMessageContaining("index 9")
        .hasMessageContaining("position 1 ");
  }

  @Test
  void differentRanksAreRefused() {
    assertThatThrownBy(() -> gather(ar(3), 0, ar()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rank");
    assertThatThrownBy(() -> gather(ar(), 0, indices(0, 0, 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("scalar");
  }

  @Test
  void axesOutsideTheRankAreRefused() {
    for (long axis : new long[] {3, -4, -100}) {
      assertThatThrownBy(() -> OpCall.gather(ar(2, 2, 2).operand(), axis, ar(2, 2, 2).operand()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("axis " + axis);
    }
  }

  @Test
  void reversedRowsOfAnyWidthAreExact() {
    for (int width : new int[] {1, 63, 64, 65}) {
      long[] back = LongStream.range(0, 3L * width).map(k -> width - 1 - k % width).toArray();
      assertThat(gather(ar(3, width), 1, indices(back).shaped(3, width)))
          .containsExactly(Calls.flip(ar(3, width), 1));
    }
  }

  @Test
  void indicesOfAnotherDtypeAreRefused() {
    assertThatThrownBy(() -> gather(ar(3), 0, ar(DType.I64, 3))).hasMessageContaining("U32");
  }

  @Test
  void emptyIndicesAreAnEmptyResult() {
    assertThat(gather(ar(3, 4), 0, indices().shaped(0, 4))).isEmpty();
    assertThat(gather(ar(0, 4), 0, indices().shaped(0, 4))).isEmpty();
    assertThatThrownBy(() -> gather(ar(0, 4), 0, ar(1, 4))).hasMessageContaining("empty");
  }
}
