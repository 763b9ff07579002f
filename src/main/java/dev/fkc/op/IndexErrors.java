package dev.fkc.op;

import dev.fkc.type.OpKind;

/** What is said about an index that is out of range, whichever side finds it. */
public final class IndexErrors {
  private IndexErrors() {}

  /**
   * The exception for the first bad index of a call.
   *
   * @param op whose indices they are
   * @param position of the index in row-major order of the index tensor
   * @param value that was found there
   * @param bound one past the highest value that is in range
   */
  public static IndexOutOfBoundsException outOfRange(
      OpKind op, long position, long value, long bound) {
    return new IndexOutOfBoundsException(
        op
            + ": index "
            + value
            + " at position "
            + position
            + " of the indices is out of range; "
            + (bound == 0 ? "the axis is empty" : "0 to " + (bound - 1) + " are in range")
            + " (bound "
            + bound
            + ")");
  }

  /**
   * The exception for the first bad index of a call, when its value was not kept.
   *
   * @param op whose indices they are
   * @param position of the index in row-major order of the index tensor
   * @param bound one past the highest value that is in range
   */
  public static IndexOutOfBoundsException outOfRange(OpKind op, long position, long bound) {
    return new IndexOutOfBoundsException(
        op
            + ": the index at position "
            + position
            + " of the indices is out of range; 0 to "
            + (bound - 1)
            + " are in range (bound "
            + bound
            + ")");
  }
}
