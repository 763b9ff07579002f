package dev.fkc.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LayoutTest {
  /** The element that each coordinate reaches, in row-major order: the definition itself. */
  private static List<Long> elements(Layout layout) {
    List<Long> elements = new ArrayList<>(List.of(layout.offset()));
    for (int k = 0; k < layout.rank(); k++) {
      List<Long> next = new ArrayList<>();
      for (long element : elements) {
        for (long c = 0; c < layout.shape().dim(k); c++) {
          next.add(element + c * layout.stride(k));
        }
      }
      elements = next;
    }
    return elements;
  }

  private static long at(Layout layout, long... c) {
    long element = layout.offset();
    for (int k = 0; k < c.length; k++) {
      element += c[k] * layout.stride(k);
    }
    return element;
  }

  @Provide
  Arbitrary<Layout> layouts() {
    Arbitrary<long[]> dims = Arbitraries.longs().between(0, 4).array(long[].class).ofSize(3);
    Arbitrary<long[]> strides = Arbitraries.longs().between(-9, 9).array(long[].class).ofSize(3);
    return dims.flatMap(d -> strides.map(s -> Layout.of(Shape.of(d), s, 100)));
  }

  @Property(tries = 300)
  void firstAndEndElementBoundWhatIsReached(@ForAll("layouts") Layout layout) {
    List<Long> reached = elements(layout);
    if (reached.isEmpty()) {
      assertThat(layout.firstElement()).isEqualTo(layout.endElement());
    } else {
      assertThat(layout.firstElement()).isEqualTo(reached.stream().min(Long::compare).get());
      assertThat(layout.endElement() - 1).isEqualTo(reached.stream().max(Long::compare).get());
    }
    assertThat(layout.elementCount()).isEqualTo(reached.size());
  }

  @Property(tries = 300)
  void contiguousMeansOneElementAfterTheOther(@ForAll("layouts") Layout layout) {
    List<Long> reached = elements(layout);
    boolean follows = true;
    for (int n = 1; n < reached.size(); n++) {
      follows &= reached.get(n) == reached.get(n - 1) + 1;
    }
    assertThat(layout.isContiguous()).isEqualTo(follows);
  }

  @Property(tries = 300)
  void viewsReachTheElementsThatTheirNamesSay(
      @ForAll("layouts") Layout layout,
      @ForAll @IntRange(min = 0, max = 4) int from,
      @ForAll @IntRange(min = 0, max = 4) int to,
      @ForAll @IntRange(min = 1, max = 3) int step) {
    Layout turned = layout.permute(2, 0, 1);
    Layout flipped = layout.flip(1);
    long extent = layout.shape().dim(0);
    long start = Math.min(Math.min(from, to), extent);
    Layout sliced = layout.slice(0, start, Math.min(Math.max(from, to), extent), step);
    assertThat(elements(layout.flip(1).flip(1))).isEqualTo(elements(layout));
    for (long a = 0; a < layout.shape().dim(0); a++) {
      for (long b = 0; b < layout.shape().dim(1); b++) {
        for (long c = 0; c < layout.shape().dim(2); c++) {
          assertThat(at(turned, c, a, b)).isEqualTo(at(layout, a, b, c));
          assertThat(at(flipped, a, layout.shape().dim(1) - 1 - b, c))
              .isEqualTo(at(layout, a, b, c));
          if (a < sliced.shape().dim(0)) {
            assertThat(at(sliced, a, b, c)).isEqualTo(at(layout, start + a * step, b, c));
          }
        }
      }
    }
  }

  @Property(tries = 200)
  void broadcastRepeatsSizeOneDims(@ForAll @IntRange(min = 0, max = 3) int n) {
    Layout wide = Layout.contiguous(Shape.of(3, 1)).broadcastTo(Shape.of(2, 3, n));
    for (long b = 0; b < 3; b++) {
      for (long c = 0; c < n; c++) {
        assertThat(at(wide, 1, b, c)).isEqualTo(b);
      }
    }
    assertThat(wide.elementCount()).isEqualTo(6L * n);
  }

  @Test
  void shapesThatDoNotBroadcastAreRefused() {
    Layout layout = Layout.contiguous(Shape.of(2, 3));
    for (Shape target : List.of(Shape.of(3), Shape.of(2, 4), Shape.of(3, 2), Shape.of(0, 3))) {
      assertThatThrownBy(() -> layout.broadcastTo(target))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("[2, 3]")
          .hasMessageContaining(target.toString());
    }
  }

  @Test
  void reachingBeforeTheBufferIsRefused() {
    assertThatThrownBy(() -> Layout.of(Shape.of(3), new long[] {-1}, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1");
    assertThat(Layout.of(Shape.of(3), new long[] {-1}, 2).firstElement()).isZero();
  }

  @Test
  void reachingBeyondSixtyThreeBitsIsRefused() {
    for (long stride : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, 1L << 62}) {
      assertThatThrownBy(() -> Layout.of(Shape.of(3), new long[] {stride}, 5))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> Layout.of(Shape.of(1), new long[] {1}, Long.MAX_VALUE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theStrideOfASizeOneDimHasNoMeaning() {
    Layout layout = Layout.of(Shape.of(1, 10, 20), new long[] {Long.MIN_VALUE, 20, 1}, 0);
    assertThat(layout.isContiguous()).isTrue();
    assertThat(layout.isReversed()).isFalse();
    assertThat(layout.endElement()).isEqualTo(200);
    assertThat(layout.flip(0).firstElement()).isZero();
    assertThat(layout.reshape(Shape.of(200)).offset()).isZero();
  }

  @Test
  void onlyDenseViewsReshape() {
    Layout turned = Layout.contiguous(Shape.of(2, 3)).transpose(0, 1);
    assertThatThrownBy(() -> turned.reshape(Shape.of(6))).hasMessageContaining("contiguize");
    assertThatThrownBy(() -> Layout.contiguous(Shape.of(6)).reshape(Shape.of(5)))
        .hasMessageContaining("6")
        .hasMessageContaining("5");
  }

  @Test
  void emptyViewsReachNothing() {
    Layout empty = Layout.of(Shape.of(0, 5), new long[] {Long.MAX_VALUE, Long.MIN_VALUE}, 3);
    assertThat(empty.endElement()).isEqualTo(empty.firstElement());
    assertThat(empty.isContiguous()).isTrue();
    assertThat(empty.isBroadcast()).isFalse();
  }
}
