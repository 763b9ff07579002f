package dev.fkc.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.OpKind;
import dev.fkc.type.Shape;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpCallTest {
  private static Operand f32(long... dims) {
    return Operand.contiguous(DType.F32, Shape.of(dims));
  }

  private static Operand u32(long... dims) {
    return Operand.contiguous(DType.U32, Shape.of(dims));
  }

  @Test
  void theKeyListsInputsThenTheOutput() {
    assertThat(OpCall.gather(f32(3), 0, u32(2)).dtypes())
        .containsExactly(DType.F32, DType.U32, DType.F32);
    assertThat(OpCall.flip(f32(3), 0).dtypes()).containsExactly(DType.F32, DType.F32);
  }

  @Test
  void ranksAboveTheHighestAreRefused() {
    assertThat(OpCall.contiguize(f32(1, 1, 1, 1, 1, 1, 1, 2)).output().shape().rank()).isEqualTo(8);
    assertThatThrownBy(() -> OpCall.contiguize(f32(1, 1, 1, 1, 1, 1, 1, 1, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rank 9");
  }

  @Test
  void parametersOfAnotherOpAreRefused() {
    assertThatThrownBy(
            () -> OpCall.of(OpKind.TRIU, new OpParams.Triangular(0, false), List.of(f32(2, 2))))
        .hasMessageContaining("upper");
    assertThatThrownBy(() -> OpCall.of(OpKind.ROLL, new OpParams.Flip(0), List.of(f32(2, 2))))
        .hasMessageContaining("Flip");
    assertThatThrownBy(() -> OpCall.of(OpKind.FLIP, new OpParams.Flip(0), List.of(f32(2), f32(2))))
        .hasMessageContaining("2 inputs");
    assertThatThrownBy(() -> OpCall.of(OpKind.FLIP, new OpParams.Flip(0), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void contractAxesAreNotNegative() {
    assertThatThrownBy(() -> OpCall.of(OpKind.FLIP, new OpParams.Flip(-1), List.of(f32(2))))
        .hasMessageContaining("axis -1");
    assertThatThrownBy(() -> OpCall.of(OpKind.ROLL, new OpParams.Roll(1, 3), List.of(f32(2))))
        .hasMessageContaining("axis 1");
  }

  @Test
  void theSourceMustSplitAsTheParametersSay() {
    assertThatThrownBy(
            () ->
                OpCall.of(
                    OpKind.INDEX_SELECT,
                    new OpParams.IndexSelect(1, 6, 2, 1),
                    List.of(f32(2, 3), u32(2))))
        .hasMessageContaining("does not split");
    assertThatThrownBy(
            () ->
                OpCall.of(
                    OpKind.INDEX_SELECT,
                    new OpParams.IndexSelect(2, 3, 3, 1),
                    List.of(f32(2, 3), u32(2))))
        .hasMessageContaining("n_indices is 3");
  }

  @Test
  void partialProductsOfAnEmptySourceDoNotOverflow() {
    long huge = 1L << 62;
    Operand source = f32(huge, huge, 0, huge, huge);
    for (int axis = 0; axis < 5; axis++) {
      assertThat(OpCall.indexSelect(source, axis, u32(0)).output().shape())
          .isEqualTo(source.shape().withDim(axis, 0));
    }
    assertThat(OpCall.indexSelect(source, 0, u32(3)).output().shape().dim(0)).isEqualTo(3);
  }

  @Test
  void anOutputBeyondSixtyThreeBitsIsRefused() {
    Operand wide =
        new Operand(DType.F32, Layout.contiguous(Shape.of(1)).broadcastTo(Shape.of(1L << 40, 1)));
    Operand many =
        new Operand(DType.U32, Layout.contiguous(Shape.of(1)).broadcastTo(Shape.of(1L << 40)));
    assertThatThrownBy(() -> OpCall.indexSelect(wide, 1, many))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2^63 - 1");
  }

  @Test
  void aMovedInputKeepsItsShape() {
    OpCall call = OpCall.flip(f32(2, 3), 0);
    Layout shifted = Layout.contiguous(Shape.of(2, 3)).withOffset(7);
    assertThat(call.withInputLayout(0, shifted).inputs().get(0).layout().offset()).isEqualTo(7);
    assertThat(call.inputs().get(0).layout().offset()).isZero();
    assertThatThrownBy(() -> call.withInputLayout(0, Layout.contiguous(Shape.of(6))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void subByteOperandsAreRefused() {
    assertThatThrownBy(() -> Operand.contiguous(DType.F4, Shape.of(2)))
        .hasMessageContaining("sub-byte");
  }

  @Test
  void fillBytesAreCopied() {
    byte[] fill = {1, 2, 3, 4};
    OpParams.MaskedFill params = new OpParams.MaskedFill(fill);
    fill[0] = 9;
    params.fillBytes()[1] = 9;
    assertThat(params.fillBytes()).containsExactly(1, 2, 3, 4);
  }
}
