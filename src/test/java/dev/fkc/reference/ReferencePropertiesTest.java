package dev.fkc.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.op.OpCall;
import dev.fkc.type.DType;
import dev.fkc.type.Shape;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class ReferencePropertiesTest {
  @Provide
  Arbitrary<Tensor> tensors() {
    Arbitrary<DType> dtypes =
        Arbitraries.of(List.of(DType.values())).filter(dtype -> !dtype.isSubByte());
    Arbitrary<long[]> shapes =
        Arbitraries.longs().between(0, 5).array(long[].class).ofMinSize(2).ofMaxSize(5);
    return dtypes.flatMap(dtype -> shapes.map(dims -> Tensor.ar(dtype, dims)));
  }

  private static Tensor again(OpCall call, Tensor in) {
    return Calls.result(call, in);
  }

  @Property(tries = 200)
  void flipTwiceIsTheIdentity(
      @ForAll("tensors") Tensor in, @ForAll @IntRange(min = 0, max = 4) int a) {
    int axis = a % in.operand().shape().rank();
    Tensor once = again(OpCall.flip(in.operand(), axis), in);
    assertThat(again(OpCall.flip(once.operand(), axis), once).bytes()).isEqualTo(in.bytes());
  }

  @Property(tries = 200)
  void rollThereAndBackIsTheIdentity(
      @ForAll("tensors") Tensor in, @ForAll @IntRange(min = 0, max = 4) int a, @ForAll long shift) {
    int axis = a % in.operand().shape().rank();
    Tensor once = again(OpCall.roll(in.operand(), axis, shift), in);
    long back = shift == Long.MIN_VALUE ? shift : -shift;
    Tensor twice = again(OpCall.roll(once.operand(), axis, back), once);
    if (shift != Long.MIN_VALUE) {
      assertThat(twice.bytes()).isEqualTo(in.bytes());
    }
    long extent = in.operand().shape().dim(axis);
    assertThat(again(OpCall.roll(in.operand(), axis, extent), in).bytes()).isEqualTo(in.bytes());
  }

  @Property(tries = 200)
  void triuAndTheTrilBelowItShareNoElementAndMissNone(
      @ForAll("tensors") Tensor in, @ForAll @IntRange(min = -6, max = 6) int diagonal) {
    byte[] upper = again(OpCall.triu(in.operand(), diagonal), in).bytes();
    byte[] lower = again(OpCall.tril(in.operand(), diagonal - 1), in).bytes();
    for (int k = 0; k < upper.length; k++) {
      assertThat(upper[k] | lower[k]).isEqualTo(in.bytes()[k]);
      assertThat(upper[k] & lower[k]).isZero();
    }
  }

  @Property(tries = 200)
  void gatherAndIndexSelectWithCountingIndicesAreTheIdentity(
      @ForAll("tensors") Tensor in, @ForAll @IntRange(min = 0, max = 4) int a) {
    Shape shape = in.operand().shape();
    int axis = a % shape.rank();
    long inner = 1;
    for (int k = axis + 1; k < shape.rank(); k++) {
      inner *= shape.dim(k);
    }
    long step = Math.max(1, inner);
    long extent = Math.max(1, shape.dim(axis));
    Tensor every =
        Tensor.of(
            DType.U32,
            shape,
            LongStream.range(0, shape.elementCount()).map(n -> n / step % extent).toArray());
    Tensor line = Tensor.indices(LongStream.range(0, shape.dim(axis)).toArray());

    assertThat(Calls.result(OpCall.gather(in.operand(), axis, every.operand()), in, every).bytes())
        .isEqualTo(in.bytes());
    assertThat(
            Calls.result(OpCall.indexSelect(in.operand(), axis, line.operand()), in, line).bytes())
        .isEqualTo(in.bytes());
  }

  @Property(tries = 200)
  void contiguizeOfATransposeIsUndoneByAnother(@ForAll("tensors") Tensor in) {
    Tensor turned = in.view(l -> l.transpose(0, -1));
    Tensor dense = again(OpCall.contiguize(turned.operand()), turned);
    Tensor back = dense.view(l -> l.transpose(0, -1));
    assertThat(again(OpCall.contiguize(back.operand()), back).bytes()).isEqualTo(in.bytes());
  }

  @Property(tries = 200)
  void opsOnAViewEqualOpsOnItsDenseCopy(
      @ForAll("tensors") Tensor in,
      @ForAll long shift,
      @ForAll @IntRange(min = -6, max = 6) int k) {
    Tensor view =
        in.view(l -> l.transpose(0, 1).flip(0).slice(1, l.shape().dim(0) / 2, l.shape().dim(0)));
    Tensor dense = again(OpCall.contiguize(view.operand()), view);
    assertThat(Calls.roll(view, 0, shift)).containsExactly(Calls.roll(dense, 0, shift));
    assertThat(Calls.triu(view, k)).containsExactly(Calls.triu(dense, k));
    assertThat(Calls.flip(view, -1)).containsExactly(Calls.flip(dense, -1));
  }
}
