package dev.fkc.behaviour;

import static dev.fkc.reference.Tensor.ar;
import static dev.fkc.reference.Tensor.indices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fkc.op.OpCall;
import dev.fkc.reference.Tensor;
import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.Shape;
import dev.fkc.vulkan.VulkanDevice;
import dev.fkc.vulkan.VulkanTesting;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Index select and gather. */
@ExtendWith(VulkanTesting.class)
class SelectBehaviourTest {
  private final Both both;

  SelectBehaviourTest(VulkanDevice device) {
    both = new Both(device);
  }

  private static Tensor table(Shape shape, long... values) {
    return Tensor.of(DType.U32, shape, values);
  }

  @Test
  void noIndicesAreAnEmptyResult() {
    for (int axis = 0; axis < 3; axis++) {
      assertThat(both.indexSelect(ar(3, 3, 3), axis, indices())).isEmpty();
    }
    assertThat(both.gather(ar(3, 4), 0, table(Shape.of(0, 4)))).isEmpty();
    assertThat(both.gather(ar(3, 4), 1, table(Shape.of(3, 0)))).isEmpty();
  }

  @Test
  void anEmptySelectedAxisIsAnErrorAndAnotherEmptyAxisIsAnEmptyResult() {
    assertThatThrownBy(() -> both.indexSelect(ar(0, 4), 0, indices(0, 1)))
        .hasMessageContaining("is empty");
    assertThat(both.indexSelect(ar(3, 0, 3), 0, indices(1, 1, 1, 1, 1))).isEmpty();
    assertThat(both.indexSelect(ar(0, 4), 0, indices())).isEmpty();
  }

  @Test
  void scalarsAreRefusedInWords() {
    assertThatThrownBy(() -> both.indexSelect(ar(), 0, indices(0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("scalar");
    assertThatThrownBy(() -> both.gather(ar(3), 0, table(Shape.of(), 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("differ in rank");
    assertThatThrownBy(() -> both.gather(ar(), 0, indices(0, 0, 0)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void transposedSourcesAreReadThroughTheirStrides() {
    Tensor small = ar(2, 3).view(l -> l.transpose(0, 1));
    assertThat(both.indexSelect(small, 0, indices(2, 0))).containsExactly(2, 5, 0, 3);
    Tensor large = ar(17, 40).view(l -> l.transpose(0, 1));
    assertThat(both.indexSelect(large, 0, indices(39, 0))).startsWith(39, 79).hasSize(34);
    assertThat(both.gather(small, 0, table(Shape.of(1, 2), 1, 2))).containsExactly(1, 5);
  }

  @Test
  void indicesMayBeAViewThemselves() {
    Tensor stepped = indices(0, 9, 1, 9, 2, 9).view(l -> l.slice(0, 0, 6, 2));
    assertThat(both.indexSelect(ar(3, 2), 0, stepped)).containsExactly(0, 1, 2, 3, 4, 5);
    Tensor row =
        table(Shape.of(8, 64), LongStream.range(0, 512).map(n -> n % 70).toArray())
            .view(l -> Layout.of(Shape.of(64), new long[] {1}, 3 * 64));
    assertThat(both.indexSelect(ar(70), 0, row))
        .containsExactly(LongStream.range(192, 256).map(n -> n % 70).toArray());
    Tensor reversed = indices(0, 1, 2).view(l -> l.flip(0));
    assertThat(both.indexSelect(ar(3), 0, reversed)).containsExactly(2, 1, 0);
  }

  @Test
  void indicesOfAnotherDtypeAreRefusedInWords() {
    for (DType dtype : List.of(DType.I64, DType.I32)) {
      Tensor wide = Tensor.of(dtype, Shape.of(2), 0, 1);
      assertThatThrownBy(() -> both.indexSelect(ar(5, 5), 0, wide))
          .hasMessageContaining(dtype + "; U32 is needed");
    }
  }

  @Test
  void oddRowsFromAnOffsetSourceAreExact() {
    record Rows(DType dtype, long width) {}
    for (Rows rows :
        List.of(
            new Rows(DType.BF16, 46),
            new Rows(DType.F16, 3),
            new Rows(DType.U8, 5),
            new Rows(DType.I64, 1))) {
      Tensor in =
          Tensor.ar(rows.dtype(), 4 * rows.width() + 1)
              .view(l -> Layout.of(Shape.of(4, rows.width()), new long[] {rows.width(), 1}, 1));
      assertThat(both.indexSelect(in, 0, indices(3, 0, 3))[0])
          .isEqualTo((3 * rows.width() + 1) % 256);
    }
  }

  @Test
  void everyAxisOfHighRanksSelects() {
    for (Shape shape :
        List.of(
            Shape.of(4, 4, 4, 4, 8),
            Shape.of(1, 4, 4, 4, 4, 4),
            Shape.of(4, 1, 4, 1, 4, 4, 4, 4))) {
      for (int axis = 0; axis < shape.rank(); axis++) {
        long last = shape.dim(axis) - 1;
        both.indexSelect(ar(shape.toArray()), axis, indices(last, 0));
      }
    }
  }

  @Test
  void gatherIndicesMayBeSmallerThanTheSourceOnOtherAxes() {
    assertThat(both.gather(ar(3, 4), 0, table(Shape.of(1, 2), 2, 0))).containsExactly(8, 1);
    assertThat(
            both.gather(
                Tensor.of(DType.F64, Shape.of(2, 2), 1, 2, 3, 4), 1, table(Shape.of(1, 1), 0)))
        .containsExactly(1);
    long[] picks = LongStream.range(0, 128 * 64).map(n -> n * 7 % 128).toArray();
    long[] out = both.gather(ar(128, 256), 0, table(Shape.of(128, 64), picks));
    for (int n = 0; n < out.length; n++) {
      assertThat(out[n]).isEqualTo(picks[n] * 256 + n % 64);
    }
  }

  @Test
  void gatherIndicesLargerThanTheSourceOnAnotherAxisAreRefused() {
    assertThatThrownBy(() -> both.gather(ar(8, 8), 1, table(Shape.of(100, 8), new long[800])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("100 > 8");
  }

  @Test
  void expandedIndicesAreReadThroughTheirZeroStride() {
    Tensor expanded = table(Shape.of(3, 1, 1), 0, 0, 0).view(l -> l.broadcastTo(Shape.of(3, 1, 2)));
    assertThat(both.gather(Tensor.ar(DType.F64, 3, 5, 2), 1, expanded))
        .containsExactly(0, 1, 10, 11, 20, 21);
  }

  @Test
  void boundsAreThoseOfTheAxisNotOfTheBuffer() {
    Tensor bad = table(Shape.of(2, 1), 3, 0);
    OpCall call = OpCall.gather(ar(2, 3).operand(), 1, bad.operand());
    assertThatThrownBy(() -> both.vulkan(call, ar(2, 3), bad))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContaining("Gather")
        .hasMessageContaining("position 0")
        .hasMessageContaining("bound 3");
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 0xFFFF_FFFFL, 1L << 31})
  void aBadIndexIsAnErrorAndTheDeviceGoesOn(long bad) {
    Tensor source = Tensor.of(DType.F32, Shape.of(3), 10, 20, 30);
    Tensor wrong = indices(1, 2, bad, 0, bad);
    OpCall select = OpCall.indexSelect(source.operand(), 0, wrong.operand());
    OpCall gather = OpCall.gather(source.operand(), 0, wrong.operand());
    for (OpCall call : List.of(select, gather, select)) {
      assertThatThrownBy(() -> both.vulkan(call, source, wrong))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessageContaining(call.op().name())
          .hasMessageContaining("index " + bad + " at position 2")
          .hasMessageContaining("bound 3");
      assertThat(both.indexSelect(source, 0, indices(2, 0))).containsExactly(30, 10);
      assertThat(both.gather(source, 0, indices(1))).containsExactly(20);
    }
  }

  @Test
  void theFirstBadPositionIsFoundAmongMany() {
    long[] many = new long[100_000];
    many[77_777] = 5;
    many[77_778] = 9;
    many[99_999] = 5;
    Tensor wrong = indices(many);
    assertThatThrownBy(
            () -> both.vulkan(OpCall.gather(ar(5).operand(), 0, wrong.operand()), ar(5), wrong))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContaining("index 5 at position 77777");
  }

  @Test
  void axesOutsideTheRankAreRefusedInWords() {
    for (long axis : new long[] {3, -4, -100}) {
      assertThatThrownBy(() -> both.gather(ar(2, 2, 2), axis, table(Shape.of(1, 1, 1), 0)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("axis " + axis);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 63, 65})
  void reversedRowsOfAnyWidthAreExact(long width) {
    Tensor in = ar(3, width);
    long[] picks = LongStream.range(0, 3 * width).map(n -> width - 1 - n % width).toArray();
    long[] out = both.gather(in, 1, table(Shape.of(3, width), picks));
    for (int n = 0; n < out.length; n++) {
      assertThat(out[n]).isEqualTo(n / width * width + picks[n]);
    }
  }
}
