package dev.fkc.plan;

import java.util.List;

/**
 * Dense data, or a fill where a byte of a dense mask is not 0.
 *
 * @param unit bytes of an element
 * @param elements how many
 * @param start first data byte
 * @param maskStart first mask byte
 * @param fill one element
 */
public record MaskedForm(
    int unit, long elements, long start, long maskStart, byte[] fill, long outputStart)
    implements Form {

  @Override
  public KernelClass kernelClass() {
    return KernelClass.MASKED_SELECT;
  }

  @Override
  public long[] sizes() {
    return new long[] {elements};
  }

  @Override
  public List<ByteRange> reads() {
    return List.of(
        new ByteRange(start, start + elements * unit),
        new ByteRange(maskStart, maskStart + elements));
  }

  @Override
  public Read read(long e, IndexSource indices) {
    return indices.at(maskStart + e) != 0 ? Read.FILL : new Read(0, start + e * unit);
  }

  @Override
  public MaskedForm slice(long from, long to) {
    return new MaskedForm(
        unit, to - from, start + from * unit, maskStart + from, fill, outputStart + from * unit);
  }

  @Override
  public Form at(long i) {
    throw new IllegalStateException("a form of one dim has no inner form");
  }
}
