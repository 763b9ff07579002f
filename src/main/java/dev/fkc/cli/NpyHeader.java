package dev.fkc.cli;

import dev.fkc.type.Layout;
import dev.fkc.type.Shape;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * What the header of a NumPy file says.
 *
 * @param type of the elements
 * @param fortranOrder whether the first index runs fastest
 * @param shape the extents
 */
record NpyHeader(NpyType type, boolean fortranOrder, Shape shape) {
  private static final int ALIGNMENT = 64;
  private static final int SPARE_DIGITS = 21;

  /** How the elements lie in the file: a view with the first stride smallest in Fortran order. */
  Layout layout() {
    if (!fortranOrder || shape.isEmpty()) {
      return Layout.contiguous(shape);
    }
    long[] strides = new long[shape.rank()];
    long stride = 1;
    for (int k = 0; k < strides.length; k++) {
      strides[k] = stride;
      stride *= shape.dim(k);
    }
    return Layout.of(shape, strides, 0);
  }

  /**
   * Size of the elements in bytes.
   *
   * @throws Failure if it does not fit 64 bits
   */
  long dataBytes() {
    try {
      return Math.multiplyExact(shape.elementCount(), type.size());
    } catch (ArithmeticException e) {
      throw new Failure("shape " + shape + " of " + type.name() + " exceeds 2^63 - 1 bytes", e);
    }
  }

  /**
   * Magic, version and header, byte for byte as NumPy writes them: padded to 64 bytes, with room
   * for the first extent to grow.
   */
  byte[] encode() {
    String dims =
        Arrays.stream(shape.toArray()).mapToObj(Long::toString).collect(Collectors.joining(", "));
    String text =
        "{'descr': '"
            + type.descr()
            + "', 'fortran_order': "
            + (fortranOrder ? "True" : "False")
            + ", 'shape': ("
            + dims
            + (shape.rank() == 1 ? "," : "")
            + "), }";
    if (shape.rank() > 0) {
      long growing = shape.dim(fortranOrder ? shape.rank() - 1 : 0);
      text += " ".repeat(SPARE_DIGITS - Long.toString(growing).length());
    }
    int unpadded = 10 + text.length() + 1;
    String padded = text + " ".repeat(ALIGNMENT - unpadded % ALIGNMENT) + "\n";
    byte[] bytes = ("\u0093NUMPY\1\0.." + padded).getBytes(StandardCharsets.ISO_8859_1);
    bytes[8] = (byte) padded.length();
    bytes[9] = (byte) (padded.length() >> 8);
    return bytes;
  }
}
