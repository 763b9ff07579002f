package dev.fkc.reference;

import static dev.fkc.reference.Calls.roll;
import static dev.fkc.reference.Tensor.ar;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.op.OpCall;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RollTest {
  @Test
  void negativeShiftsMoveTowardsLowerCoordinates() {
    assertThat(roll(ar(3, 5), 1, -2))
        .containsExactly(2, 3, 4, 0, 1, 7, 8, 9, 5, 6, 12, 13, 14, 10, 11);
    assertThat(roll(ar(3, 5), 1, -8)).startsWith(3, 4, 0, 1, 2);
  }

  @Test
  void shiftsBeyondOneTurnAndNegativeAxesWrap() {
    assertThat(roll(ar(2, 3), -1, 1)).containsExactly(2, 0, 1, 5, 3, 4);
    assertThat(roll(ar(2, 3), -1, 7)).containsExactly(2, 0, 1, 5, 3, 4);
    assertThat(roll(ar(2, 3), -1, -7)).containsExactly(1, 2, 0, 4, 5, 3);
  }

  @Test
  void shiftsKeepAllTheirSixtyFourBits() {
    assertThat(roll(ar(5), 0, (1L << 32) + 1)).containsExactly(3, 4, 0, 1, 2);
    // 2^63 - 1 = 2 modulo 5 and -2^63 = 2 modulo 5
    assertThat(roll(ar(5), 0, Long.MAX_VALUE)).containsExactly(3, 4, 0, 1, 2);
    assertThat(roll(ar(5), 0, Long.MIN_VALUE)).containsExactly(3, 4, 0, 1, 2);
  }

  @Test
  void wholeTurnsCopy() {
    long[] same = LongStream.range(0, 10).toArray();
    for (long shift : new long[] {0, 10, -10, 1L << 20, 10L << 40}) {
      assertThat(roll(ar(10), 0, shift % 10 == 0 ? shift : 0)).containsExactly(same);
    }
  }

  @Test
  void oneAxisAfterTheOtherRollsBoth() {
    Tensor first = Calls.result(OpCall.roll(ar(2, 3).operand(), 0, 1), ar(2, 3));
    assertThat(roll(first, 1, -1)).containsExactly(4, 5, 3, 1, 2, 0);
  }

  @Test
  void theSameAxisTwiceAddsUp() {
    Tensor first = Calls.result(OpCall.roll(ar(5).operand(), 0, 1), ar(5));
    assertThat(roll(first, 0, 2)).containsExactly(2, 3, 4, 0, 1);
  }

  @Test
  void negativeAxesCountFromTheTensorsOwnRank() {
    assertThat(roll(ar(2, 1, 3), -1, 1)).containsExactly(2, 0, 1, 5, 3, 4);
    assertThat(roll(ar(2, 1, 3), -2, 1)).containsExactly(0, 1, 2, 3, 4, 5);
  }

  @Test
  void anEmptyAxisIsAnEmptyResult() {
    assertThat(roll(ar(0), 0, 3)).isEmpty();
    assertThat(roll(ar(4, 0), 1, Long.MIN_VALUE)).isEmpty();
    assertThat(roll(ar(4, 0), 0, 1)).isEmpty();
  }

  @Test
  void viewsAreReadThroughTheirStrides() {
    assertThat(roll(ar(2, 3).view(l -> l.transpose(0, 1)), 0, 1)).containsExactly(2, 5, 0, 3, 1, 4);
  }
}
