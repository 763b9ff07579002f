package dev.fkc.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.op.OpParams;
import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.OpKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CaseGeneratorTest {
  private static List<TestCase> cases(OpKind op, int count) {
    CaseGenerator generator = new CaseGenerator(1);
    List<TestCase> cases = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      cases.add(generator.next(op, DType.values()[n % 14]));
    }
    return cases;
  }

  private static long count(List<TestCase> cases, Predicate<Layout> kind) {
    return cases.stream().filter(c -> kind.test(c.call().inputs().get(0).layout())).count();
  }

  @Test
  void everyCaseOfEveryOpRunsOnTheReference() {
    for (OpKind op : OpKind.known()) {
      for (TestCase testCase : cases(op, 200)) {
        assertThat(testCase.call().op()).isEqualTo(op);
        assertThat(testCase.expected())
            .hasSize(
                (int) testCase.call().output().shape().elementCount()
                    * testCase.call().output().dtype().byteSize());
      }
    }
  }

  @Test
  void everyKindOfViewTurnsUp() {
    List<TestCase> cases = cases(OpKind.ROLL, 500);
    assertThat(count(cases, Layout::isBroadcast)).isGreaterThan(20);
    assertThat(count(cases, Layout::isReversed)).isGreaterThan(20);
    assertThat(count(cases, l -> l.offset() > 0)).isGreaterThan(50);
    assertThat(count(cases, l -> !l.isContiguous())).isGreaterThan(100);
    assertThat(count(cases, l -> l.shape().isEmpty())).isGreaterThan(5);
    for (int rank = 1; rank <= 8; rank++) {
      int r = rank;
      assertThat(count(cases, l -> l.rank() == r)).isGreaterThan(5);
    }
    assertThat(cases).anyMatch(c -> ((OpParams.Roll) c.call().params()).shift() == Long.MIN_VALUE);
  }

  @Test
  void theFixedCasesHoldEveryPatternOfNarrowElements() {
    for (DType dtype : List.of(DType.U8, DType.BF16)) {
      TestCase first = CaseGenerator.fixed(OpKind.FLIP, dtype).get(0);
      int patterns = 1 << 8 * dtype.byteSize();
      assertThat(LongStream.of(Tensor.words(dtype, first.expected())).distinct().count())
          .isEqualTo(patterns);
    }
    for (OpKind op : OpKind.known()) {
      assertThat(CaseGenerator.fixed(op, DType.F64)).allMatch(c -> c.expected() != null);
    }
  }

  @Test
  void equalSeedsGiveEqualCases() {
    TestCase first = new CaseGenerator(42).next(OpKind.GATHER, DType.F16);
    TestCase second = new CaseGenerator(42).next(OpKind.GATHER, DType.F16);
    assertThat(first.call()).isEqualTo(second.call());
    assertThat(first.buffers().get(0)).isEqualTo(second.buffers().get(0));
  }

  @Test
  void shrinkingEndsAtTheSmallestCaseThatStillFails() {
    Predicate<TestCase> oddInner =
        c -> {
          long[] dims = c.call().inputs().get(0).shape().toArray();
          return dims[dims.length - 1] % 2 == 1 && dims[dims.length - 1] > 2;
        };
    for (OpKind op : List.of(OpKind.FLIP, OpKind.TRIU, OpKind.MASKED_FILL)) {
      TestCase failing =
          cases(op, 300).stream()
              .filter(c -> c.call().inputs().get(0).shape().rank() > 2)
              .filter(oddInner)
              .findFirst()
              .orElseThrow();

      TestCase small = failing.shrink(oddInner);

      long[] dims = small.call().inputs().get(0).shape().toArray();
      assertThat(dims[dims.length - 1]).isEqualTo(3);
      assertThat(dims.length).isLessThanOrEqualTo(2);
      assertThat(small.call().inputs()).allMatch(i -> i.layout().isContiguous());
      assertThat(small.expected()).isNotNull();
    }
  }

  @Test
  void everyStepOfShrinkingIsARunnableCase() {
    for (OpKind op : OpKind.known()) {
      CaseGenerator generator = new CaseGenerator(9);
      for (int n = 0; n < 20; n++) {
        TestCase testCase = generator.next(op, DType.U8);
        TestCase small = testCase.shrink(c -> c.expected() != null);
        assertThat(small.call().output().shape().elementCount()).isLessThanOrEqualTo(4);
      }
    }
  }

  @Test
  void shrinkingKeepsAViewThatMatters() {
    Predicate<TestCase> reversed = c -> c.call().inputs().get(0).layout().isReversed();
    TestCase failing =
        cases(OpKind.GATHER, 500).stream().filter(reversed).findFirst().orElseThrow();
    Layout small = failing.shrink(reversed).call().inputs().get(0).layout();
    assertThat(small.isReversed()).isTrue();
    assertThat(small.elementCount()).isEqualTo(2);
  }
}
