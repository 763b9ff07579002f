package dev.fkc.reference;

import static dev.fkc.reference.Calls.contiguize;
import static dev.fkc.reference.Calls.flip;
import static dev.fkc.reference.Tensor.ar;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fkc.op.OpCall;
import dev.fkc.type.Layout;
import dev.fkc.type.Shape;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FlipTest {
  @Test
  void theLastColumnIsKeptAndTheShapeStays() {
    assertThat(flip(ar(2, 3), 1)).containsExactly(2, 1, 0, 5, 4, 3);
    assertThat(OpCall.flip(ar(2, 3).operand(), 1).output().shape()).isEqualTo(Shape.of(2, 3));
  }

  @Test
  void twoAxesOneAfterTheOtherReverseBoth() {
    Tensor first = Calls.result(OpCall.flip(ar(1, 3, 4, 5).operand(), 1), ar(1, 3, 4, 5));

    long[] both = flip(first, 3);

    assertThat(both[0]).isEqualTo(44);
    assertThat(both[59]).isEqualTo(15);
  }

  @Test
  void emptyAxesAndEmptyBatchesAreEmptyResults() {
    assertThat(flip(ar(0), 0)).isEmpty();
    assertThat(flip(ar(3, 0), 1)).isEmpty();
    assertThat(flip(ar(0, 5), 1)).isEmpty();
    assertThat(flip(ar(0, 5), 0)).isEmpty();
  }

  @Test
  void transposedInputIsReadThroughItsStrides() {
    assertThat(flip(ar(3, 3).view(l -> l.transpose(0, 1)), 1))
        .containsExactly(6, 3, 0, 7, 4, 1, 8, 5, 2);
  }

  @Test
  void aSizeOneDimWithANegativeStrideChangesNothing() {
    Tensor in = ar(1, 10, 20).view(l -> Layout.of(l.shape(), new long[] {-200, 20, 1}, 0));
    long[] expected = LongStream.range(0, 200).toArray();

    assertThat(in.operand().layout().isContiguous()).isTrue();
    assertThat(flip(in, 0)).containsExactly(expected);
    assertThat(contiguize(in)).containsExactly(expected);
  }

  @Test
  void theResultIsACopyThatLaterWritesToTheInputDoNotReach() {
    Tensor in = ar(4);
    Tensor out = Calls.result(OpCall.flip(in.operand(), 0), in);

    in.bytes()[0] = 77;

    assertThat(Tensor.words(out.dtype(), out.bytes())).containsExactly(3, 2, 1, 0);
  }

  @Test
  void reversedAndOffsetViewsAreReadFromTheirFirstElement() {
    assertThat(flip(ar(6).view(l -> l.slice(0, 1, 6, 2).flip(0)), 0)).containsExactly(1, 3, 5);
  }

  @Test
  void axesOutsideTheRankAreRefused() {
    for (long axis : new long[] {3, -4, 1L << 32, Long.MIN_VALUE}) {
      assertThatThrownBy(() -> OpCall.flip(ar(2, 2, 2).operand(), axis))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Flip")
          .hasMessageContaining("axis " + axis);
    }
    assertThatThrownBy(() -> OpCall.flip(ar().operand(), 0)).hasMessageContaining("scalar");
  }
}
