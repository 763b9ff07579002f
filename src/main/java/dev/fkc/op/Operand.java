package dev.fkc.op;

import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.Shape;
import java.util.Objects;

/**
 * One tensor of a call, without its memory: what it is made of and how it lies. Immutable.
 *
 * @param dtype of its elements; not a sub-byte one
 * @param layout in elements of that dtype
 */
public record Operand(DType dtype, Layout layout) {
  public Operand {
    Objects.requireNonNull(dtype, "dtype");
    Objects.requireNonNull(layout, "layout");
    if (dtype.isSubByte()) {
      throw new IllegalArgumentException(dtype + " is a sub-byte dtype: kernels move whole bytes");
    }
  }

  /** A dense tensor. */
  public static Operand contiguous(DType dtype, Shape shape) {
    return new Operand(dtype, Layout.contiguous(shape));
  }

  /** Its extents. */
  public Shape shape() {
    return layout.shape();
  }

  @Override
  public String toString() {
    return dtype + " " + layout;
  }
}
