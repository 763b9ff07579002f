package dev.fkc.plan;

import java.util.Arrays;
import java.util.List;

/**
 * One source element per index. Unit {@code (c0, c1, ..)}, the {@code e}-th, comes from byte {@code
 * start + c0 * strides[0] + .. + indices[e] * gatherStride}; the gathered dim's own stride is 0.
 *
 * @param strides source bytes between neighbours of each output dim
 * @param start first source byte
 * @param gatherStride source bytes between neighbours on the gathered dim
 * @param bound size of the gathered dim of the source: an index is below it
 * @param indexStart first byte of the indices, four bytes per output unit
 * @param firstIndex position in the call's index operand of the first index
 */
public record GatherForm(
    int unit,
    long[] sizes,
    long[] strides,
    long start,
    long gatherStride,
    long bound,
    long indexStart,
    long firstIndex,
    long outputStart)
    implements Form {

  @Override
  public KernelClass kernelClass() {
    return KernelClass.ELEMENT_GATHER;
  }

  @Override
  public long[] sizes() {
    return sizes.clone();
  }

  /** Source bytes between neighbours of each output dim. */
  @Override
  public long[] strides() {
    return strides.clone();
  }

  @Override
  public List<ByteRange> reads() {
    ByteRange box = Reach.of(start, sizes, strides, unit);
    return List.of(
        new ByteRange(box.start(), box.end() + (bound - 1) * gatherStride),
        new ByteRange(indexStart, indexStart + 4 * count()));
  }

  @Override
  public Read read(long e, IndexSource indices) {
    long position = start + indices.at(indexStart + 4 * e) * gatherStride;
    long rest = e;
    for (int k = sizes.length - 1; k >= 0; k--) {
      position += rest % sizes[k] * strides[k];
      rest /= sizes[k];
    }
    return new Read(0, position);
  }

  @Override
  public GatherForm slice(long from, long to) {
    long[] cut = sizes.clone();
    cut[0] = to - from;
    long units = from * (count() / sizes[0]);
    return new GatherForm(
        unit,
        cut,
        strides,
        start + from * strides[0],
        gatherStride,
        bound,
        indexStart + 4 * units,
        firstIndex + units,
        outputStart + unit * units);
  }

  @Override
  public GatherForm at(long i) {
    GatherForm row = slice(i, i + 1);
    return new GatherForm(
        unit,
        Arrays.copyOfRange(sizes, 1, sizes.length),
        Arrays.copyOfRange(strides, 1, strides.length),
        row.start,
        gatherStride,
        bound,
        row.indexStart,
        row.firstIndex,
        row.outputStart);
  }

  @Override
  public String toString() {
    return kernelClass()
        + " unit "
        + unit
        + " sizes "
        + Arrays.toString(sizes)
        + " strides "
        + Arrays.toString(strides)
        + " start "
        + start
        + " + index below "
        + bound
        + " * "
        + gatherStride
        + " -> "
        + outputStart;
  }
}
