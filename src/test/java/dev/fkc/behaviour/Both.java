package dev.fkc.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.FuelKernels;
import dev.fkc.op.OpCall;
import dev.fkc.op.StorageChecks;
import dev.fkc.reference.Reference;
import dev.fkc.reference.Tensor;
import dev.fkc.type.BackendId;
import dev.fkc.type.Layout;
import dev.fkc.type.OpKind;
import dev.fkc.vulkan.BufferSlice;
import dev.fkc.vulkan.CommandBatch;
import dev.fkc.vulkan.Completion;
import dev.fkc.vulkan.DeviceBuffer;
import dev.fkc.vulkan.IndexCheck;
import dev.fkc.vulkan.PreparedCall;
import dev.fkc.vulkan.VulkanDevice;
import dev.fkc.vulkan.VulkanExecutor;
import dev.fkc.vulkan.VulkanProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Does calls on a Vulkan device and on the CPU, which must agree, and gives what came out. Dtypes
 * that no contract registers for an op go to the kernel by its symbol.
 */
final class Both {
  private final VulkanDevice device;
  private final VulkanExecutor executor;

  Both(VulkanDevice device) {
    this.device = device;
    this.executor = new VulkanExecutor(device, FuelKernels.registry());
  }

  long[] triu(Tensor in, long diagonal) {
    return run(OpCall.triu(in.operand(), diagonal), in);
  }

  long[] tril(Tensor in, long diagonal) {
    return run(OpCall.tril(in.operand(), diagonal), in);
  }

  long[] flip(Tensor in, long axis) {
    return run(OpCall.flip(in.operand(), axis), in);
  }

  long[] roll(Tensor in, long axis, long shift) {
    return run(OpCall.roll(in.operand(), axis, shift), in);
  }

  long[] indexSelect(Tensor in, long axis, Tensor indices) {
    return run(OpCall.indexSelect(in.operand(), axis, indices.operand()), in, indices);
  }

  long[] gather(Tensor in, long axis, Tensor indices) {
    return run(OpCall.gather(in.operand(), axis, indices.operand()), in, indices);
  }

  long[] maskedFill(Tensor in, Tensor mask, long fill) {
    byte[] bytes = Tensor.bytes(in.dtype(), fill);
    return run(OpCall.maskedFill(in.operand(), mask.operand(), bytes), in, mask);
  }

  long[] contiguize(Tensor in) {
    return run(OpCall.contiguize(in.operand()), in);
  }

  /** The elements of the result as unsigned words. */
  long[] run(OpCall call, Tensor... inputs) {
    byte[][] memory = Arrays.stream(inputs).map(Tensor::bytes).toArray(byte[][]::new);
    byte[] onVulkan = vulkan(call, inputs);
    assertThat(onVulkan).as("%s", call).isEqualTo(Reference.compute(call, memory));
    return Tensor.words(call.output().dtype(), onVulkan);
  }

  /** The bytes of the result, by Vulkan alone. */
  byte[] vulkan(OpCall call, Tensor... inputs) {
    List<DeviceBuffer> memory = new ArrayList<>();
    try {
      for (Tensor input : inputs) {
        memory.add(device.allocate("input", input.bytes()));
      }
      BufferSlice[] slices = memory.stream().map(BufferSlice::of).toArray(BufferSlice[]::new);
      boolean registered =
          !FuelKernels.registry().find(call.op(), call.dtypes(), BackendId.VULKAN).isEmpty();
      if (registered) {
        try (var result = executor.run(call, slices)) {
          return result.toBytes();
        }
      }
      return bySymbol(call, slices, memory);
    } finally {
      memory.forEach(DeviceBuffer::close);
    }
  }

  private byte[] bySymbol(OpCall call, BufferSlice[] inputs, List<DeviceBuffer> memory) {
    BufferSlice[] operands = Arrays.copyOf(inputs, inputs.length + 1);
    OpCall dense = call;
    boolean readsViews = call.op().equals(OpKind.FLIP) || call.op().equals(OpKind.ROLL);
    for (int k = 0; k < inputs.length && !readsViews; k++) {
      var copy = executor.run(OpCall.contiguize(call.inputs().get(k)), inputs[k]);
      memory.add(copy.buffer());
      operands[k] = copy.view().memory();
      dense = dense.withInputLayout(k, Layout.contiguous(call.inputs().get(k).shape()));
    }
    DeviceBuffer output = device.allocate("output", StorageChecks.outputBytes(call));
    memory.add(output);
    operands[inputs.length] = BufferSlice.of(output);
    try (CommandBatch batch = device.batch("by symbol")) {
      record(
          batch,
          device.prepare(VulkanProvider.kernel(call.op()), dense, IndexCheck.CHECKED),
          operands);
      try (Completion done = batch.submit()) {
        done.await();
      }
    }
    return output.download();
  }

  /** Records a call with its operands, inputs in order, then the output. */
  static void record(CommandBatch batch, PreparedCall call, BufferSlice... operands) {
    if (operands.length == 2) {
      batch.dispatch(call, operands[0], operands[1]);
    } else {
      batch.dispatch(call, operands[0], operands[1], operands[2]);
    }
  }
}
