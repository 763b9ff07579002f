package dev.fkc.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fkc.reference.Tensor;
import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.Shape;
import dev.fkc.vulkan.VulkanDevice;
import dev.fkc.vulkan.VulkanTesting;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VulkanTesting.class)
class MaskedFillBehaviourTest {
  private final Both both;

  MaskedFillBehaviourTest(VulkanDevice device) {
    both = new Both(device);
  }

  private static Tensor of(DType dtype, Shape shape, long... words) {
    return Tensor.of(dtype, shape, words);
  }

  private static Tensor mask(Shape shape, long... bytes) {
    return Tensor.of(DType.BOOL, shape, bytes);
  }

  @Test
  void anyByteButZeroIsTrue() {
    Tensor mask = mask(Shape.of(5), 0, 1, 2, 128, 255);
    for (DType dtype : List.of(DType.U8, DType.F16, DType.F32, DType.F64)) {
      assertThat(both.maskedFill(of(dtype, Shape.of(5), 1, 2, 3, 4, 5), mask, 9))
          .containsExactly(1, 9, 9, 9, 9);
    }
  }

  @Test
  void broadcastOperandsAreViews() {
    Tensor seven = of(DType.F32, Shape.of(1), 7).view(l -> l.broadcastTo(Shape.of(3)));
    assertThat(both.maskedFill(seven, mask(Shape.of(3), 1, 0, 1), 5)).containsExactly(5, 7, 5);
    Tensor rows = of(DType.F32, Shape.of(2, 1), 0, 1).view(l -> l.broadcastTo(Shape.of(2, 4)));
    assertThat(both.maskedFill(rows, mask(Shape.of(2, 4), 0, 1, 0, 0, 0, 0, 0, 0), 3))
        .containsExactly(0, 3, 0, 0, 1, 1, 1, 1);
    Tensor row = mask(Shape.of(1, 4), 0, 1, 0, 1).view(l -> l.broadcastTo(Shape.of(2, 4)));
    assertThat(both.maskedFill(rows, row, 3)).containsExactly(0, 3, 0, 3, 1, 3, 1, 3);
  }

  @Test
  void aMaskOfAnotherShapeIsRefusedInWords() {
    assertThatThrownBy(
            () -> both.maskedFill(of(DType.F32, Shape.of(1), 7), mask(Shape.of(3), 1, 0, 1), 5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("broadcast the mask");
    assertThatThrownBy(
            () ->
                both.maskedFill(
                    of(DType.F32, Shape.of(0, 3)), mask(Shape.of(2, 3), new long[6]), 5))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void transposedDataIsReadThroughItsStrides() {
    Tensor in = Tensor.ar(DType.U32, 2, 3).view(l -> l.transpose(0, 1));
    Tensor large = mask(Shape.of(3, 2), 0, 1, 0, 1, 0, 1);
    assertThat(both.maskedFill(in, large, 9)).containsExactly(0, 9, 1, 9, 2, 9);
    assertThat(both.maskedFill(in, mask(Shape.of(3, 2), new long[6]), 9))
        .containsExactly(0, 3, 1, 4, 2, 5);
  }

  @Test
  void keptElementsKeepTheirSignOfZero() {
    assertThat(
            both.maskedFill(
                of(DType.F32, Shape.of(2), 0x8000_0000L, 0x3F80_0000L),
                mask(Shape.of(2), 0, 1),
                0x40A0_0000L))
        .containsExactly(0x8000_0000L, 0x40A0_0000L);
  }

  @Test
  void offsetBytesAreFilledWithoutTheirNeighbours() {
    for (int start = 1; start <= 7; start++) {
      int from = start;
      Tensor view =
          Tensor.of(DType.U8, Shape.of(16), new long[16])
              .view(l -> Layout.of(Shape.of(16 - from), new long[] {1}, from));
      long[] ones = new long[16 - from];
      Arrays.fill(ones, 1);
      assertThat(both.maskedFill(view, mask(Shape.of(16 - from), ones), 1)).containsOnly(1);
      assertThat(both.maskedFill(view, mask(Shape.of(16 - from), new long[16 - from]), 1))
          .containsOnly(0);
    }
  }

  @Test
  void emptyOperandsAreEmptyResults() {
    assertThat(both.maskedFill(of(DType.F32, Shape.of(0, 3)), mask(Shape.of(0, 3)), 1)).isEmpty();
    Tensor row = mask(Shape.of(1, 3), 0, 1, 0).view(l -> l.broadcastTo(Shape.of(1, 3)));
    Tensor none = row.view(l -> l.slice(0, 0, 0));
    assertThat(both.maskedFill(of(DType.F32, Shape.of(0, 3)), none, 1)).isEmpty();
  }

  @Test
  void fillBitsAreWrittenAsTheyAre() {
    for (long fill : new long[] {0x7F80_0001L, 0xFFFF_FFFFL, 0x8000_0000L, 1}) {
      assertThat(both.maskedFill(of(DType.F32, Shape.of(2), 3, 4), mask(Shape.of(2), 1, 0), fill))
          .containsExactly(fill, 4);
    }
    assertThat(
            both.maskedFill(
                of(DType.F64, Shape.of(1), 3), mask(Shape.of(1), 1), 0x7FF0_0000_0000_0001L))
        .containsExactly(0x7FF0_0000_0000_0001L);
  }
}
