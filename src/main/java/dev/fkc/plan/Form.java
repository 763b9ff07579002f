package dev.fkc.plan;

import java.util.List;

/**
 * The canonical form of a call, or of a piece of it: which source byte each output byte comes from,
 * in the few numbers that a kernel class needs. Immutable.
 *
 * <p>A form writes {@code count() * unit()} bytes of its output, dense, from {@link #outputStart()}
 * on, as a row-major box of {@link #sizes()} units. A unit is 1, 2, 4, 8 or 16 bytes that are moved
 * whole. All starts are bytes from the start of the operand's memory; all strides are bytes.
 *
 * <p>{@link #read} is the definition: what the shaders compute is tested against it.
 */
public sealed interface Form
    permits StridedForm, TriangleForm, MaskedForm, IndexRowsForm, GatherForm {

  /** Which kernel class runs it. */
  KernelClass kernelClass();

  /** Bytes of a unit: 1, 2, 4, 8 or 16. */
  int unit();

  /** Extents in units, outermost first, at least one; none is 0. */
  long[] sizes();

  /** Byte of the output operand at which the form begins to write. */
  long outputStart();

  /** The operands that are read, in the call's order, with the bytes that are reachable. */
  List<ByteRange> reads();

  /** What output unit {@code e} holds. */
  Read read(long e, IndexSource indices);

  /**
   * The part of the outermost dim from {@code from} to {@code to}.
   *
   * @param from 0 to {@code to}
   * @param to at most {@code sizes()[0]}
   */
  Form slice(long from, long to);

  /** Coordinate {@code i} of the outermost dim, which is dropped; needs two dims or more. */
  Form at(long i);

  /** Output units. */
  default long count() {
    long count = 1;
    for (long size : sizes()) {
      count *= size;
    }
    return count;
  }

  /** Output bytes. */
  default long outputBytes() {
    return count() * unit();
  }

  /**
   * What one output unit holds.
   *
   * @param operand the operand it is copied from, or -1 for zero bytes, or -2 for the fill
   * @param position its first byte there
   */
  record Read(int operand, long position) {
    /** Zero bytes. */
    public static final Read ZERO = new Read(-1, 0);

    /** The fill value. */
    public static final Read FILL = new Read(-2, 0);
  }

  /** Access to the bytes of the second operand: index values, or mask bytes. */
  interface IndexSource {
    /** The unsigned 32-bit index, or the mask byte, whose first byte stands at {@code position}. */
    long at(long position);
  }

  /**
   * Bytes of an operand.
   *
   * @param start first byte
   * @param end one past the last byte
   */
  record ByteRange(long start, long end) {}
}
