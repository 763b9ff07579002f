package dev.fkc.plan;

import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/**
 * A small call with its input bytes, as a planner leaves it: views only where kernels read them.
 */
record RandomCall(OpCall call, byte[]... inputs) {
  private static final DType[] DTYPES = {DType.U8, DType.F16, DType.F32, DType.F64};

  static RandomCall draw(Random random) {
    DType dtype = DTYPES[random.nextInt(DTYPES.length)];
    int op = random.nextInt(8);
    int rank = 1 + random.nextInt(random.nextInt(4) == 0 ? 8 : 4);
    Layout layout = view(random, op < 2 ? Math.max(2, rank) : rank);
    if (op >= 2 && op <= 4) {
      Operand x = new Operand(dtype, layout);
      int axis = random.nextInt(layout.rank());
      OpCall call =
          op == 2
              ? OpCall.flip(x, axis)
              : op == 3 ? OpCall.roll(x, axis, random.nextInt(41) - 20) : OpCall.contiguize(x);
      return new RandomCall(call, bytes(random, x));
    }
    Operand x = Operand.contiguous(dtype, layout.shape());
    int axis = random.nextInt(layout.rank());
    switch (op) {
      case 0:
        return new RandomCall(OpCall.triu(x, random.nextInt(13) - 6), bytes(random, x));
      case 1:
        return new RandomCall(OpCall.tril(x, random.nextInt(13) - 6), bytes(random, x));
      case 5:
        Operand mask = Operand.contiguous(DType.BOOL, x.shape());
        byte[] mostlyZero = bytes(random, mask);
        for (int i = 0; i < mostlyZero.length; i++) {
          mostlyZero[i] = random.nextBoolean() ? 0 : mostlyZero[i];
        }
        byte[] fill = new byte[dtype.byteSize()];
        random.nextBytes(fill);
        return new RandomCall(OpCall.maskedFill(x, mask, fill), bytes(random, x), mostlyZero);
      default:
        return indexed(random, op == 6, x, axis);
    }
  }

  private static RandomCall indexed(Random random, boolean gather, Operand x, int axis) {
    long size = x.shape().dim(axis);
    long n = size == 0 ? 0 : random.nextInt(6);
    Shape shape = Shape.of(n);
    if (gather) {
      shape = x.shape().withDim(axis, n);
      for (int k = 0; k < shape.rank(); k++) {
        if (k != axis && random.nextInt(3) == 0) {
          shape = shape.withDim(k, random.nextInt((int) shape.dim(k) + 1));
        }
      }
    }
    Operand indices = Operand.contiguous(DType.U32, shape);
    ByteBuffer values =
        ByteBuffer.allocate((int) shape.elementCount() * 4).order(ByteOrder.LITTLE_ENDIAN);
    while (values.hasRemaining()) {
      values.putInt(random.nextInt((int) size));
    }
    OpCall call = gather ? OpCall.gather(x, axis, indices) : OpCall.indexSelect(x, axis, indices);
    return new RandomCall(call, bytes(random, x), values.array());
  }

  /** A view of any kind: sliced, reversed, permuted, broadcast, anywhere in its buffer. */
  private static Layout view(Random random, int rank) {
    long[] dims = new long[rank];
    for (int k = 0; k < rank; k++) {
      int bound = rank > 4 ? 3 : 7;
      dims[k] = random.nextInt(12) == 0 ? 0 : 1 + random.nextInt(bound);
    }
    Layout layout = Layout.contiguous(Shape.of(dims)).withOffset(random.nextInt(9));
    for (int step = random.nextInt(4); step > 0; step--) {
      int axis = random.nextInt(rank);
      switch (random.nextInt(4)) {
        case 0 -> layout = layout.flip(axis);
        case 1 -> layout = layout.transpose(axis, random.nextInt(rank));
        case 2 -> {
          long size = layout.shape().dim(axis);
          long from = random.nextInt((int) size + 1);
          layout = layout.slice(axis, from, size, 1 + random.nextInt(2));
        }
        default -> {
          if (layout.shape().dim(axis) == 1) {
            layout = layout.broadcastTo(layout.shape().withDim(axis, 1 + random.nextInt(5)));
          }
        }
      }
    }
    return layout;
  }

  private static byte[] bytes(Random random, Operand operand) {
    byte[] bytes = new byte[(int) operand.layout().endElement() * operand.dtype().byteSize()];
    random.nextBytes(bytes);
    return bytes;
  }
}
