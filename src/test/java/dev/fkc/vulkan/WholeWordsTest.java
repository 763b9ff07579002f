package dev.fkc.vulkan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.reference.Reference;
import dev.fkc.type.DType;
import dev.fkc.type.Shape;
import dev.fkc.vulkan.internal.CallRecorder;
import dev.fkc.vulkan.internal.EncodingLimits;
import dev.fkc.vulkan.internal.GpuBuffer;
import dev.fkc.vulkan.internal.KernelRuntime;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Outputs that hold whole words of whole workgroups, for which devices that run both sides of every
 * branch have variants of their own, and what is before and after them: here on any device.
 */
@ExtendWith(VulkanTesting.class)
class WholeWordsTest {
  private static final int WORD_BYTES = 16;

  /** Bytes that a workgroup writes when each invocation writes one word. */
  private static final int GROUP_BYTES = 4096;

  /** From here on an invocation writes several words. */
  private static final int MANY_BYTES = 2 << 20;

  private static final int GUARD = 64;

  private final Random random = new Random(11);

  @ParameterizedTest
  @EnumSource(names = {"U8", "F16", "F32", "I64"})
  void wholeOutputsHoldTheBytesOfTheReference(DType dtype, VulkanDevice device) {
    try (KernelRuntime kernels = kernels(device, Integer.MAX_VALUE, 0)) {
      for (int columns : new int[] {1, 3, 12, 64}) {
        everyOp(device, kernels, dtype, GROUP_BYTES / dtype.byteSize(), columns, WORD_BYTES);
      }
      int many = MANY_BYTES / dtype.byteSize() / 16;
      everyOp(device, kernels, dtype, many, 16, WORD_BYTES);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"U8", "F16", "F32", "I64"})
  void outputsOfAnySizeAtAnyStartHoldTheBytesOfTheReference(DType dtype, VulkanDevice device) {
    for (long addressesUpTo : new long[] {0, Long.MAX_VALUE}) {
      try (KernelRuntime kernels = kernels(device, 3, addressesUpTo)) {
        for (int columns : new int[] {1, 5, 61, 1023}) {
          int rows = 9 * GROUP_BYTES / dtype.byteSize() / columns;
          everyOp(device, kernels, dtype, rows, columns, dtype.byteSize());
        }
      }
    }
  }

  private void everyOp(
      VulkanDevice device,
      KernelRuntime kernels,
      DType dtype,
      int rows,
      int columns,
      int startStep) {
    Operand x = Operand.contiguous(dtype, Shape.of(4, rows / 4, columns));
    byte[] bytes = bytes(x);
    check(device, kernels, startStep, OpCall.triu(x, -1), bytes);
    check(device, kernels, startStep, OpCall.tril(x, 2), bytes);
    byte[] mask = bytes(Operand.contiguous(DType.BOOL, x.shape()));
    for (int i = 0; i < mask.length; i++) {
      mask[i] = mask[i] < 0 ? 0 : mask[i];
    }
    byte[] fill = Arrays.copyOf(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}, dtype.byteSize());
    Operand masked = Operand.contiguous(DType.BOOL, x.shape());
    check(device, kernels, startStep, OpCall.maskedFill(x, masked, fill), bytes, mask);
    for (int dim = 0; dim < 3; dim++) {
      int bound = (int) x.shape().dim(dim);
      Operand list = Operand.contiguous(DType.U32, Shape.of(bound));
      check(
          device,
          kernels,
          startStep,
          OpCall.indexSelect(x, dim, list),
          bytes,
          indices(list, bound));
      Operand all = Operand.contiguous(DType.U32, x.shape());
      check(device, kernels, startStep, OpCall.flip(x, dim), bytes);
      check(device, kernels, startStep, OpCall.roll(x, dim, 2), bytes);
      check(device, kernels, startStep, OpCall.gather(x, dim, all), bytes, indices(all, bound));
    }
  }

  @Test
  void theFirstOfSeveralBadIndicesIsReported(VulkanDevice device) {
    Operand x = Operand.contiguous(DType.F32, Shape.of(64, 512));
    Operand all = Operand.contiguous(DType.U32, x.shape());
    Operand list = Operand.contiguous(DType.U32, Shape.of(512));
    try (KernelRuntime kernels = kernels(device, Integer.MAX_VALUE, 0)) {
      for (OpCall call : List.of(OpCall.gather(x, 1, all), OpCall.indexSelect(x, 1, list))) {
        byte[] indices = indices(call.inputs().get(1), 512);
        ByteBuffer values = ByteBuffer.wrap(indices).order(ByteOrder.LITTLE_ENDIAN);
        values.putInt(4 * 331, 7001).putInt(4 * 330, 7002).putInt(4 * 329, 7003);
        values.putInt(4 * 511, 7004).putInt(4 * 400, -1);
        assertThatThrownBy(() -> run(device, kernels, WORD_BYTES, call, bytes(x), indices))
            .isInstanceOf(IndexOutOfBoundsException.class)
            .hasMessageContaining("7003");
      }
    }
  }

  private static KernelRuntime kernels(VulkanDevice device, int groupsX, long addressesUpTo) {
    EncodingLimits own = KernelRuntime.limits(device.context().device());
    return new KernelRuntime(
        device.context().device(),
        device.context().layouts(),
        new EncodingLimits(
            own.maxStorageBufferRange(),
            own.offsetAlignment(),
            Math.min(groupsX, own.maxGroupsX()),
            own.sharedMemory(),
            own.addressesAvailable(),
            addressesUpTo,
            own.cacheBytes(),
            true));
  }

  private byte[] bytes(Operand operand) {
    byte[] bytes = new byte[(int) operand.layout().elementCount() * operand.dtype().byteSize()];
    random.nextBytes(bytes);
    return bytes;
  }

  private byte[] indices(Operand operand, int bound) {
    byte[] bytes = bytes(operand);
    ByteBuffer values = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < bytes.length; i += 4) {
      values.putInt(i, random.nextInt(bound));
    }
    return bytes;
  }

  private void check(
      VulkanDevice device, KernelRuntime kernels, int startStep, OpCall call, byte[]... inputs) {
    byte[] expected = Reference.compute(call, inputs);
    assertThat(Arrays.mismatch(run(device, kernels, startStep, call, inputs), expected))
        .as("first differing byte of %d of %s", expected.length, call)
        .isEqualTo(-1);
  }

  /** Inputs begin at any of their elements, the output at a multiple of so many bytes. */
  private byte[] run(
      VulkanDevice device, KernelRuntime kernels, int startStep, OpCall call, byte[]... inputs) {
    int count = inputs.length + 1;
    DeviceBuffer[] buffers = new DeviceBuffer[count];
    long[] starts = new long[count];
    int length = (int) call.output().layout().elementCount() * call.output().dtype().byteSize();
    byte[] guarded = new byte[GUARD + length + GUARD];
    random.nextBytes(guarded);
    try (CommandBatch batch = device.batch("whole words")) {
      for (int k = 0; k < inputs.length; k++) {
        starts[k] = (long) random.nextInt(3) * call.inputs().get(k).dtype().byteSize();
        buffers[k] = device.allocate("input", starts[k] + inputs[k].length);
        buffers[k].upload(inputs[k], 0, starts[k], inputs[k].length);
      }
      int start = (1 + random.nextInt(GUARD / startStep - 1)) * startStep;
      starts[inputs.length] = start;
      buffers[inputs.length] = device.allocate("output", guarded);
      new CallRecorder(kernels, call, true)
          .record(
              batch.recorder(),
              Arrays.stream(buffers).map(DeviceBuffer::memory).toArray(GpuBuffer[]::new),
              starts);
      try (Completion done = batch.submit()) {
        done.await();
      }
      byte[] after = buffers[inputs.length].download();
      byte[] output = Arrays.copyOfRange(after, start, start + length);
      System.arraycopy(output, 0, guarded, start, length);
      assertThat(Arrays.mismatch(after, guarded)).as("bytes beside the output").isEqualTo(-1);
      return output;
    } finally {
      for (DeviceBuffer buffer : buffers) {
        if (buffer != null) {
          buffer.close();
        }
      }
    }
  }
}
