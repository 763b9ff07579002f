package dev.fkc.reference;

import dev.fkc.op.OpCall;

/** Ops on test tensors by the reference; results as unsigned words. */
final class Calls {
  private Calls() {}

  static long[] triu(Tensor in, long diagonal) {
    return words(OpCall.triu(in.operand(), diagonal), in);
  }

  static long[] tril(Tensor in, long diagonal) {
    return words(OpCall.tril(in.operand(), diagonal), in);
  }

  static long[] flip(Tensor in, long axis) {
    return words(OpCall.flip(in.operand(), axis), in);
  }

  static long[] roll(Tensor in, long axis, long shift) {
    return words(OpCall.roll(in.operand(), axis, shift), in);
  }

  static long[] indexSelect(Tensor in, long axis, Tensor indices) {
    return words(OpCall.indexSelect(in.operand(), axis, indices.operand()), in, indices);
  }

  static long[] gather(Tensor in, long axis, Tensor indices) {
    return words(OpCall.gather(in.operand(), axis, indices.operand()), in, indices);
  }

  static long[] maskedFill(Tensor in, Tensor mask, long fill) {
    byte[] bytes = Tensor.bytes(in.dtype(), fill);
    return words(OpCall.maskedFill(in.operand(), mask.operand(), bytes), in, mask);
  }

  static long[] contiguize(Tensor in) {
    return words(OpCall.contiguize(in.operand()), in);
  }

  static Tensor result(OpCall call, Tensor... inputs) {
    byte[][] bytes = new byte[inputs.length][];
    for (int k = 0; k < inputs.length; k++) {
      bytes[k] = inputs[k].bytes();
    }
    return new Tensor(call.output(), Reference.compute(call, bytes));
  }

  private static long[] words(OpCall call, Tensor... inputs) {
    Tensor result = result(call, inputs);
    return Tensor.words(result.dtype(), result.bytes());
  }
}
