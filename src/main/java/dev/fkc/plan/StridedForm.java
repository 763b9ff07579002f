package dev.fkc.plan;

import java.util.Arrays;
import java.util.List;

/**
 * A strided source in row-major order, one dim of it perhaps rotated: contiguize, flip and roll.
 *
 * <p>Unit {@code (c0, c1, ..)} comes from byte {@code start + c0' * strides[0] + c1' * strides[1] +
 * ..} where {@code c'} is {@code c}, but {@code (c - rotation) mod size} on the rotated dim.
 */
public final class StridedForm implements Form {
  private final int unit;
  private final long[] sizes;
  private final long[] strides;
  private final long start;
  private final int rotatedDim;
  private final long rotation;
  private final long outputStart;

  /**
   * A form.
   *
   * @param rotatedDim -1 for none
   * @param rotation from 1 to the rotated size - 1; 0 for none
   */
  StridedForm(
      int unit,
      long[] sizes,
      long[] strides,
      long start,
      int rotatedDim,
      long rotation,
      long outputStart) {
    this.unit = unit;
    this.sizes = sizes;
    this.strides = strides;
    this.start = start;
    this.rotatedDim = rotatedDim;
    this.rotation = rotation;
    this.outputStart = outputStart;
  }

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
  public int unit() {
    return unit;
  }

  @Override
  public long[] sizes() {
    return sizes.clone();
  }

  /** Bytes between neighbours of each dim. */
  public long[] strides() {
    return strides.clone();
  }

  /** First byte of source unit (0, 0, ..). */
  public long start() {
    return start;
  }

  /** The rotated dim, or -1. */
  public int rotatedDim() {
    return rotatedDim;
  }

  /** By how many coordinates it is rotated, 0 for none. */
  public long rotation() {
    return rotation;
  }

  @Override
  public long outputStart() {
    return outputStart;
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
