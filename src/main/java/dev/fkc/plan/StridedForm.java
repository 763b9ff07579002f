package dev.fkc.plan;

import java.util.Arrays;
import java.util.List;

/**
 * A strided source in row-major order, one dim of it perhaps rotated: contiguize, flip and roll.
 *
 * <p>Unit {@code (c0, c1, ..)} comes from byte {@code start + c0' * strides[0] + c1' * strides[1] +
 * ..} where {@code c'} is {@code c}, but {@code (c - rotation) mod size} on the rotated dim.
 *
 * @param strides bytes between neighbours of each dim
 * @param start first byte of source unit (0, 0, ..)
 * @param rotatedDim the rotated dim, or -1
 * @param rotation by how many coordinates it is rotated, from 1 to its size - 1; 0 for none
 */
public record StridedForm(
    int unit,
    long[] sizes,
    long[] strides,
    long start,
    int rotatedDim,
    long rotation,
    long outputStart)
    implements Form {

  @Override
  public KernelClass kernelClass() {
    int inner = sizes.length - 1;
    if (strides[inner] == unit) {
      if (rotatedDim == inner) {
        return KernelClass.INNER_ROTATED;
      }
      return inner == 0 ? KernelClass.CONTIGUOUS_RUN : KernelClass.ROWS;
    }
    if (strides[inner] == -unit) {
      return KernelClass.INNER_REVERSED;
    }
    if (strides[inner] == 0) {
      return KernelClass.INNER_REPEATED;
    }
    return acrossDim() < 0 ? KernelClass.GENERIC : KernelClass.TILED_TRANSPOSE;
  }

  /**
   * The dim that is contiguous in the source, forwards or backwards, while the innermost is not; -1
   * if there is none.
   */
  public int acrossDim() {
    for (int k = sizes.length - 2; k >= 0 && unit <= 8; k--) {
      if (strides[k] == unit || strides[k] == -unit && k != rotatedDim) {
        return k;
      }
    }
    return -1;
  }

  @Override
  public long[] sizes() {
    return sizes.clone();
  }

  /** Bytes between neighbours of each dim. */
  @Override
  public long[] strides() {
    return strides.clone();
  }

  @Override
  public List<ByteRange> reads() {
    return List.of(Reach.of(start, sizes, strides, unit));
  }

  @Override
  public Read read(long e, IndexSource indices) {
    long position = start;
    long rest = e;
    for (int k = sizes.length - 1; k >= 0; k--) {
      long c = rest % sizes[k];
      rest /= sizes[k];
      position += strides[k] * (k == rotatedDim ? Math.floorMod(c - rotation, sizes[k]) : c);
    }
    return new Read(0, position);
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if the outermost dim is rotated and the part crosses the wrap;
   *     {@link #wrap} says where that is
   */
  @Override
  public StridedForm slice(long from, long to) {
    long[] cut = sizes.clone();
    cut[0] = to - from;
    long bytes = Reach.innerBytes(sizes, unit);
    if (rotatedDim != 0) {
      return new StridedForm(
          unit,
          cut,
          strides,
          start + from * strides[0],
          rotatedDim,
          rotation,
          outputStart + from * bytes);
    }
    if (from < rotation && to > rotation) {
      throw new IllegalArgumentException(
          "[" + from + ", " + to + ") crosses the wrap at " + rotation);
    }
    long source = Math.floorMod(from - rotation, sizes[0]);
    return new StridedForm(
        unit, cut, strides, start + source * strides[0], -1, 0, outputStart + from * bytes);
  }

  /** The coordinate of the outermost dim that no slice may cross, or 0 if there is none. */
  public long wrap() {
    return rotatedDim == 0 ? rotation : 0;
  }

  @Override
  public StridedForm at(long i) {
    StridedForm row = slice(i, i + 1);
    return new StridedForm(
        unit,
        Arrays.copyOfRange(sizes, 1, sizes.length),
        Arrays.copyOfRange(strides, 1, strides.length),
        row.start,
        Math.max(-1, rotatedDim - 1),
        rotatedDim > 0 ? rotation : 0,
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
        + (rotatedDim >= 0 ? " rotated " + rotatedDim + " by " + rotation : "")
        + " -> "
        + outputStart;
  }
}
