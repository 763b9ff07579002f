package dev.fkc.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DidYouMeanTest {
  private static final List<String> WORDS = List.of("axis", "shift", "requires_contiguous", "F32");

  @Test
  void slipsOfThePenFindTheirWord() {
    assertThat(DidYouMean.nearest("axsi", WORDS)).isEqualTo("axis");
    assertThat(DidYouMean.nearest("shft", WORDS)).isEqualTo("shift");
    assertThat(DidYouMean.nearest("requires-contigous", WORDS)).isEqualTo("requires_contiguous");
    assertThat(DidYouMean.nearest("f32", WORDS)).isEqualTo("F32");
  }

  @Test
  void farWordsFindNothing() {
    assertThat(DidYouMean.nearest("banana", WORDS)).isNull();
    assertThat(DidYouMean.nearest("", WORDS)).isNull();
    assertThat(DidYouMean.nearest("a".repeat(100_000), WORDS)).isNull();
    assertThat(DidYouMean.help("banana", WORDS)).isNull();
  }

  @Test
  void swappedNeighboursCountOnce() {
    assertThat(DidYouMean.distance("ab", "ba")).isEqualTo(1);
    assertThat(DidYouMean.distance("", "abc")).isEqualTo(3);
    assertThat(DidYouMean.distance("kitten", "sitting")).isEqualTo(3);
  }
}
