package dev.fkc.vulkan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.reference.CaseGenerator;
import dev.fkc.reference.Reference;
import dev.fkc.reference.TestCase;
import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.OpKind;
import dev.fkc.type.Shape;
import dev.fkc.vulkan.internal.CallRecorder;
import dev.fkc.vulkan.internal.DeviceContext;
import dev.fkc.vulkan.internal.EncodingLimits;
import dev.fkc.vulkan.internal.GpuBuffer;
import dev.fkc.vulkan.internal.KernelRuntime;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
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
    WHOLE(Long.MAX_VALUE, 1L << 32, 0, false),
    /**
     * As a graphics card wants it, which reaches operands through addresses where that is cheap.
     */
    SMALL(Long.MAX_VALUE, 1L << 32, Long.MAX_VALUE, true),
    /** Parts of a few kilobytes, as for graphics cards, which reach far through addresses. */
    PARTS(4096, 65535, 0, true),
    /** Parts so small that most sources exceed a binding; few workgroups on the x axis. */
    ADDRESSES(512, 2, 0, false);

    private final long range;
    private final long groups;
    private final long addressesUpTo;
    private final boolean graphics;

    Mode(long range, long groups, long addressesUpTo, boolean graphics) {
      this.range = range;
      this.groups = groups;
      this.addressesUpTo = addressesUpTo;
      this.graphics = graphics;
    }

    EncodingLimits limits(EncodingLimits own) {
      return limits(own, own.runsBothSides() && !graphics);
    }

    EncodingLimits limits(EncodingLimits own, boolean runsBothSides) {
      return new EncodingLimits(
          Math.min(range, own.maxStorageBufferRange()),
          own.offsetAlignment(),
          Math.min(groups, own.maxGroupsX()),
          own.sharedMemory(),
          true,
          addressesUpTo,
          runsBothSides);
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
        for (int n = 0; n < Integer.getInteger("fkc.cases", 30); n++) {
          TestCase drawn = cases.next(op, dtypes[n % dtypes.length]);
          check(device, kernels, drawn, random);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void theFirstBadIndexIsReportedHoweverMemoryIsReached(Mode mode, VulkanDevice device) {
    DeviceContext context = device.context();
    EncodingLimits limits = mode.limits(KernelRuntime.limits(context.device()));
    Operand x = Operand.contiguous(DType.F32, Shape.of(30, 70));
    Operand list = Operand.contiguous(DType.U32, Shape.of(2_000));
    Operand grid = Operand.contiguous(DType.U32, Shape.of(40, 70));
    try (KernelRuntime kernels = new KernelRuntime(context.device(), context.layouts(), limits)) {
      for (OpCall call : List.of(OpCall.indexSelect(x, 0, list), OpCall.gather(x, 0, grid))) {
        byte[] indices = new byte[(int) call.inputs().get(1).layout().elementCount() * 4];
        ByteBuffer words = ByteBuffer.wrap(indices).order(ByteOrder.LITTLE_ENDIAN);
        words.putInt(4 * 1_999, 30).putInt(4 * 1_234, -1).putInt(4 * 1_500, 77);
        Random random = new Random(1);
        assertThatThrownBy(() -> check(device, kernels, call, random, bytes(x, random), indices))
            .isInstanceOf(IndexOutOfBoundsException.class)
            .hasMessageContaining("4294967295")
            .hasMessageContaining("position 1234")
            .hasMessageContaining("bound 30");
        words.putInt(4 * 1_999, 29).putInt(4 * 1_234, 0).putInt(4 * 1_500, 1);
        check(device, kernels, call, random, bytes(x, random), indices);
      }
    }
  }

  /** Large enough for tiles, staged rows and records, in every width and at odd edges. */
  @ParameterizedTest
  @EnumSource(Mode.class)
  void tilesAndStagedRowsMoveTheBytesOfTheReference(Mode mode, VulkanDevice device) {
    DeviceContext context = device.context();
    EncodingLimits limits = mode.limits(KernelRuntime.limits(context.device()));
    Random random = new Random(mode.ordinal());
    try (KernelRuntime kernels = new KernelRuntime(context.device(), context.layouts(), limits)) {
      for (DType dtype : new DType[] {DType.U8, DType.F16, DType.F32, DType.I64}) {
        for (Layout layout : twoSided(random)) {
          Operand x = new Operand(dtype, layout);
          check(device, kernels, OpCall.contiguize(x), random, bytes(x, random));
          int axis = random.nextInt(layout.rank());
          check(device, kernels, OpCall.flip(x, axis), random, bytes(x, random));
          check(
              device, kernels, OpCall.roll(x, axis, random.nextInt(50)), random, bytes(x, random));
        }
        for (long columns : new long[] {33, 64, 255, 1000}) {
          Operand x = Operand.contiguous(dtype, Shape.of(3, 70, columns));
          Operand indices =
              Operand.contiguous(DType.U32, Shape.of(3, 70, columns - random.nextInt(20)));
          byte[] list = below(columns, indices, random);
          check(device, kernels, OpCall.gather(x, 2, indices), random, bytes(x, random), list);
        }
      }
    }
  }

  /** Several workgroups of records of any size, in batches too, as for graphics cards. */
  @ParameterizedTest
  @EnumSource(Mode.class)
  void recordsAreTakenApartAndPutTogether(Mode mode, VulkanDevice device) {
    DeviceContext context = device.context();
    EncodingLimits limits = mode.limits(KernelRuntime.limits(context.device()), false);
    Random random = new Random(mode.ordinal());
    try (KernelRuntime kernels = new KernelRuntime(context.device(), context.layouts(), limits)) {
      for (DType dtype : new DType[] {DType.U8, DType.F16, DType.F32, DType.I64}) {
        for (long units : new long[] {2, 3, 4, 5, 7, 8, 12, 16, 24, 31, 33, 62, 100}) {
          long batches = 1 + random.nextInt(3);
          long records = 32 + random.nextInt((int) (40_000 / units / batches));
          for (Layout layout :
              List.of(
                  Layout.contiguous(Shape.of(batches, records, units)),
                  Layout.contiguous(Shape.of(batches, units, records)))) {
            Layout turned =
                layout.permute(0, 2, 1).withOffset(layout.offset() + random.nextInt(20));
            Operand x = new Operand(dtype, turned);
            check(device, kernels, OpCall.contiguize(x), random, bytes(x, random));
          }
        }
      }
    }
  }

  /** Large enough that an invocation writes several words which lie whole rows apart. */
  @ParameterizedTest
  @EnumSource(
      value = Mode.class,
      names = {"WHOLE", "SMALL"})
  void manyShortRowsMoveTheBytesOfTheReference(Mode mode, VulkanDevice device) {
    DeviceContext context = device.context();
    EncodingLimits limits = mode.limits(KernelRuntime.limits(context.device()), false);
    Random random = new Random(mode.ordinal());
    try (KernelRuntime kernels = new KernelRuntime(context.device(), context.layouts(), limits)) {
      for (DType dtype : new DType[] {DType.U8, DType.F16, DType.F32, DType.I64}) {
        for (Layout layout : shortRows(2_200_000 / dtype.byteSize(), random)) {
          Operand x = new Operand(dtype, layout);
          byte[] bytes = bytes(x, random);
          check(device, kernels, OpCall.contiguize(x), random, bytes);
          for (int axis = 1; axis < layout.rank(); axis++) {
            check(device, kernels, OpCall.flip(x, axis), random, bytes);
            int shift = 1 + random.nextInt((int) layout.shape().dim(axis) - 1);
            check(device, kernels, OpCall.roll(x, axis, shift), random, bytes);
          }
        }
      }
    }
  }

  /** Large enough that an invocation writes several words, as on GPUs. */
  @Test
  void largeCallsMoveTheBytesOfTheReferenceAsOnGraphicsCards(VulkanDevice device) {
    DeviceContext context = device.context();
    EncodingLimits limits = Mode.WHOLE.limits(KernelRuntime.limits(context.device()), false);
    Random random = new Random(5);
    try (KernelRuntime kernels = new KernelRuntime(context.device(), context.layouts(), limits)) {
      for (DType dtype : new DType[] {DType.U8, DType.F16, DType.F32, DType.I64}) {
        long elements = 2_400_000 / dtype.byteSize();
        for (long columns : new long[] {1, 3, 31, 64, 1001, 8192}) {
          long rows = elements / columns;
          Operand x = Operand.contiguous(dtype, Shape.of(rows, columns));
          byte[] data = bytes(x, random);
          check(device, kernels, OpCall.triu(x, 1 - rows / 2), random, data);
          check(device, kernels, OpCall.tril(x, -rows / 2), random, data);
          Operand mask = Operand.contiguous(DType.BOOL, x.shape());
          byte[] fill = new byte[dtype.byteSize()];
          random.nextBytes(fill);
          check(
              device, kernels, OpCall.maskedFill(x, mask, fill), random, data, flags(mask, random));
          Operand list = Operand.contiguous(DType.U32, Shape.of(rows));
          check(
              device,
              kernels,
              OpCall.indexSelect(x, 0, list),
              random,
              data,
              below(rows, list, random));
          Operand each = Operand.contiguous(DType.U32, x.shape());
          check(
              device,
              kernels,
              OpCall.gather(x, 1, each),
              random,
              data,
              below(columns, each, random));
          check(
              device, kernels, OpCall.gather(x, 0, each), random, data, below(rows, each, random));
          Operand some = Operand.contiguous(DType.U32, Shape.of(columns));
          check(
              device,
              kernels,
              OpCall.indexSelect(x, 1, some),
              random,
              data,
              below(columns, some, random));
        }
      }
    }
  }

  private static byte[] flags(Operand mask, Random random) {
    byte[] flags = bytes(mask, random);
    for (int i = 0; i < flags.length; i += 2) {
      flags[i] = 0;
    }
    return flags;
  }

  private static byte[] below(long bound, Operand indices, Random random) {
    byte[] list = bytes(indices, random);
    IntBuffer values = ByteBuffer.wrap(list).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
    for (int i = 0; i < values.limit(); i++) {
      values.put(i, random.nextInt((int) bound));
    }
    return list;
  }

  /** Dense rows, and every second time rows with gaps, backwards or not. */
  private static List<Layout> shortRows(long elements, Random random) {
    List<Layout> layouts = new ArrayList<>();
    for (long columns : new long[] {2, 3, 7, 15, 16, 31, 70, 127}) {
      layouts.add(Layout.contiguous(Shape.of(elements / columns, columns)));
      Layout wide = Layout.contiguous(Shape.of(elements / columns, columns + 3));
      layouts.add(wide.slice(1, 1, columns + 1).flip(random.nextInt(2)));
    }
    layouts.add(Layout.contiguous(Shape.of(elements / 93, 3, 31)));
    layouts.add(
        Layout.contiguous(Shape.of(elements / 7, 1)).broadcastTo(Shape.of(elements / 7, 7)));
    return layouts.stream().map(l -> l.withOffset(l.offset() + random.nextInt(9))).toList();
  }

  private static List<Layout> twoSided(Random random) {
    List<Layout> layouts = new ArrayList<>();
    for (long[] dims :
        new long[][] {
          {64, 128},
          {37, 201},
          {130, 131},
          {16, 300},
          {300, 3},
          {3, 300},
          {257, 31},
          {31, 257},
          {520, 5},
          {2100, 40},
          {1030, 64},
          {64, 640},
          {100, 700}
        }) {
      layouts.add(Layout.contiguous(Shape.of(dims)).transpose(0, 1));
    }
    Layout cube = Layout.contiguous(Shape.of(3, 40, 70));
    layouts.add(cube.permute(0, 2, 1));
    layouts.add(cube.permute(2, 1, 0));
    layouts.add(cube.permute(2, 0, 1).flip(0));
    layouts.add(cube.permute(1, 2, 0));
    layouts.add(Layout.contiguous(Shape.of(4, 200, 3)).permute(0, 2, 1));
    layouts.add(Layout.contiguous(Shape.of(4, 3, 200)).permute(0, 2, 1));
    layouts.add(Layout.contiguous(Shape.of(20, 16, 16)).permute(0, 2, 1));
    layouts.add(Layout.contiguous(Shape.of(3, 64, 64)).permute(0, 2, 1));
    layouts.add(Layout.contiguous(Shape.of(2, 900, 48)).permute(0, 2, 1));
    layouts.add(Layout.contiguous(Shape.of(9, 8, 5, 130)).permute(3, 2, 1, 0));
    layouts.add(Layout.contiguous(Shape.of(8, 8, 16, 64)).permute(3, 2, 1, 0));
    layouts.add(Layout.contiguous(Shape.of(4, 33, 90)).permute(0, 2, 1).flip(1).slice(2, 1, 30));
    layouts.add(
        Layout.contiguous(Shape.of(2, 3, 4, 5, 2, 3, 4, 40)).permute(7, 6, 5, 4, 3, 2, 1, 0));
    return layouts.stream().map(l -> l.withOffset(l.offset() + random.nextInt(20))).toList();
  }

  private static byte[] bytes(Operand operand, Random random) {
    byte[] bytes = new byte[(int) operand.layout().endElement() * operand.dtype().byteSize()];
    random.nextBytes(bytes);
    return bytes;
  }

  private static void check(
      VulkanDevice device, KernelRuntime kernels, TestCase drawn, Random random) {
    check(device, kernels, drawn.call(), random, drawn.buffers().toArray(byte[][]::new));
  }

  private static void check(
      VulkanDevice device, KernelRuntime kernels, OpCall given, Random random, byte[]... buffers) {
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
