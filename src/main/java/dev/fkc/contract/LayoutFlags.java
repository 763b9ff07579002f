package dev.fkc.contract;

import dev.fkc.source.SourceSpan;
import java.util.List;

/**
 * Which layouts a kernel takes for one operand (format §3, layout flags). Immutable.
 *
 * <p>The components are the effective flags: a flag that the contract leaves out is {@code
 * contiguous: n/a} or {@code rejected}. An operand without a layout block counts as dense-only:
 * {@code contiguous: required}, the rest rejected, and {@link #present} is false.
 *
 * @param present whether the operand has a layout block
 * @param contiguous dense row-major views
 * @param strided views with any positive strides
 * @param broadcastStride0 views that repeat elements through a stride of 0
 * @param startOffset views that start after the first element of their buffer
 * @param reverseStrides views with negative strides
 * @param broadcastAxes the axes that must be broadcast; empty unless {@code broadcastStride0} is
 *     required
 * @param span the block; the operand when it has none
 */
public record LayoutFlags(
    boolean present,
    Contiguous contiguous,
    Acceptance strided,
    Broadcast broadcastStride0,
    Acceptance startOffset,
    Acceptance reverseStrides,
    List<Integer> broadcastAxes,
    SourceSpan span) {

  /** What {@code contiguous} may say. */
  public enum Contiguous {
    REQUIRED,
    ACCEPTED,
    NOT_APPLICABLE
  }

  /** What most flags may say. */
  public enum Acceptance {
    ACCEPTED,
    REJECTED
  }

  /** What {@code broadcast_stride0} may say. */
  public enum Broadcast {
    ACCEPTED,
    REJECTED,
    REQUIRED
  }

  public LayoutFlags {
    broadcastAxes = List.copyOf(broadcastAxes);
  }

  /** The flags of an operand that has no layout block. */
  public static LayoutFlags denseOnly(SourceSpan operand) {
    return new LayoutFlags(
        false,
        Contiguous.REQUIRED,
        Acceptance.REJECTED,
        Broadcast.REJECTED,
        Acceptance.REJECTED,
        Acceptance.REJECTED,
        List.of(),
        operand);
  }

  /** Whether a strided view may reach the kernel. */
  public boolean acceptsStrided() {
    return strided == Acceptance.ACCEPTED;
  }

  /** Whether a view with a stride of 0 may reach the kernel. */
  public boolean acceptsBroadcast() {
    return broadcastStride0 != Broadcast.REJECTED;
  }

  /** Whether a view that starts after its buffer's first element may reach the kernel. */
  public boolean acceptsStartOffset() {
    return startOffset == Acceptance.ACCEPTED;
  }

  /** Whether a view with a negative stride may reach the kernel. */
  public boolean acceptsReverseStrides() {
    return reverseStrides == Acceptance.ACCEPTED;
  }
}
