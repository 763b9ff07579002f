package dev.fkc.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.type.DType;
import dev.fkc.type.Shape;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BitPreservationTest {
  private static void assertMovedUnchanged(Tensor in) {
    long n = in.operand().shape().elementCount();
    long[] words = Tensor.words(in.dtype(), in.bytes());
    long[] reversed = new long[words.length];
    for (int k = 0; k < words.length; k++) {
      reversed[k] = words[words.length - 1 - k];
    }
    Tensor back = Tensor.indices(LongStream.range(0, n).map(k -> n - 1 - k).toArray());

    assertThat(Calls.flip(in, 0)).containsExactly(reversed);
    assertThat(Calls.contiguize(in.view(l -> l.flip(0)))).containsExactly(reversed);
    assertThat(Calls.indexSelect(in, 0, back)).containsExactly(reversed);
    assertThat(Calls.gather(in, 0, back)).containsExactly(reversed);
    assertThat(Calls.roll(in, 0, n)).containsExactly(words);
    assertThat(Calls.triu(in.shaped(1, n), Long.MIN_VALUE)).containsExactly(words);
    assertThat(Calls.tril(in.shaped(1, n), Long.MAX_VALUE)).containsExactly(words);
    Tensor nothing = Tensor.of(DType.BOOL, Shape.of(1), 0).view(l -> l.broadcastTo(Shape.of(n)));
    assertThat(Calls.maskedFill(in, nothing, 5)).containsExactly(words);
  }

  @Test
  void everySixteenBitPatternMovesUnchanged() {
    for (DType dtype : List.of(DType.F16, DType.BF16, DType.I16)) {
      assertMovedUnchanged(Tensor.ar(dtype, 65_536));
    }
  }

  @Test
  void everyByteMovesUnchangedAtEveryLength() {
    for (DType dtype : List.of(DType.U8, DType.I8, DType.BOOL, DType.F8E4M3)) {
      for (int n : new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 31, 32, 33, 255, 256, 257}) {
        assertMovedUnchanged(Tensor.ar(dtype, n));
      }
    }
  }

  @Test
  void nanPayloadsSubnormalsAndExtremesMoveUnchanged() {
    assertMovedUnchanged(
        Tensor.of(
            DType.F32,
            Shape.of(6),
            0x7F80_0001L,
            0xFFC1_2345L,
            1,
            0x807F_FFFFL,
            0x8000_0000L,
            0x7FFF_FFFFL));
    long[] wide = {
      0x7FF0_0000_0000_0001L,
      Long.MIN_VALUE,
      1,
      (1L << 40) + 1,
      -1,
      Long.MAX_VALUE,
      0xFFF8_0000_0000_0123L
    };
    assertMovedUnchanged(Tensor.of(DType.F64, Shape.of(7), wide));
    assertMovedUnchanged(Tensor.of(DType.I64, Shape.of(7), wide));
  }
}
