package dev.fkc.reference;

import dev.fkc.op.Operand;
import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/** A small operand with its bytes, for tests. */
public record Tensor(Operand operand, byte[] bytes) {

  public static Tensor of(DType dtype, Shape shape, long... words) {
    return new Tensor(Operand.contiguous(dtype, shape), bytes(dtype, words));
  }

  /** 0, 1, 2, .. in row-major order, as U32. */
  public static Tensor ar(long... dims) {
    return ar(DType.U32, dims);
  }

  public static Tensor ar(DType dtype, long... dims) {
    Shape shape = Shape.of(dims);
    return of(dtype, shape, LongStream.range(0, shape.elementCount()).toArray());
  }

  public static Tensor ones(long... dims) {
    Shape shape = Shape.of(dims);
    return of(DType.I64, shape, LongStream.range(0, shape.elementCount()).map(i -> 1).toArray());
  }

  public static Tensor indices(long... values) {
    return of(DType.U32, Shape.of(values.length), values);
  }

  public static byte[] bytes(DType dtype, long... words) {
    ByteBuffer buffer =
        ByteBuffer.allocate(words.length * dtype.byteSize()).order(ByteOrder.LITTLE_ENDIAN);
    for (long word : words) {
      switch (dtype.byteSize()) {
        case 1 -> buffer.put((byte) word);
        case 2 -> buffer.putShort((short) word);
        case 4 -> buffer.putInt((int) word);
        default -> buffer.putLong(word);
      }
    }
    return buffer.array();
  }

  /** The elements of dense bytes as unsigned words. */
  public static long[] words(DType dtype, byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    long[] words = new long[bytes.length / dtype.byteSize()];
    Arrays.setAll(
        words,
        k ->
            switch (dtype.byteSize()) {
              case 1 -> buffer.get(k) & 0xFFL;
              case 2 -> buffer.getShort(2 * k) & 0xFFFFL;
              case 4 -> buffer.getInt(4 * k) & 0xFFFF_FFFFL;
              default -> buffer.getLong(8 * k);
            });
    return words;
  }

  public DType dtype() {
    return operand.dtype();
  }

  public Tensor view(UnaryOperator<Layout> change) {
    return new Tensor(new Operand(dtype(), change.apply(operand.layout())), bytes);
  }

  public Tensor shaped(long... dims) {
    return view(layout -> layout.reshape(Shape.of(dims)));
  }
}
