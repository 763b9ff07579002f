package dev.fkc.vulkan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.function.BiConsumer;

/** Calls on the shaders of a runtime, compared with the reference. */
final class KernelCheck {
  private static final int GUARD = 64;

  private final VulkanDevice device;
  private final KernelRuntime kernels;

  KernelCheck(VulkanDevice device, KernelRuntime kernels) {
    this.device = device;
    this.kernels = kernels;
  }

  /** Makes calls with dtypes of 1, 2, 4 and 8 bytes. */
  static void inEveryWidth(
      VulkanDevice device, EncodingLimits limits, BiConsumer<KernelCheck, DType> calls) {
    DeviceContext context = device.context();
    try (KernelRuntime kernels = new KernelRuntime(context.device(), context.layouts(), limits)) {
      for (DType dtype : new DType[] {DType.U8, DType.F16, DType.F32, DType.I64}) {
        calls.accept(new KernelCheck(device, kernels), dtype);
      }
    }
  }

  /** Random content for an operand. */
  static byte[] bytes(Operand operand, Random random) {
    byte[] bytes = new byte[(int) operand.layout().endElement() * operand.dtype().byteSize()];
    random.nextBytes(bytes);
    return bytes;
  }

  /** A random mask, half of it 0. */
  static byte[] flags(Operand mask, Random random) {
    byte[] flags = bytes(mask, random);
    for (int i = 0; i < flags.length; i += 2) {
      flags[i] = 0;
    }
    return flags;
  }

  /** Random indices below a bound. */
  static byte[] below(long bound, Operand indices, Random random) {
    byte[] list = bytes(indices, random);
    IntBuffer values = ByteBuffer.wrap(list).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
    for (int i = 0; i < values.limit(); i++) {
      values.put(i, random.nextInt((int) bound));
    }
    return list;
  }

  /** Runs a drawn call on its buffers. */
  void check(TestCase drawn, Random random) {
    check(drawn.call(), random, drawn.buffers().toArray(byte[][]::new));
  }

  /**
   * Runs a call on operands at random places, compares its output with the reference, and looks
   * whether any other byte was touched.
   */
  void check(OpCall given, Random random, byte[]... buffers) {
    OpCall call = given;
    byte[][] inputs = buffers.clone();
    if (!readsViews(call.op())) {
      for (int k = 0; k < inputs.length; k++) {
        Operand operand = call.inputs().get(k);
        inputs[k] = Reference.compute(OpCall.contiguize(operand), inputs[k]);
        call = call.withInputLayout(k, Layout.contiguous(operand.shape()));
      }
    }
    byte[] expected;
    try {
      expected = Reference.compute(call, inputs);
    } catch (IndexOutOfBoundsException e) {
      expected =
          new byte[(int) call.output().layout().elementCount() * call.dtypes().get(0).byteSize()];
    }
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
