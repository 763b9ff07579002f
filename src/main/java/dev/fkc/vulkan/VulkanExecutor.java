package dev.fkc.vulkan;

import dev.fkc.op.OpCall;
import dev.fkc.op.StorageChecks;
import dev.fkc.plan.DispatchPlan;
import dev.fkc.plan.Planner;
import dev.fkc.registry.BindingEntry;
import dev.fkc.registry.KernelRegistry;
import dev.fkc.type.BackendId;
import dev.fkc.type.DType;
import dev.fkc.type.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The easy way: calls ops on views and returns fresh tensors. Each call is planned (copies where a
 * contract demands them), run, and waited for; the caller closes what it returns. Thread-safe.
 *
 * <p>Runtimes that own their memory and their plan use {@link VulkanDevice#prepare} and {@link
 * CommandBatch} instead.
 */
public final class VulkanExecutor {
  private static final int PREPARED_CALLS = 256;

  private record Prepared(BindingEntry entry, OpCall call) {}

  private final VulkanDevice device;
  private final Planner planner;
  private final Map<Prepared, PreparedCall> prepared =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Prepared, PreparedCall> eldest) {
          return size() > PREPARED_CALLS;
        }
      };

  /**
   * An executor.
   *
   * @param device where calls run; stays the caller's to close
   * @param registry where bindings are found
   */
  public VulkanExecutor(VulkanDevice device, KernelRegistry registry) {
    this(device, new Planner(registry, BackendId.VULKAN));
  }

  /** An executor that plans with a planner of the caller's. */
  public VulkanExecutor(VulkanDevice device, Planner planner) {
    this.device = device;
    this.planner = planner;
  }

  /** Where calls run. */
  public VulkanDevice device() {
    return device;
  }

  /**
   * A tensor with these bytes.
   *
   * @param content row-major, little-endian
   * @throws IllegalArgumentException if their number is not that of the shape
   */
  public Tensor upload(DType dtype, Shape shape, byte[] content) {
    long expected = Math.multiplyExact(shape.elementCount(), dtype.byteSize());
    if (content.length != expected) {
      throw new IllegalArgumentException(
          content.length + " bytes for a tensor " + dtype + " " + shape + " of " + expected);
    }
    DeviceBuffer buffer = device.allocateRecycled(dtype + " " + shape, content.length);
    try {
      buffer.upload(content);
      return new Tensor(buffer, dtype, shape);
    } catch (RuntimeException e) {
      buffer.close();
      throw e;
    }
  }

  /** An F32 tensor; NaN payloads are kept. */
  public Tensor upload(Shape shape, float... elements) {
    ByteBuffer bytes = bytes(elements.length);
    for (float element : elements) {
      bytes.putInt(Float.floatToRawIntBits(element));
    }
    return upload(DType.F32, shape, bytes.array());
  }

  /** A rank-1 U32 tensor, as index lists are; elements are read as unsigned. */
  public Tensor uploadIndices(int... indices) {
    ByteBuffer bytes = bytes(indices.length);
    bytes.asIntBuffer().put(indices);
    return upload(DType.U32, Shape.of(indices.length), bytes.array());
  }

  private static ByteBuffer bytes(int words) {
    return ByteBuffer.allocate(Math.multiplyExact(words, 4)).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Keeps element (i, j) of each matrix when j - i &gt;= diagonal, else writes zero bytes. */
  public Tensor triu(TensorView input, long diagonal) {
    return run(OpCall.triu(input.operand(), diagonal), input.memory());
  }

  /** Keeps element (i, j) of each matrix when j - i &lt;= diagonal, else writes zero bytes. */
  public Tensor tril(TensorView input, long diagonal) {
    return run(OpCall.tril(input.operand(), diagonal), input.memory());
  }

  /** Reverses an axis. */
  public Tensor flip(TensorView input, long axis) {
    return run(OpCall.flip(input.operand(), axis), input.memory());
  }

  /** Moves every element of an axis by {@code shift} towards higher coordinates, around the end. */
  public Tensor roll(TensorView input, long axis, long shift) {
    return run(OpCall.roll(input.operand(), axis, shift), input.memory());
  }

  /** Takes slice {@code indices[k]} of the source's axis for each k. */
  public Tensor indexSelect(TensorView source, long axis, TensorView indices) {
    return run(
        OpCall.indexSelect(source.operand(), axis, indices.operand()),
        source.memory(),
        indices.memory());
  }

  /** Takes for each position of {@code indices} the source element with that value on the axis. */
  public Tensor gather(TensorView source, long axis, TensorView indices) {
    return run(
        OpCall.gather(source.operand(), axis, indices.operand()),
        source.memory(),
        indices.memory());
  }

  /** Writes the fill, one little-endian element, where the mask byte is not 0, else the data. */
  public Tensor maskedFill(TensorView data, TensorView mask, byte[] fill) {
    return run(
        OpCall.maskedFill(data.operand(), mask.operand(), fill), data.memory(), mask.memory());
  }

  /** A dense copy. */
  public Tensor contiguize(TensorView input) {
    return run(OpCall.contiguize(input.operand()), input.memory());
  }

  /**
   * How a call would be done, without doing it.
   *
   * @throws dev.fkc.registry.NoBindingException if no binding can do it
   */
  public DispatchPlan plan(OpCall call) {
    return planner.plan(call);
  }

  /**
   * Does a call.
   *
   * @param call what to do
   * @param inputs where the memory of each input begins, in the call's order
   * @return the output, the caller's to close
   * @throws dev.fkc.registry.NoBindingException if no binding can do it
   * @throws IllegalArgumentException if an input leaves its buffer
   * @throws IndexOutOfBoundsException if an index is out of range
   * @throws OutOfDeviceMemoryException if the output or a copy does not fit
   */
  public Tensor run(OpCall call, BufferSlice... inputs) {
    DispatchPlan plan = planner.plan(call);
    DeviceBuffer output =
        device.allocateRecycled(call.op() + " output", StorageChecks.outputBytes(plan.call()));
    List<DeviceBuffer> copies = new ArrayList<>();
    try (CommandBatch batch = device.batch(call.op().name())) {
      record(plan, inputs, BufferSlice.of(output), copies, batch);
      try (Completion completion = batch.submit()) {
        completion.await();
      }
      return new Tensor(output, call.output().dtype(), call.output().shape());
    } catch (RuntimeException e) {
      output.close();
      throw e;
    } finally {
      copies.forEach(DeviceBuffer::close);
    }
  }

  private void record(
      DispatchPlan plan,
      BufferSlice[] inputs,
      BufferSlice output,
      List<DeviceBuffer> copies,
      CommandBatch batch) {
    BufferSlice[] memory = inputs.clone();
    for (DispatchPlan.Fixup fixup : plan.fixups()) {
      DeviceBuffer copy =
          device.allocateRecycled(
              plan.call().op() + " input " + fixup.input(),
              StorageChecks.outputBytes(fixup.call()));
      copies.add(copy);
      BufferSlice dense = BufferSlice.of(copy);
      batch.dispatch(prepare(fixup.entry(), fixup.call()), inputs[fixup.input()], dense);
      memory[fixup.input()] = dense;
    }
    PreparedCall call = prepare(plan.entry(), plan.call());
    if (memory.length == 1) {
      batch.dispatch(call, memory[0], output);
    } else if (memory.length == 2) {
      batch.dispatch(call, memory[0], memory[1], output);
    } else {
      throw new IllegalArgumentException(
          plan.call().op() + " with " + memory.length + " buffers: " + Arrays.toString(memory));
    }
  }

  private PreparedCall prepare(BindingEntry entry, OpCall call) {
    Prepared key = new Prepared(entry, call);
    synchronized (prepared) {
      PreparedCall known = prepared.get(key);
      if (known != null) {
        return known;
      }
    }
    PreparedCall fresh = device.prepare(entry, call);
    synchronized (prepared) {
      prepared.put(key, fresh);
    }
    return fresh;
  }
}
