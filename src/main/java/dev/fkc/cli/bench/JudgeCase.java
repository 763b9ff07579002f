package dev.fkc.cli.bench;

import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.plan.KernelClass;
import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.OpKind;
import dev.fkc.type.Shape;
import java.util.function.BiFunction;

/**
 * A call for every kernel class, at any size, and some with short rows. Columns of the others are
 * whole 16-byte words, so that what differs between sizes is the size.
 */
enum JudgeCase {
  COPY(KernelClass.CONTIGUOUS_RUN, OpKind.CONTIGUIZE, (dtype, n) -> copy(matrix(dtype, n))),
  OUTER_FLIP(KernelClass.ROWS, OpKind.FLIP, (dtype, n) -> OpCall.flip(matrix(dtype, n), 0)),
  INNER_FLIP(
      KernelClass.INNER_REVERSED, OpKind.FLIP, (dtype, n) -> OpCall.flip(matrix(dtype, n), 1)),
  INNER_ROLL(
      KernelClass.INNER_ROTATED, OpKind.ROLL, (dtype, n) -> OpCall.roll(matrix(dtype, n), 1, 5)),
  REPEATED_COLUMN(
      KernelClass.INNER_REPEATED, OpKind.CONTIGUIZE, (dtype, n) -> copy(repeated(dtype, n))),
  UPPER_TRIANGLE(KernelClass.TRIANGLE, OpKind.TRIU, (dtype, n) -> OpCall.triu(square(dtype, n), 0)),
  RANDOM_ROWS(KernelClass.ROWS_BY_INDEX, OpKind.INDEX_SELECT, (dtype, n) -> pick(matrix(dtype, n))),
  RANDOM_ELEMENTS(
      KernelClass.ELEMENT_GATHER,
      OpKind.GATHER,
      (dtype, n) -> {
        // Indices take four bytes whatever the element is.
        Operand source = matrix(dtype, Math.max(256, n * dtype.byteSize() / 8));
        return OpCall.gather(source, 1, Operand.contiguous(DType.U32, source.shape()));
      }),
  RANDOM_MASK(
      KernelClass.MASKED_SELECT,
      OpKind.MASKED_FILL,
      (dtype, n) -> {
        Operand data = matrix(dtype, n);
        Operand mask = Operand.contiguous(DType.BOOL, data.shape());
        return OpCall.maskedFill(data, mask, new byte[dtype.byteSize()]);
      }),
  TRANSPOSED(
      KernelClass.TILED_TRANSPOSE,
      OpKind.CONTIGUIZE,
      (dtype, n) -> copy(new Operand(dtype, square(dtype, n).layout().transpose(0, 1)))),
  EVERY_SECOND(KernelClass.GENERIC, OpKind.CONTIGUIZE, (dtype, n) -> copy(stepped(dtype, n))),
  OUTER_FLIP_31(KernelClass.ROWS, OpKind.FLIP, (dtype, n) -> OpCall.flip(rows(dtype, n, 31), 0)),
  INNER_FLIP_5(
      KernelClass.INNER_REVERSED, OpKind.FLIP, (dtype, n) -> OpCall.flip(rows(dtype, n, 5), 1)),
  INNER_FLIP_31(
      KernelClass.INNER_REVERSED, OpKind.FLIP, (dtype, n) -> OpCall.flip(rows(dtype, n, 31), 1)),
  INNER_ROLL_5(
      KernelClass.INNER_ROTATED, OpKind.ROLL, (dtype, n) -> OpCall.roll(rows(dtype, n, 5), 1, 2)),
  INNER_ROLL_31(
      KernelClass.INNER_ROTATED, OpKind.ROLL, (dtype, n) -> OpCall.roll(rows(dtype, n, 31), 1, 5)),
  UPPER_TRIANGLE_5(
      KernelClass.TRIANGLE, OpKind.TRIU, (dtype, n) -> OpCall.triu(squares(dtype, n, 5), 0)),
  UPPER_TRIANGLE_31(
      KernelClass.TRIANGLE, OpKind.TRIU, (dtype, n) -> OpCall.triu(squares(dtype, n, 31), 0)),
  RANDOM_ROWS_3(KernelClass.ROWS_BY_INDEX, OpKind.INDEX_SELECT, (dtype, n) -> pick(dtype, n, 3)),
  RANDOM_ROWS_31(KernelClass.ROWS_BY_INDEX, OpKind.INDEX_SELECT, (dtype, n) -> pick(dtype, n, 31)),
  RANDOM_ROWS_255(
      KernelClass.ROWS_BY_INDEX, OpKind.INDEX_SELECT, (dtype, n) -> pick(dtype, n, 255));

  /** Elements in a word, at most. */
  private static final long WORD = 16;

  /** Elements in a cache line, mostly. */
  private static final long LINE = 64;

  private static final long MAX_COLUMNS = 4096;

  private final KernelClass kernelClass;
  private final OpKind op;
  private final BiFunction<DType, Long, OpCall> call;

  JudgeCase(KernelClass kernelClass, OpKind op, BiFunction<DType, Long, OpCall> call) {
    this.kernelClass = kernelClass;
    this.op = op;
    this.call = call;
  }

  /** What it measures. */
  KernelClass kernelClass() {
    return kernelClass;
  }

  /** By what it measures it. */
  OpKind op() {
    return op;
  }

  /** The call whose data is about so many bytes, and never more unless that is below 8 KiB. */
  OpCall call(DType dtype, long bytes) {
    return call.apply(dtype, bytes / dtype.byteSize());
  }

  private static OpCall copy(Operand operand) {
    return OpCall.contiguize(operand);
  }

  /** As long rows as there can be, so that those of all sizes are of one kind. */
  private static Operand matrix(DType dtype, long n) {
    long columns = Math.min(MAX_COLUMNS, Math.max(WORD, n / 2 / WORD * WORD));
    return Operand.contiguous(dtype, Shape.of(Math.max(2, n / columns), columns));
  }

  private static Operand square(DType dtype, long n) {
    return Operand.contiguous(dtype, Shape.of(edge(n), edge(n)));
  }

  private static Operand rows(DType dtype, long n, long columns) {
    return Operand.contiguous(dtype, Shape.of(Math.max(2, n / columns), columns));
  }

  private static Operand squares(DType dtype, long n, long edge) {
    return Operand.contiguous(dtype, Shape.of(Math.max(1, n / (edge * edge)), edge, edge));
  }

  /** Indices take four bytes whatever the rows are. */
  private static OpCall pick(DType dtype, long n, long columns) {
    long rowBytes = columns * dtype.byteSize();
    return pick(rows(dtype, n * rowBytes / (rowBytes + 4), columns));
  }

  private static OpCall pick(Operand source) {
    Shape rows = Shape.of(source.shape().dim(0));
    return OpCall.indexSelect(source, 0, Operand.contiguous(DType.U32, rows));
  }

  private static Operand repeated(DType dtype, long n) {
    Shape shape = matrix(dtype, n).shape();
    Layout column = Layout.contiguous(Shape.of(shape.dim(0), 1));
    return new Operand(dtype, column.broadcastTo(shape));
  }

  private static Operand stepped(DType dtype, long n) {
    Layout all = matrix(dtype, n).layout();
    return new Operand(dtype, all.slice(1, 0, all.shape().dim(1), 2));
  }

  /** An odd number of words or of cache lines: devices like or dislike powers of two. */
  private static long edge(long n) {
    long edge = (long) Math.sqrt(n);
    long step = edge < 32 * LINE ? WORD : LINE;
    return Math.max(WORD, ((edge / step - 1) | 1) * step);
  }
}
