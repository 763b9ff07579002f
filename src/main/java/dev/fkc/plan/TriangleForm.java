package dev.fkc.plan;

import java.util.List;

/**
 * One side of a diagonal of each matrix of a dense source; the other side becomes zero bytes.
 *
 * <p>The box is (lines, columns); line {@code l} is row {@code (firstRow + l) mod rows} of its
 * matrix. Unit (row, column) is kept when {@code column - row >= diagonal} (upper) or {@code <=
 * diagonal}.
 *
 * @param unit bytes of an element
 * @param lines rows of all matrices together
 * @param columns of a matrix
 * @param start first source byte
 * @param rows of a matrix
 * @param firstRow row in its matrix of line 0
 * @param diagonal within [-rows, columns]
 * @param upper which side is kept
 */
public record TriangleForm(
    int unit,
    long lines,
    long columns,
    long start,
    long rows,
    long firstRow,
    long diagonal,
    boolean upper,
    long outputStart)
    implements Form {

  @Override
  public KernelClass kernelClass() {
    return KernelClass.TRIANGLE;
  }

  /** (lines, columns), or (columns) of a single line. */
  @Override
  public long[] sizes() {
    return lines == 1 ? new long[] {columns} : new long[] {lines, columns};
  }

  @Override
  public List<ByteRange> reads() {
    return List.of(new ByteRange(start, start + outputBytes()));
  }

  @Override
  public Read read(long e, IndexSource indices) {
    long row = (firstRow + e / columns) % rows;
    long above = e % columns - row;
    boolean kept = upper ? above >= diagonal : above <= diagonal;
    return kept ? new Read(0, start + e * unit) : Read.ZERO;
  }

  @Override
  public TriangleForm slice(long from, long to) {
    return lines == 1 ? columns(from, to) : lines(from, to);
  }

  private TriangleForm lines(long from, long to) {
    long bytes = from * columns * unit;
    return new TriangleForm(
        unit,
        to - from,
        columns,
        start + bytes,
        rows,
        (firstRow + from) % rows,
        diagonal,
        upper,
        outputStart + bytes);
  }

  private TriangleForm columns(long from, long to) {
    long border = Math.max(-1, Math.min(to - from, diagonal + firstRow - from));
    return new TriangleForm(
        unit, 1, to - from, start + from * unit, 1, 0, border, upper, outputStart + from * unit);
  }

  @Override
  public TriangleForm at(long i) {
    return lines(i, i + 1);
  }
}
