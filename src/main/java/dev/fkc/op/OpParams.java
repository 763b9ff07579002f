package dev.fkc.op;

import dev.fkc.type.Shape;
import java.util.Arrays;
import java.util.Objects;

/**
 * The typed parameters of an op, one record per {@code op_params.variant} of a contract (format
 * §3). Components are the contract's fields, in its order and with its meaning. Immutable.
 */
public sealed interface OpParams {

  /**
   * Triu and Tril.
   *
   * @param diagonal k-th diagonal; any value, 0 is the main one, positive lies above it
   * @param upper true for Triu, false for Tril
   */
  record Triangular(long diagonal, boolean upper) implements OpParams {}

  /**
   * Flip.
   *
   * @param axis the reversed axis, not negative
   */
  record Flip(int axis) implements OpParams {}

  /**
   * Roll.
   *
   * @param axis the shifted axis, not negative
   * @param shift towards higher coordinates; any value, taken modulo the extent
   */
  record Roll(int axis, long shift) implements OpParams {}

  /**
   * IndexSelect over the source as flat (outer_count, source_dim_size, inner_count).
   *
   * @param outerCount product of the dims before the selected axis
   * @param sourceDimSize size of the selected axis
   * @param nIndices number of indices, which is the output's size on that axis
   * @param innerCount product of the dims after it
   */
  record IndexSelect(long outerCount, long sourceDimSize, long nIndices, long innerCount)
      implements OpParams {

    /**
     * The parameters that select along an axis of a source.
     *
     * @param source shape of the source
     * @param axis may be negative, counts from the end
     * @param nIndices number of indices
     * @throws IllegalArgumentException if there is no such axis
     */
    public static IndexSelect of(Shape source, long axis, long nIndices) {
      int a = source.normalizeAxis(axis);
      long[] dims = source.toArray();
      return new IndexSelect(
          product(dims, 0, a), dims[a], nIndices, product(dims, a + 1, dims.length));
    }

    /** Saturates: only the dims of an empty source have a partial product that large. */
    private static long product(long[] dims, int from, int to) {
      long product = 1;
      for (int k = from; k < to; k++) {
        if (dims[k] == 0) {
          return 0;
        }
        boolean exceeds = Math.multiplyHigh(product, dims[k]) != 0 || product * dims[k] < 0;
        product = exceeds ? Long.MAX_VALUE : product * dims[k];
      }
      return product;
    }
  }

  /**
   * Gather.
   *
   * @param sourceShape extents of the source
   * @param outputShape extents of the indices and of the output
   * @param dim the gathered axis, not negative
   */
  record Gather(Shape sourceShape, Shape outputShape, int dim) implements OpParams {
    public Gather {
      Objects.requireNonNull(sourceShape, "sourceShape");
      Objects.requireNonNull(outputShape, "outputShape");
    }
  }

  /**
   * MaskedFill.
   *
   * @param fillBytes the fill value, exactly one element, little-endian
   */
  record MaskedFill(byte[] fillBytes) implements OpParams {
    public MaskedFill {
      fillBytes = fillBytes.clone();
    }

    /** The fill value, a fresh array. */
    @Override
    public byte[] fillBytes() {
      return fillBytes.clone();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof MaskedFill fill && Arrays.equals(fillBytes, fill.fillBytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(fillBytes);
    }

    @Override
    public String toString() {
      return "MaskedFill[fillBytes=" + Arrays.toString(fillBytes) + "]";
    }
  }

  /** Contiguize; has no parameters. */
  record Contiguize() implements OpParams {}
}
