package dev.fkc.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.reference.Reference;
import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** A canonical form, whole or cut, moves exactly the bytes that the definition moves. */
class CanonicalizerTest {

  @Property(tries = 3000)
  void everyFormMovesTheBytesOfTheDefinition(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 9) int maxUnits) {
    Random random = new Random(seed);
    RandomCall drawn = RandomCall.draw(random);
    byte[] expected = Reference.compute(drawn.call(), drawn.inputs());

    // Only the remainder of the starts by 16 counts; starts are multiples of the element.
    long[] starts = new long[drawn.inputs().length + 1];
    for (int k = 0; k < starts.length; k++) {
      int size = drawn.call().dtypes().get(k).byteSize();
      starts[k] = (long) random.nextInt(16 / size) * size;
    }
    Form form = Canonicalizer.form(drawn.call(), starts).orElse(null);
    if (form == null) {
      assertThat(expected).isEmpty();
      return;
    }
    assertThat(run(List.of(form), drawn, expected.length, starts)).isEqualTo(expected);
    List<Form> parts = Splitter.split(form, maxUnits);
    assertThat(parts).allMatch(part -> part.count() <= maxUnits);
    assertThat(run(parts, drawn, expected.length, starts)).isEqualTo(expected);
  }

  /** Moves bytes as the forms say; fails on an output byte that is written twice or never. */
  private static byte[] run(List<Form> forms, RandomCall drawn, int size, long[] starts) {
    byte[] out = new byte[size];
    boolean[] written = new boolean[size];
    for (Form form : forms) {
      assertThat((form.outputStart() + starts[starts.length - 1]) % form.unit()).isZero();
      Form.ByteRange source = form.reads().get(0);
      for (long e = 0; e < form.count(); e++) {
        Form.Read read = form.read(e, position -> secondOperand(drawn, position));
        int at = (int) (form.outputStart() + e * form.unit());
        for (int b = 0; b < form.unit(); b++) {
          assertThat(written[at + b]).isFalse();
          written[at + b] = true;
          if (read.operand() == 0) {
            assertThat((read.position() + starts[0]) % Math.min(form.unit(), 4)).isZero();
            assertThat(read.position()).isBetween(source.start(), source.end() - form.unit());
            out[at + b] = drawn.inputs()[0][(int) read.position() + b];
          } else if (read.equals(Form.Read.FILL)) {
            out[at + b] = ((MaskedForm) form).fill()[b];
          }
        }
      }
    }
    assertThat(written).doesNotContain(false);
    return out;
  }

  private static long secondOperand(RandomCall drawn, long position) {
    byte[] bytes = drawn.inputs()[1];
    return drawn.call().inputs().get(1).dtype() == DType.BOOL
        ? bytes[(int) position]
        : ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt((int) position)
            & 0xFFFF_FFFFL;
  }

  @Test
  void aDenseTensorIsOneRunOfWideUnits() {
    Operand x = Operand.contiguous(DType.U8, Shape.of(3, 5, 32));

    Form form = Canonicalizer.form(OpCall.contiguize(x), 0, 0).orElseThrow();

    assertThat(form.kernelClass()).isEqualTo(KernelClass.CONTIGUOUS_RUN);
    assertThat(form.unit()).isEqualTo(16);
    assertThat(form.sizes()).containsExactly(30);
  }

  @Test
  void anOddStartKeepsUnitsNarrow() {
    Operand x = Operand.contiguous(DType.F16, Shape.of(4, 32));

    assertThat(Canonicalizer.form(OpCall.contiguize(x), 2, 0).orElseThrow().unit()).isEqualTo(2);
    assertThat(Canonicalizer.form(OpCall.contiguize(x), 8, 0).orElseThrow().unit()).isEqualTo(8);
  }

  @Test
  void rollOfAnOuterAxisRotatesWholeRows() {
    Operand x = Operand.contiguous(DType.F32, Shape.of(2, 3, 8));

    Form form = Canonicalizer.form(OpCall.roll(x, 1, 2), 0, 0).orElseThrow();

    assertThat(form.kernelClass()).isEqualTo(KernelClass.INNER_ROTATED);
    assertThat(form.sizes()).containsExactly(2, 6);
    assertThat(((StridedForm) form).rotation()).isEqualTo(4);
  }

  @Test
  void diagonalsBeyondTheMatrixAreClampedNotWrapped() {
    Operand x = Operand.contiguous(DType.U8, Shape.of(5, 3));

    assertThat(diagonal(OpCall.triu(x, 1L << 32))).isEqualTo(3);
    assertThat(diagonal(OpCall.triu(x, Long.MAX_VALUE))).isEqualTo(3);
    assertThat(diagonal(OpCall.tril(x, Long.MIN_VALUE))).isEqualTo(-5);
  }

  private static long diagonal(OpCall call) {
    return ((TriangleForm) Canonicalizer.form(call, 0, 0).orElseThrow()).diagonal();
  }

  @Test
  void aTensorBeyondFourGibibytesIsCutIntoPartsThatMeet() {
    Operand x = Operand.contiguous(DType.U8, Shape.of(3, (1L << 32) + 7));
    Form form = Canonicalizer.form(OpCall.roll(x, 1, 5), 0, 0).orElseThrow();

    List<Form> parts = Splitter.split(form, 1 << 30);

    long next = 0;
    for (Form part : parts) {
      assertThat(part.outputStart()).isEqualTo(next);
      assertThat(part.count()).isLessThanOrEqualTo(1 << 30);
      for (long e : new long[] {0, part.count() / 2, part.count() - 1}) {
        assertThat(part.read(e, position -> 0)).isEqualTo(form.read(next + e, position -> 0));
      }
      next += part.outputBytes();
    }
    assertThat(next).isEqualTo(3 * ((1L << 32) + 7));
  }

  @Test
  void sizeOneDimsWithArbitraryStridesDoNotCount() {
    Layout odd = Layout.of(Shape.of(4, 1, 16), new long[] {16, 999, 1}, 0);

    Form form =
        Canonicalizer.form(OpCall.contiguize(new Operand(DType.F32, odd)), 0, 0).orElseThrow();

    assertThat(form.kernelClass()).isEqualTo(KernelClass.CONTIGUOUS_RUN);
  }
}
