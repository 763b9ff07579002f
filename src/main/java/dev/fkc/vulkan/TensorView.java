package dev.fkc.vulkan;

import dev.fkc.op.Operand;
import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.Shape;

/**
 * Elements of a buffer seen as a tensor. A value: it owns nothing, and its view operations cost
 * nothing. What they take and refuse is said at {@link Layout}.
 *
 * @param memory where the tensor's memory begins
 * @param dtype of its elements
 * @param layout from there on, in elements
 */
public record TensorView(BufferSlice memory, DType dtype, Layout layout) {

  /** A dense tensor at the start of a buffer. */
  public static TensorView of(DeviceBuffer buffer, DType dtype, Shape shape) {
    return new TensorView(BufferSlice.of(buffer), dtype, Layout.contiguous(shape));
  }

  /** Its extents. */
  public Shape shape() {
    return layout.shape();
  }

  /** It without its memory. */
  public Operand operand() {
    return new Operand(dtype, layout);
  }

  /** The same memory under another layout. */
  public TensorView withLayout(Layout other) {
    return new TensorView(memory, dtype, other);
  }

  /** Two dims exchanged. */
  public TensorView transpose(int first, int second) {
    return withLayout(layout.transpose(first, second));
  }

  /** The dims in another order. */
  public TensorView permute(int... axes) {
    return withLayout(layout.permute(axes));
  }

  /** A range of a dim. */
  public TensorView slice(int axis, long start, long end) {
    return withLayout(layout.slice(axis, start, end));
  }

  /** Every {@code step}-th element of a range of a dim. */
  public TensorView slice(int axis, long start, long end, long step) {
    return withLayout(layout.slice(axis, start, end, step));
  }

  /** A dim backwards. */
  public TensorView flip(int axis) {
    return withLayout(layout.flip(axis));
  }

  /** Size-1 dims repeated, and dims added in front. */
  public TensorView broadcastTo(long... dims) {
    return withLayout(layout.broadcastTo(Shape.of(dims)));
  }

  /** The same elements under another shape; they must be contiguous. */
  public TensorView reshape(long... dims) {
    return withLayout(layout.reshape(Shape.of(dims)));
  }
}
