package dev.fkc.reference;

import static dev.fkc.reference.Calls.maskedFill;
import static dev.fkc.reference.Tensor.ar;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fkc.op.OpCall;
import dev.fkc.type.DType;
import dev.fkc.type.Shape;
import org.junit.jupiter.api.Test;

class MaskedFillTest {
  private static Tensor mask(Shape shape, long... bytes) {
    return Tensor.of(DType.BOOL, shape, bytes);
  }

  @Test
  void anyNonZeroByteIsTrue() {
    Tensor data = Tensor.of(DType.U8, Shape.of(5), 1, 2, 3, 4, 5);
    assertThat(maskedFill(data, mask(Shape.of(5), 0, 1, 2, 128, 255), 9))
        .containsExactly(1, 9, 9, 9, 9);
  }

  @Test
  void theMaskMustHaveTheDatasShape() {
    assertThatThrownBy(() -> maskedFill(ar(1), mask(Shape.of(3), 1, 0, 1), 9))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("mask has shape [3]");
    assertThatThrownBy(() -> maskedFill(ar(0, 3), mask(Shape.of(2, 3), 0, 0, 0, 0, 0, 0), 9))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void broadcastDataAndMasksAreViews() {
    Tensor seven = Tensor.of(DType.U32, Shape.of(1), 7).view(l -> l.broadcastTo(Shape.of(3)));
    assertThat(maskedFill(seven, mask(Shape.of(3), 1, 0, 1), 9)).containsExactly(9, 7, 9);
    Tensor columns = ar(2, 1).view(l -> l.broadcastTo(Shape.of(2, 4)));
    assertThat(maskedFill(columns, mask(Shape.of(2, 4), 0, 1, 0, 0, 0, 0, 0, 0), 3))
        .containsExactly(0, 3, 0, 0, 1, 1, 1, 1);
    Tensor row = mask(Shape.of(2), 0, 1).view(l -> l.broadcastTo(Shape.of(3, 2)));
    assertThat(maskedFill(ar(3, 2), row, 9)).containsExactly(0, 9, 2, 9, 4, 9);
  }

  @Test
  void keptElementsKeepTheirSignOfZero() {
    Tensor data = Tensor.of(DType.F32, Shape.of(2), 0x8000_0000L, 0x3F80_0000L);
    assertThat(maskedFill(data, mask(Shape.of(2), 0, 1), 0x40A0_0000L))
        .containsExactly(0x8000_0000L, 0x40A0_0000L);
  }

  @Test
  void transposedDataIsReadThroughItsStrides() {
    Tensor turned = ar(2, 3).view(l -> l.transpose(0, 1));
    Tensor above2 = mask(Shape.of(3, 2), 0, 1, 0, 1, 0, 1);
    assertThat(maskedFill(turned, above2, 9)).containsExactly(0, 9, 1, 9, 2, 9);
  }

  @Test
  void offsetBytesAreFilledWithoutTheirNeighbours() {
    for (int start = 1; start < 8; start++) {
      int s = start;
      Tensor tail = Tensor.of(DType.U8, Shape.of(16), new long[16]).view(l -> l.slice(0, s, 16));
      Tensor all = mask(Shape.of(1), 1).view(l -> l.broadcastTo(Shape.of(16 - s)));
      assertThat(maskedFill(tail, all, 1)).hasSize(16 - s).containsOnly(1);
      assertThat(tail.bytes()).containsOnly(0);
    }
  }

  @Test
  void emptyOperandsAreEmptyResults() {
    Tensor data = ar(0, 3);
    assertThat(maskedFill(data, mask(Shape.of(0, 3)), 9)).isEmpty();
    Tensor row = mask(Shape.of(3), 1, 1, 1).view(l -> l.broadcastTo(Shape.of(0, 3)));
    assertThat(maskedFill(data, row, 9)).isEmpty();
  }

  @Test
  void theFillIsOneElementWide() {
    assertThatThrownBy(
            () ->
                OpCall.maskedFill(
                    ar(1).operand(), mask(Shape.of(1), 1).operand(), new byte[] {1, 2}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 bytes")
        .hasMessageContaining("4");
  }

  @Test
  void masksAreBool() {
    assertThatThrownBy(() -> maskedFill(ar(2), ar(DType.U8, 2), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("BOOL");
  }
}
