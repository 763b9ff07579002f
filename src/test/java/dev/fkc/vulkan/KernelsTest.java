package dev.fkc.vulkan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.reference.CaseGenerator;
import dev.fkc.reference.Reference;
import dev.fkc.reference.TestCase;
import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.OpKind;
import dev.fkc.vulkan.internal.CallRecorder;
import dev.fkc.vulkan.internal.DeviceContext;
import dev.fkc.vulkan.internal.EncodingLimits;
import dev.fkc.vulkan.internal.GpuBuffer;
import dev.fkc.vulkan.internal.KernelRuntime;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every shader in every form against the reference: operands at any element of their buffers, guard
 * bytes around them, calls cut into parts, buffers as bindings and as addresses.
 */
@ExtendWith(VulkanTesting.class)
class KernelsTest {
  private static final int GUARD = 64;

  /** How calls are encoded. */
  enum Mode {
    /** As the device wants it. */
    WHOLE(Long.MAX_VALUE, 1L << 32, true),
    /** Parts of a few kilobytes, which reach far through addresses. */
    PARTS(4096, 65535, true),
    /** Parts so small that most sources exceed a binding; few workgroups on the x axis. */
    ADDRESSES(512, 2, true);

    private final long range;
    private final long groups;
    private final boolean addresses;

    Mode(long range, long groups, boolean addresses) {
      this.range = range;
      this.groups = groups;
      this.addresses = addresses;
    }

    EncodingLimits limits(EncodingLimits own) {
      return new EncodingLimits(
          Math.min(range, own.maxStorageBufferRange()),
          own.offsetAlignment(),
          Math.min(groups, own.maxGroupsX()),
          own.sharedMemory(),
          addresses);
    }
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void everyCallMovesTheBytesOfTheReference(Mode mode, VulkanDevice device) {
    DeviceContext context = device.context();
    EncodingLimits limits = mode.limits(KernelRuntime.limits(context.device()));
    CaseGenerator cases = new CaseGenerator(mode.ordinal());
    Random random = new Random(mode.ordinal());
    DType[] dtypes = {DType.U8, DType.F16, DType.F32, DType.I64};
    try (KernelRuntime kernels = new KernelRuntime(context.device(), context.layouts(), limits)) {
      for (OpKind op : OpKind.known()) {
        for (int n = 0; n < Integer.getInteger("fkc.cases", 120); n++) {
          TestCase drawn = cases.next(op, dtypes[n % dtypes.length]);
          check(device, kernels, drawn, random);
        }
      }
    }
  }

  private static void check(
      VulkanDevice device, KernelRuntime kernels, TestCase drawn, Random random) {
    OpCall call = drawn.call();
    byte[][] inputs = drawn.buffers().toArray(byte[][]::new);
    if (!readsViews(call.op())) {
      for (int k = 0; k < inputs.length; k++) {
        Operand operand = call.inputs().get(k);
        inputs[k] = Reference.compute(OpCall.contiguize(operand), inputs[k]);
        call = call.withInputLayout(k, Layout.contiguous(operand.shape()));
      }
    }
    byte[] expected = Reference.compute(call, inputs);
    Guarded[] operands = new Guarded[inputs.length + 1];
    try (CommandBatch batch = device.batch("kernels test")) {
      for (int k = 0; k < operands.length; k++) {
        byte[] bytes = k < inputs.length ? inputs[k] : new byte[expected.length];
        operands[k] = Guarded.of(device, bytes, call.dtypes().get(k).byteSize(), random);
      }
      CallRecorder recorder = new CallRecorder(kernels, call, true);
      recorder.record(
          batch.recorder(),
          Arrays.stream(operands).map(o -> o.buffer.memory()).toArray(GpuBuffer[]::new),
          Arrays.stream(operands).mapToLong(o -> o.start).toArray());
      try (Completion done = batch.submit()) {
        done.await();
      }
      for (int k = 0; k < inputs.length; k++) {
        assertThat(operands[k].buffer.download()).isEqualTo(operands[k].content);
      }
      Guarded output = operands[inputs.length];
      System.arraycopy(expected, 0, output.content, output.start, expected.length);
      byte[] actual = output.buffer.download();
      int different = Arrays.mismatch(actual, output.content);
      assertThat(different)
          .as(
              "first differing byte, output from %d to %d, of %s",
              output.start, output.start + expected.length, call)
          .isEqualTo(-1);
    } finally {
      for (Guarded operand : operands) {
        if (operand != null) {
          operand.buffer.close();
        }
      }
    }
  }

  private static boolean readsViews(OpKind op) {
    return op.equals(OpKind.FLIP) || op.equals(OpKind.ROLL) || op.equals(OpKind.CONTIGUIZE);
  }

  /** An operand with random bytes around it, beginning at any multiple of its element size. */
  private record Guarded(DeviceBuffer buffer, int start, byte[] content) {
    static Guarded of(VulkanDevice device, byte[] bytes, int elementSize, Random random) {
      int start = GUARD + random.nextInt(32 / elementSize) * elementSize;
      byte[] content = new byte[start + bytes.length + GUARD + random.nextInt(16)];
      random.nextBytes(content);
      System.arraycopy(bytes, 0, content, start, bytes.length);
      return new Guarded(device.allocate("guarded operand", content), start, content);
    }
  }
}
