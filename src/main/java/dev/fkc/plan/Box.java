package dev.fkc.plan;

/**
 * Dims of a box with their strides, reduced to as few as possible: dims of size 1 are dropped and
 * neighbours that follow each other in memory become one. At least one dim stays.
 *
 * <p>At most one dim is rotated: its coordinate {@code c} reads {@code (c - rotation) mod size}.
 */
final class Box {
  final long[] sizes;
  final long[] strides;
  final int rotatedDim;
  final long rotation;

  private Box(long[] sizes, long[] strides, int rotatedDim, long rotation) {
    this.sizes = sizes;
    this.strides = strides;
    this.rotatedDim = rotatedDim;
    this.rotation = rotation;
  }

  /**
   * Reduces dims.
   *
   * @param sizes all positive, outermost first
   * @param strides in any one unit
   * @param rotatedDim -1 for none
   * @param rotation of that dim, from 0 to its size - 1
   */
  static Box of(long[] sizes, long[] strides, int rotatedDim, long rotation) {
    int rank = sizes.length;
    long[] size = new long[rank + 1];
    long[] stride = new long[rank + 1];
    int count = 0;
    int rotated = -1;
    long turn = 0;
    for (int k = 0; k < rank; k++) {
      boolean turns = k == rotatedDim && rotation != 0;
      if (sizes[k] == 1) {
        continue;
      }
      boolean follows = count > 0 && !turns && stride[count - 1] == strides[k] * sizes[k];
      if (follows) {
        size[count - 1] *= sizes[k];
        stride[count - 1] = strides[k];
        if (rotated == count - 1) {
          turn *= sizes[k];
        }
      } else {
        size[count] = sizes[k];
        stride[count] = strides[k];
        if (turns) {
          rotated = count;
          turn = rotation;
        }
        count++;
      }
    }
    if (count == 0) {
      size[0] = 1;
      stride[0] = 1;
      count = 1;
    }
    return new Box(
        java.util.Arrays.copyOf(size, count),
        java.util.Arrays.copyOf(stride, count),
        rotated,
        turn);
  }
}
