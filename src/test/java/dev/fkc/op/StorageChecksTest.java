package dev.fkc.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.Shape;
import java.util.List;
import org.junit.jupiter.api.Test;

class StorageChecksTest {
  private static OpCall copy(DType dtype, Layout layout) {
    return OpCall.contiguize(new Operand(dtype, layout));
  }

  @Test
  void theLastElementMayEndTheBuffer() {
    OpCall call = copy(DType.F32, Layout.of(Shape.of(3), new long[] {2}, 1));
    assertThatCode(() -> StorageChecks.requireWithin(call, List.of(24L)))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> StorageChecks.requireWithin(call, List.of(23L)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Contiguize")
        .hasMessageContaining("elements 1 to 5")
        .hasMessageContaining("23 bytes");
  }

  @Test
  void elementOffsetsWhoseBytesWouldOverflowAreRefused() {
    OpCall call = copy(DType.F64, Layout.of(Shape.of(2), new long[] {1}, 1L << 61));
    assertThatThrownBy(() -> StorageChecks.requireWithin(call, List.of(64L)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void emptyViewsNeedNoBytes() {
    OpCall call = copy(DType.F64, Layout.of(Shape.of(0, 4), new long[] {4, 1}, 1000));
    assertThatCode(() -> StorageChecks.requireWithin(call, List.of(0L))).doesNotThrowAnyException();
  }

  @Test
  void oneBufferPerInput() {
    OpCall call = copy(DType.U8, Layout.contiguous(Shape.of(1)));
    assertThatThrownBy(() -> StorageChecks.requireWithin(call, List.of()))
        .hasMessageContaining("0 buffers for 1 inputs");
  }

  @Test
  void outputsBeyondSixtyThreeBitsAreRefused() {
    Shape wide = Shape.of(1L << 62);
    OpCall call = copy(DType.F64, Layout.contiguous(Shape.of(1)).broadcastTo(wide));
    assertThatThrownBy(() -> StorageChecks.outputBytes(call))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2^63 - 1");
    assertThat(StorageChecks.outputBytes(copy(DType.F64, Layout.contiguous(Shape.of(3)))))
        .isEqualTo(24);
  }
}
