package dev.fkc.vulkan;

/** What happens to indices that are out of range. Neither choice ever reads outside the source. */
public enum IndexCheck {
  /**
   * The first bad one is reported: waiting for the batch throws an {@link
   * IndexOutOfBoundsException}. The output of that call is undefined; everything else goes on as if
   * nothing had happened.
   */
  CHECKED,
  /** The caller has validated them; a bad one reads the last valid position. */
  UNCHECKED
}
