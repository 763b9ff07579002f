package dev.fkc.reference;

import static dev.fkc.reference.Calls.indexSelect;
import static dev.fkc.reference.Tensor.ar;
import static dev.fkc.reference.Tensor.indices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fkc.op.OpCall;
import dev.fkc.op.OpParams;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import dev.fkc.type.Shape;
import java.util.List;
import org.junit.jupiter.api.Test;

class IndexSelectTest {
  @Test
  void anIndexAtTheBoundIsRefusedByOpPositionValueAndBound() {
    assertThatThrownBy(() -> indexSelect(ar(3), 0, indices(0, 2, 3, 9)))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContaining("IndexSelect")
        .hasMessageContaining("position 2")
        .hasMessageContaining("index 3")
        .hasMessageContaining("bound 3");
  }

  @Test
  void indicesAreUnsigned() {
    assertThatThrownBy(() -> indexSelect(ar(3), 0, indices(0xFFFF_FFFFL)))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContaining("4294967295");
  }

  @Test
  void noIndicesAreAnEmptyResult() {
    OpCall call = OpCall.indexSelect(ar(3, 3, 3).operand(), 0, indices().operand());
    assertThat(call.output().shape()).isEqualTo(Shape.of(0, 3, 3));
    assertThat(indexSelect(ar(3, 3, 3), 0, indices())).isEmpty();
  }

  @Test
  void anEmptyAxisHasNothingToSelect() {
    assertThatThrownBy(() -> OpCall.indexSelect(ar(0, 4).operand(), 0, indices(0, 1).operand()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("empty");
  }

  @Test
  void anotherEmptyAxisIsAnEmptyResult() {
    Tensor five = indices(1, 1, 1, 1, 1);
    OpCall call = OpCall.indexSelect(ar(3, 0, 3).operand(), 0, five.operand());
    assertThat(call.output().shape()).isEqualTo(Shape.of(5, 0, 3));
    assertThat(indexSelect(ar(3, 0, 3), 0, five)).isEmpty();
  }

  @Test
  void anEmptySourceMayHaveHugeOtherDims() {
    long huge = 1L << 40;
    for (int axis = 0; axis < 3; axis++) {
      OpCall call =
          OpCall.indexSelect(ar(huge, 0, huge, huge).operand(), axis, indices().operand());
      assertThat(Calls.result(call, ar(0), indices()).bytes()).isEmpty();
    }
    assertThat(indexSelect(ar(huge, huge, huge, 0), 1, indices(5))).isEmpty();
    assertThat(indexSelect(ar(huge, huge, huge, 0), 3, indices())).isEmpty();
  }

  @Test
  void scalarsAreRefused() {
    assertThatThrownBy(() -> OpCall.indexSelect(ar().operand(), 0, indices().operand()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("scalar");
    assertThatThrownBy(() -> OpCall.indexSelect(ar(3).operand(), 0, ar().operand()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void transposedSourcesAreReadThroughTheirStrides() {
    assertThat(indexSelect(ar(2, 3).view(l -> l.transpose(0, 1)), 0, indices(2, 0)))
        .containsExactly(2, 5, 0, 3);
    long[] out = indexSelect(ar(17, 40).view(l -> l.transpose(0, 1)), 0, indices(39, 7));
    for (int k = 0; k < 17; k++) {
      assertThat(out[k]).isEqualTo(k * 40 + 39);
      assertThat(out[17 + k]).isEqualTo(k * 40 + 7);
    }
  }

  @Test
  void indicesMayBeAViewThemselves() {
    Tensor everySecond = indices(0, 9, 1, 9, 2, 9).view(l -> l.slice(0, 0, 6, 2));
    assertThat(indexSelect(ar(3), 0, everySecond)).containsExactly(0, 1, 2);
    Tensor flat = ar(8, 64).view(l -> l.slice(0, 3, 4)).shaped(64);
    assertThat(indexSelect(ar(256), 0, flat)).containsExactly(Calls.contiguize(flat));
    Tensor backwards = indices(0, 1, 2).view(l -> l.flip(0));
    assertThat(indexSelect(ar(3), 0, backwards)).containsExactly(2, 1, 0);
  }

  @Test
  void oddRowsFromAnOffsetSourceAreExact() {
    for (DType dtype : List.of(DType.U8, DType.F16, DType.BF16, DType.F64)) {
      for (int row : new int[] {3, 5, 46}) {
        Tensor source = ar(dtype, 4L * row + 1).view(l -> l.slice(0, 1, 4L * row + 1));
        long[] out = indexSelect(source.shaped(4, row), 0, indices(3, 1));
        for (int k = 0; k < row; k++) {
          assertThat(out[k]).isEqualTo(1 + 3 * row + k);
          assertThat(out[row + k]).isEqualTo(1 + row + k);
        }
      }
    }
  }

  @Test
  void everyAxisOfHighRanksSelects() {
    long[][] shapes = {
      {1, 1, 4, 4, 8}, {4, 4, 4, 4, 5}, {4, 1, 4, 1, 4, 4}, {4, 4, 1, 4, 1, 4, 4, 4}
    };
    for (long[] dims : shapes) {
      for (int axis = 0; axis < dims.length; axis++) {
        if (dims[axis] >= 4) {
          Tensor source = ar(dims);
          int a = axis;
          long[] first = Calls.contiguize(source.view(l -> l.slice(a, 3, 4)));
          long[] out = indexSelect(source, axis, indices(3));
          assertThat(out).containsExactly(first);
        }
      }
    }
  }

  @Test
  void theContractsOwnParametersGiveTheFlatShape() {
    Tensor source = ar(2, 3, 4);
    Tensor two = indices(2, 0);
    OpCall flat =
        OpCall.of(
            OpKind.INDEX_SELECT,
            new OpParams.IndexSelect(2, 3, 2, 4),
            List.of(source.operand(), two.operand()));

    assertThat(flat.output().shape()).isEqualTo(Shape.of(2, 2, 4));
    assertThat(Tensor.words(DType.U32, Calls.result(flat, source, two).bytes()))
        .containsExactly(indexSelect(source, 1, two));
  }
}
