package dev.fkc.vulkan;

import dev.fkc.type.DType;
import dev.fkc.type.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A dense tensor with memory of its own on a device. Close it when it is no longer needed; work
 * that was submitted before goes on. Safe for use from any thread, as long as nobody closes it
 * meanwhile.
 */
public final class Tensor implements AutoCloseable {
  private final DeviceBuffer buffer;
  private final TensorView view;

  Tensor(DeviceBuffer buffer, DType dtype, Shape shape) {
    this.buffer = buffer;
    this.view = TensorView.of(buffer, dtype, shape);
  }

  /** All of it, as a view. */
  public TensorView view() {
    return view;
  }

  /** Of its elements. */
  public DType dtype() {
    return view.dtype();
  }

  /** Its extents. */
  public Shape shape() {
    return view.shape();
  }

  /** Its memory. */
  public DeviceBuffer buffer() {
    return buffer;
  }

  /** A copy of its bytes, row-major, little-endian. */
  public byte[] toBytes() {
    return buffer.download();
  }

  /**
   * A copy of its elements, row-major. NaN payloads are those of the device.
   *
   * @throws IllegalStateException unless it is F32
   */
  public float[] toFloats() {
    require(DType.F32);
    float[] target = new float[(int) shape().elementCount()];
    littleEndian().asFloatBuffer().get(target);
    return target;
  }

  /**
   * A copy of its elements, row-major.
   *
   * @throws IllegalStateException unless it is I32 or U32
   */
  public int[] toInts() {
    require(DType.I32, DType.U32);
    int[] target = new int[(int) shape().elementCount()];
    littleEndian().asIntBuffer().get(target);
    return target;
  }

  private ByteBuffer littleEndian() {
    return ByteBuffer.wrap(toBytes()).order(ByteOrder.LITTLE_ENDIAN);
  }

  private void require(DType... dtypes) {
    for (DType dtype : dtypes) {
      if (dtype == dtype()) {
        return;
      }
    }
    throw new IllegalStateException(this + ": its elements are " + dtype() + "; use toBytes()");
  }

  @Override
  public void close() {
    buffer.close();
  }

  @Override
  public String toString() {
    return "tensor '" + buffer.label() + "' " + dtype() + " " + shape();
  }
}
