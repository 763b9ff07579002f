package dev.fkc.plan;

import java.util.List;

/**
 * Rows of a dense source named by an index list, for each outer slice of the source.
 *
 * <p>The box is (outer, n, run). Unit (o, k, c) comes from byte {@code start + o * outerStride +
 * indices[k] * rowStride + c * unit}.
 *
 * @param unit bytes moved whole
 * @param outer outer slices
 * @param n indices
 * @param run units of a row that are copied
 * @param start first source byte
 * @param outerStride bytes between outer slices of the source
 * @param rowStride bytes between rows of the source
 * @param bound rows of a source slice: an index is below it
 * @param indexStart first byte of the index list
 * @param firstIndex position in the call's index operand of the list's first index
 */
public record IndexRowsForm(
    int unit,
    long outer,
    long n,
    long run,
    long start,
    long outerStride,
    long rowStride,
    long bound,
    long indexStart,
    long firstIndex,
    long outputStart)
    implements Form {

  @Override
  public KernelClass kernelClass() {
    return KernelClass.ROWS_BY_INDEX;
  }

  /** (outer, n, run) without leading dims of size 1. */
  @Override
  public long[] sizes() {
    if (outer > 1) {
      return new long[] {outer, n, run};
    }
    return n > 1 ? new long[] {n, run} : new long[] {run};
  }

  @Override
  public List<ByteRange> reads() {
    long last = (outer - 1) * outerStride + (bound - 1) * rowStride + run * unit;
    return List.of(
        new ByteRange(start, start + last), new ByteRange(indexStart, indexStart + 4 * n));
  }

  @Override
  public Read read(long e, IndexSource indices) {
    long row = e / run;
    long index = indices.at(indexStart + 4 * (row % n));
    return new Read(0, start + row / n * outerStride + index * rowStride + e % run * unit);
  }

  @Override
  public IndexRowsForm slice(long from, long to) {
    if (outer > 1) {
      return part(to - from, n, run, from * outerStride, 0, from * n * run);
    }
    if (n > 1) {
      return part(1, to - from, run, 0, from, from * run);
    }
    return part(1, 1, to - from, from * unit, 0, from);
  }

  @Override
  public IndexRowsForm at(long i) {
    return slice(i, i + 1);
  }

  private IndexRowsForm part(
      long parts,
      long indices,
      long units,
      long sourceBytes,
      long skippedIndices,
      long outputUnits) {
    return new IndexRowsForm(
        unit,
        parts,
        indices,
        units,
        start + sourceBytes,
        outerStride,
        rowStride,
        bound,
        indexStart + 4 * skippedIndices,
        firstIndex + skippedIndices,
        outputStart + outputUnits * unit);
  }
}
