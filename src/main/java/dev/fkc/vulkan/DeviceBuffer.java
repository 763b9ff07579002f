package dev.fkc.vulkan;

import dev.fkc.vulkan.internal.DeviceContext;
import dev.fkc.vulkan.internal.GpuBuffer;
import dev.fkc.vulkan.internal.HostBytes;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Bytes in a device's memory. Safe for use from any thread.
 *
 * <p>Owned by whoever allocated it. Closing never waits: the memory goes when the device is done
 * with the work that was submitted before. A batch that was recorded with it and not submitted when
 * it closes cannot be submitted any more.
 *
 * <p>Uploads come after all work submitted before, and before all work submitted after they
 * returned; the source is free when they return. Downloads wait for the work that wrote to the
 * buffer.
 */
public final class DeviceBuffer implements AutoCloseable {
  private final DeviceContext context;
  private final GpuBuffer buffer;

  DeviceBuffer(DeviceContext context, GpuBuffer buffer) {
    this.context = context;
    this.buffer = buffer;
  }

  /** Label for errors and debuggers. */
  public String label() {
    return buffer.label();
  }

  /** Size in bytes. */
  public long sizeBytes() {
    return buffer.size();
  }

  /** Copies a whole array to the start of the buffer. */
  public void upload(byte[] source) {
    upload(source, 0, 0, source.length);
  }

  /**
   * Copies bytes of an array into the buffer.
   *
   * @param source to copy from
   * @param sourceOffset first byte of the source
   * @param offset first byte of the buffer
   * @param length in bytes
   * @throws IndexOutOfBoundsException if a range leaves the array or the buffer
   */
  public void upload(byte[] source, int sourceOffset, long offset, int length) {
    Objects.checkFromIndexSize(sourceOffset, length, source.length);
    context.upload(
        buffer,
        offset,
        length,
        HostBytes.inAnyOrder(
            (position, piece) ->
                piece.put(source, sourceOffset + (int) position, piece.remaining())));
  }

  /**
   * Copies what a buffer of the host has remaining; its position stays.
   *
   * @param source heap or direct
   * @param offset first byte of this buffer
   * @throws IndexOutOfBoundsException if the range leaves this buffer
   */
  public void upload(ByteBuffer source, long offset) {
    int start = source.position();
    context.upload(
        buffer,
        offset,
        source.remaining(),
        HostBytes.inAnyOrder(
            (position, piece) -> piece.put(0, source, start + (int) position, piece.remaining())));
  }

  /**
   * Copies any number of bytes into the buffer, as a writer supplies them.
   *
   * @param offset first byte of the buffer
   * @param length in bytes, also more than 2 GiB
   * @throws IndexOutOfBoundsException if the range leaves the buffer
   */
  public void upload(long offset, long length, ChunkWriter writer) {
    context.upload(buffer, offset, length, writer::write);
  }

  /**
   * Has the device copy bytes of the host's pinned memory into the buffer, and waits until they are
   * there. {@link CommandBatch#upload} does not wait.
   *
   * @param source to copy from
   * @param sourceOffset first byte of the source
   * @param offset first byte of this buffer
   * @param length in bytes
   * @throws IndexOutOfBoundsException if a range leaves a buffer
   */
  public void upload(HostBuffer source, long sourceOffset, long offset, long length) {
    context.copy(source.memory(), sourceOffset, buffer, offset, length);
  }

  /**
   * Has the device copy bytes of the buffer into the host's pinned memory, and waits until they are
   * there. {@link CommandBatch#download} does not wait.
   *
   * @param offset first byte of this buffer
   * @param target to copy to
   * @param targetOffset first byte of the target
   * @param length in bytes
   * @throws IndexOutOfBoundsException if a range leaves a buffer
   */
  public void download(long offset, HostBuffer target, long targetOffset, long length) {
    context.copy(buffer, offset, target.memory(), targetOffset, length);
  }

  /** A copy of the whole content. */
  public byte[] download() {
    if (sizeBytes() > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          this + " of " + sizeBytes() + " bytes does not fit an array; download it in pieces");
    }
    byte[] target = new byte[(int) sizeBytes()];
    download(0, target, 0, target.length);
    return target;
  }

  /**
   * Copies bytes of the buffer into an array.
   *
   * @param offset first byte of the buffer
   * @param target to copy to
   * @param targetOffset first byte of the target
   * @param length in bytes
   * @throws IndexOutOfBoundsException if a range leaves the array or the buffer
   */
  public void download(long offset, byte[] target, int targetOffset, int length) {
    Objects.checkFromIndexSize(targetOffset, length, target.length);
    context.download(
        buffer,
        offset,
        length,
        HostBytes.inAnyOrder(
            (position, piece) ->
                piece.get(target, targetOffset + (int) position, piece.remaining())));
  }

  /**
   * Fills what a buffer of the host has remaining; its position stays.
   *
   * @param offset first byte of this buffer
   * @param target heap or direct
   * @throws IndexOutOfBoundsException if the range leaves this buffer
   */
  public void download(long offset, ByteBuffer target) {
    int start = target.position();
    context.download(
        buffer,
        offset,
        target.remaining(),
        HostBytes.inAnyOrder(
            (position, piece) -> target.put(start + (int) position, piece, 0, piece.remaining())));
  }

  /**
   * Hands any number of bytes of the buffer to a reader.
   *
   * @param offset first byte of the buffer
   * @param length in bytes, also more than 2 GiB
   * @throws IndexOutOfBoundsException if the range leaves the buffer
   */
  public void download(long offset, long length, ChunkReader reader) {
    context.download(buffer, offset, length, reader::read);
  }

  GpuBuffer memory() {
    return buffer;
  }

  /** Gives the memory back once the device is done with it; closing again does nothing. */
  @Override
  public void close() {
    buffer.close();
  }

  @Override
  public String toString() {
    return buffer.toString();
  }
}
