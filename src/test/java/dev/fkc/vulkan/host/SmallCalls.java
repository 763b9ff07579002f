package dev.fkc.vulkan.host;

import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import dev.fkc.type.Shape;
import dev.fkc.vulkan.BufferSlice;
import dev.fkc.vulkan.BufferSlot;
import dev.fkc.vulkan.CommandBatch;
import dev.fkc.vulkan.DeviceAccess;
import dev.fkc.vulkan.DeviceBuffer;
import dev.fkc.vulkan.IndexCheck;
import dev.fkc.vulkan.PreparedCall;
import dev.fkc.vulkan.RecordedBatch;
import dev.fkc.vulkan.VulkanDevice;
import dev.fkc.vulkan.VulkanProvider;
import dev.fkc.vulkan.internal.BareDriver;

/** Small calls to record: operands of 64 elements, placed one after the other in two buffers. */
final class SmallCalls implements AutoCloseable {
  /** Number of places in the buffers. */
  static final int PLACES = 10_000;

  /** Bytes from one place to the next. */
  static final int STRIDE = 256;

  private final VulkanDevice device;
  private final DeviceBuffer in;
  private final DeviceBuffer indices;
  private final DeviceBuffer out;
  private final BufferSlice[] inputs = new BufferSlice[PLACES];
  private final BufferSlice[] seconds = new BufferSlice[PLACES];
  private final BufferSlice[] outputs = new BufferSlice[PLACES];
  final PreparedCall flip;
  final PreparedCall select;
  final PreparedCall selectUnchecked;

  SmallCalls(VulkanDevice device) {
    this.device = device;
    long bytes = (long) PLACES * STRIDE;
    in = device.allocate("small inputs", bytes);
    indices = device.allocate("small indices", new byte[(int) bytes]);
    out = device.allocate("small outputs", bytes);
    for (int i = 0; i < PLACES; i++) {
      inputs[i] = new BufferSlice(in, (long) i * STRIDE);
      seconds[i] = new BufferSlice(indices, (long) i * STRIDE);
      outputs[i] = new BufferSlice(out, (long) i * STRIDE);
    }
    Operand data = Operand.contiguous(DType.F32, Shape.of(8, 8));
    flip =
        device.prepare(
            VulkanProvider.kernel(OpKind.FLIP), OpCall.flip(data, 1), IndexCheck.CHECKED);
    OpCall rows = OpCall.indexSelect(data, 0, Operand.contiguous(DType.U32, Shape.of(8)));
    select = device.prepare(VulkanProvider.kernel(OpKind.INDEX_SELECT), rows, IndexCheck.CHECKED);
    selectUnchecked =
        device.prepare(VulkanProvider.kernel(OpKind.INDEX_SELECT), rows, IndexCheck.UNCHECKED);
  }

  /** One input; nothing overlaps. */
  void flip(CommandBatch batch, int i) {
    batch.dispatch(flip, inputs[i], outputs[i]);
  }

  /** One input; each reads what the last one wrote. */
  void dependentFlip(CommandBatch batch, int i) {
    batch.dispatch(
        flip, (i & 1) == 0 ? inputs[0] : outputs[0], (i & 1) == 0 ? outputs[0] : inputs[0]);
  }

  /** Two inputs; nothing overlaps. */
  void select(CommandBatch batch, PreparedCall call, int i) {
    batch.dispatch(call, inputs[i], seconds[i], outputs[i]);
  }

  /** All places flipped from slot 0 to slot 1; or the first to and fro. */
  RecordedBatch recorded(boolean dependent) {
    RecordedBatch.Builder builder = RecordedBatch.builder("recorded flips");
    for (int i = 0; i < PLACES; i++) {
      long start = dependent ? 0 : (long) i * STRIDE;
      int from = dependent ? i & 1 : 0;
      builder.dispatch(flip, new BufferSlot(from, start), new BufferSlot(1 - from, start));
    }
    return builder.build();
  }

  /** The two buffers, one way and the other. */
  BufferSlice[][] slots() {
    return new BufferSlice[][] {{inputs[0], outputs[0]}, {outputs[0], inputs[0]}};
  }

  /** The flip without the library. */
  BareDriver bareFlip() {
    return new BareDriver(
        DeviceAccess.context(device),
        flip.call(),
        DeviceAccess.memory(in),
        DeviceAccess.memory(out));
  }

  @Override
  public void close() {
    out.close();
    indices.close();
    in.close();
  }
}
