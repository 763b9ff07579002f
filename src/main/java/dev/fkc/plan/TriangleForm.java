package dev.fkc.plan;

import java.util.List;

/**
 * One side of a diagonal of each matrix of a dense source; the other side becomes zero bytes.
 *
 * <p>The box is (matrices, rows, columns). Unit (row, column) of a matrix is kept when {@code
 * column - row >= diagonal} (upper) or {@code <= diagonal} (lower).
 *
 * @param unit bytes of an element
 * @param matrices how many
 * @param rows of a matrix
 * @param columns of a matrix
 * @param start first source byte
 * @param diagonal within [-rows, columns]
 * @param upper which side is kept
 */
public record TriangleForm(
    int unit,
    long matrices,
    long rows,
    long columns,
    long start,
    long diagonal,
    boolean upper,
    long outputStart)
    implements Form {

  @Override
  public KernelClass kernelClass() {
    return KernelClass.TRIANGLE;
  }

  /** (matrices, rows, columns) without leading dims of size 1. */
  @Override
  public long[] sizes() {
    if (matrices > 1) {
      return new long[] {matrices, rows, columns};
    }
    return rows > 1 ? new long[] {rows, columns} : new long[] {columns};
  }

  @Override
  public List<ByteRange> reads() {
    return List.of(new ByteRange(start, start + outputBytes()));
  }

  @Override
  public Read read(long e, IndexSource indices) {
    long above = e % columns - e / columns % rows;
    boolean kept = upper ? above >= diagonal : above <= diagonal;
    return kept ? new Read(0, start + e * unit) : Read.ZERO;
  }

  @Override
  public TriangleForm slice(long from, long to) {
    if (matrices > 1) {
      return part(to - from, rows, columns, diagonal, from * rows * columns);
    }
    if (rows > 1) {
      return part(1, to - from, columns, diagonal + from, from * columns);
    }
    return part(1, 1, to - from, diagonal - from, from);
  }

  @Override
  public TriangleForm at(long i) {
    return slice(i, i + 1);
  }

  private TriangleForm part(long parts, long high, long wide, long border, long skipped) {
    return new TriangleForm(
        unit,
        parts,
        high,
        wide,
        start + skipped * unit,
        Math.max(-high, Math.min(wide, border)),
        upper,
        outputStart + skipped * unit);
  }
}
