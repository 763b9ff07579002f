package dev.fkc.cli.bench;

import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.Shape;
import dev.fkc.vulkan.BufferSlice;
import dev.fkc.vulkan.CommandBatch;
import dev.fkc.vulkan.DeviceBuffer;
import dev.fkc.vulkan.IndexCheck;
import dev.fkc.vulkan.VulkanDevice;
import dev.fkc.vulkan.VulkanProvider;
import java.nio.IntBuffer;
import java.util.SplittableRandom;

/**
 * Fills buffers with random words: a block of them is uploaded, and the device repeats it, since
 * uploads are what takes a host longest. Does not wait for the device. Not thread-safe.
 */
final class RandomWords implements AutoCloseable {
  /** Words of a block: twice as many, picked by indices, are in no cache. */
  private static final int BLOCK = 1 << 22;

  private final VulkanDevice device;
  private final DeviceBuffer block;
  private final int[] bits = new SplittableRandom(7).ints(BLOCK).toArray();

  /** Words on a device, which stays the caller's to close. */
  RandomWords(VulkanDevice device) {
    this.device = device;
    this.block = device.allocate("random words", 4L * BLOCK);
  }

  /** Writes words of any bits. */
  void fill(DeviceBuffer target, long words) {
    fill(target, words, (source, from, to) -> to.put(source, from, to.remaining()));
  }

  /** Writes words whose bytes are 0 or 1. */
  void fillMask(DeviceBuffer target, long words) {
    fill(
        target,
        words,
        (source, from, to) -> {
          for (int at = from; to.hasRemaining(); at++) {
            to.put(source[at] & 0x01010101);
          }
        });
  }

  /**
   * Writes indices.
   *
   * @param bound that they are below, at most 2^32
   */
  void fillIndices(DeviceBuffer target, long words, long bound) {
    fill(
        target,
        words,
        (source, from, to) -> {
          for (int at = from; to.hasRemaining(); at++) {
            to.put((int) ((source[at] & 0xFFFF_FFFFL) * bound >>> 32));
          }
        });
  }

  private interface Form {
    void write(int[] source, int from, IntBuffer to);
  }

  private void fill(DeviceBuffer target, long words, Form form) {
    long once = Math.min(words, BLOCK);
    block.upload(
        0,
        4 * once,
        (position, piece) -> form.write(bits, (int) (position / 4), piece.asIntBuffer()));
    long repeats = words / once;
    try (CommandBatch batch = device.batch("random words")) {
      Layout row = Layout.contiguous(Shape.of(1, once));
      copy(batch, row.broadcastTo(Shape.of(repeats, once)), target, 0);
      if (words % once > 0) {
        copy(batch, Layout.contiguous(Shape.of(words % once)), target, 4 * repeats * once);
      }
      batch.submit();
    }
  }

  private void copy(CommandBatch batch, Layout source, DeviceBuffer target, long start) {
    OpCall call = OpCall.contiguize(new Operand(DType.U32, source));
    batch.dispatch(
        device.prepare(VulkanProvider.kernel(call.op()), call, IndexCheck.CHECKED),
        BufferSlice.of(block),
        new BufferSlice(target, start));
  }

  @Override
  public void close() {
    block.close();
  }
}
