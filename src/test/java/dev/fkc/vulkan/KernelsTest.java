package dev.fkc.vulkan;

import static dev.fkc.vulkan.KernelCheck.below;
import static dev.fkc.vulkan.KernelCheck.bytes;
import static dev.fkc.vulkan.KernelCheck.flags;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.reference.CaseGenerator;
import dev.fkc.reference.TestCase;
import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.OpKind;
import dev.fkc.type.Shape;
import dev.fkc.vulkan.internal.DeviceContext;
import dev.fkc.vulkan.internal.EncodingLimits;
import dev.fkc.vulkan.internal.KernelRuntime;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
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

    /** So that small sources exceed it. */
    private static final long SMALL_CACHE = 4096;

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
          graphics ? SMALL_CACHE : own.cacheBytes(),
          runsBothSides);
    }
  }

  private interface Calls {
    void make(KernelCheck kernels, DType dtype, Random random);
  }

  private static void inEveryWidth(Mode mode, VulkanDevice device, Calls calls) {
    EncodingLimits own = KernelRuntime.limits(device.context().device());
    inEveryWidth(mode, device, mode.limits(own), calls);
  }

  /** The same in the forms for graphics cards, whatever the device is. */
  private static void inEveryWidthOfCards(Mode mode, VulkanDevice device, Calls calls) {
    EncodingLimits own = KernelRuntime.limits(device.context().device());
    inEveryWidth(mode, device, mode.limits(own, false), calls);
  }

  private static void inEveryWidth(
      Mode mode, VulkanDevice device, EncodingLimits limits, Calls calls) {
    Random random = new Random(mode.ordinal());
    KernelCheck.inEveryWidth(
        device, limits, (kernels, dtype) -> calls.make(kernels, dtype, random));
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
      KernelCheck check = new KernelCheck(device, kernels);
      for (OpKind op : OpKind.known()) {
        for (int n = 0; n < Integer.getInteger("fkc.cases", 30); n++) {
          TestCase drawn = cases.next(op, dtypes[n % dtypes.length]);
          check.check(drawn, random);
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
      KernelCheck check = new KernelCheck(device, kernels);
      Operand tall = Operand.contiguous(DType.F32, Shape.of(70, 30));
      for (OpCall call :
          List.of(
              OpCall.indexSelect(x, 0, list),
              OpCall.indexSelect(tall, 1, list),
              OpCall.gather(x, 0, grid))) {
        byte[] indices = new byte[(int) call.inputs().get(1).layout().elementCount() * 4];
        ByteBuffer words = ByteBuffer.wrap(indices).order(ByteOrder.LITTLE_ENDIAN);
        words.putInt(4 * 1_999, 30).putInt(4 * 1_234, -1).putInt(4 * 1_500, 77);
        Random random = new Random(1);
        assertThatThrownBy(() -> check.check(call, random, bytes(x, random), indices))
            .isInstanceOf(IndexOutOfBoundsException.class)
            .hasMessageContaining("4294967295")
            .hasMessageContaining("position 1234")
            .hasMessageContaining("bound 30");
        words.putInt(4 * 1_999, 29).putInt(4 * 1_234, 0).putInt(4 * 1_500, 1);
        check.check(call, random, bytes(x, random), indices);
      }
    }
  }

  /** Large enough for tiles, staged rows and records, in every width and at odd edges. */
  @ParameterizedTest
  @EnumSource(Mode.class)
  void tilesAndStagedRowsMoveTheBytesOfTheReference(Mode mode, VulkanDevice device) {
    inEveryWidth(
        mode,
        device,
        (kernels, dtype, random) -> {
          for (Layout layout : twoSided(random)) {
            Operand x = new Operand(dtype, layout);
            kernels.check(OpCall.contiguize(x), random, bytes(x, random));
            int axis = random.nextInt(layout.rank());
            kernels.check(OpCall.flip(x, axis), random, bytes(x, random));
            kernels.check(OpCall.roll(x, axis, random.nextInt(50)), random, bytes(x, random));
          }
          for (long columns : new long[] {33, 64, 255, 1000}) {
            Operand x = Operand.contiguous(dtype, Shape.of(3, 70, columns));
            Operand indices =
                Operand.contiguous(DType.U32, Shape.of(3, 70, columns - random.nextInt(20)));
            byte[] list = below(columns, indices, random);
            kernels.check(OpCall.gather(x, 2, indices), random, bytes(x, random), list);
          }
        });
  }

  /** Several workgroups of records of any size, in batches too, as for graphics cards. */
  @ParameterizedTest
  @EnumSource(Mode.class)
  void recordsAreTakenApartAndPutTogether(Mode mode, VulkanDevice device) {
    inEveryWidthOfCards(
        mode,
        device,
        (kernels, dtype, random) -> {
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
              kernels.check(OpCall.contiguize(x), random, bytes(x, random));
            }
          }
        });
  }

  /** Matrices of any edges, several to a workgroup or in several tiles, as for graphics cards. */
  @ParameterizedTest
  @EnumSource(Mode.class)
  void batchesOfMatricesAreTransposed(Mode mode, VulkanDevice device) {
    inEveryWidthOfCards(
        mode,
        device,
        (kernels, dtype, random) -> {
          for (int i = 0; i < 16; i++) {
            long rows = 8 + random.nextInt(1 << 3 + i % 6);
            long columns = 8 + random.nextInt(1 << 3 + random.nextInt(6));
            long batches = 1 + random.nextInt((int) Math.max(1, 20_000 / rows / columns));
            Layout batch = Layout.contiguous(Shape.of(batches, rows, columns)).permute(0, 2, 1);
            batch = i % 3 == 0 ? batch.flip(random.nextInt(3)) : batch;
            batch = i % 5 == 0 ? batch.slice(2, 1, rows - random.nextInt(7)) : batch;
            Operand x = new Operand(dtype, batch.withOffset(batch.offset() + random.nextInt(20)));
            kernels.check(OpCall.contiguize(x), random, bytes(x, random));
            kernels.check(OpCall.roll(x, 1, 3), random, bytes(x, random));
            long across = i < 4 ? 8 : 8 + i * i;
            Shape folded = Shape.of(16 * (1 + random.nextInt(3)), 2 + random.nextInt(12), across);
            Layout turned = Layout.contiguous(folded).permute(2, 1, 0);
            Operand y = new Operand(dtype, turned.withOffset(random.nextInt(3)));
            kernels.check(OpCall.contiguize(y), random, bytes(y, random));
          }
        });
  }

  /** Runs of a few units in another order, over one dim and several, as for graphics cards. */
  @ParameterizedTest
  @EnumSource(Mode.class)
  void runsAreBroughtIntoAnotherOrder(Mode mode, VulkanDevice device) {
    inEveryWidthOfCards(
        mode,
        device,
        (kernels, dtype, random) -> {
          for (long units : new long[] {2, 3, 4, 7, 12, 31}) {
            long batches = 1 + random.nextInt(2);
            long rows = 16 + random.nextInt((int) (3_000 / units));
            long runs = 12 + random.nextInt((int) (20_000 / units / rows));
            Layout cube = Layout.contiguous(Shape.of(batches, rows, runs, units));
            Layout grid = Layout.contiguous(Shape.of(4, rows / 4, runs, units));
            for (Layout layout :
                List.of(
                    cube.permute(0, 2, 1, 3).slice(1, 3, runs), grid.permute(2, 1, 0, 3).flip(1))) {
              Layout turned = layout.withOffset(layout.offset() + random.nextInt(20));
              Operand x = new Operand(dtype, turned);
              byte[] bytes = bytes(x, random);
              kernels.check(OpCall.contiguize(x), random, bytes);
              kernels.check(OpCall.roll(x, random.nextInt(3), 5), random, bytes);
            }
          }
        });
  }

  /** So many batches that workgroups take several, as for graphics cards. */
  @ParameterizedTest
  @EnumSource(
      value = Mode.class,
      names = {"WHOLE", "SMALL"})
  void manyBatchesOfRecordsAndRunsMoveTheBytesOfTheReference(Mode mode, VulkanDevice device) {
    inEveryWidthOfCards(
        mode,
        device,
        (kernels, dtype, random) -> {
          long runs = 32 / dtype.byteSize();
          for (Layout layout :
              List.of(
                  Layout.contiguous(Shape.of(1_101, 40, 3)).permute(0, 2, 1),
                  Layout.contiguous(Shape.of(1_102, 7, 35)).permute(0, 2, 1),
                  Layout.contiguous(Shape.of(1_103, 45, runs, 3)).permute(0, 2, 1, 3))) {
            Operand x = new Operand(dtype, layout.withOffset(random.nextInt(20)));
            kernels.check(OpCall.contiguize(x), random, bytes(x, random));
          }
        });
  }

  /** Large enough that an invocation writes several words which lie whole rows apart. */
  @ParameterizedTest
  @EnumSource(
      value = Mode.class,
      names = {"WHOLE", "SMALL"})
  void manyShortRowsMoveTheBytesOfTheReference(Mode mode, VulkanDevice device) {
    inEveryWidthOfCards(
        mode,
        device,
        (kernels, dtype, random) -> {
          for (Layout layout : shortRows(2_200_000 / dtype.byteSize(), random)) {
            Operand x = new Operand(dtype, layout);
            byte[] bytes = bytes(x, random);
            kernels.check(OpCall.contiguize(x), random, bytes);
            for (int axis = 1; axis < layout.rank(); axis++) {
              kernels.check(OpCall.flip(x, axis), random, bytes);
              int shift = 1 + random.nextInt((int) layout.shape().dim(axis) - 1);
              kernels.check(OpCall.roll(x, axis, shift), random, bytes);
            }
          }
        });
  }

  /** Large enough that an invocation writes several words, as on GPUs. */
  @Test
  void largeCallsMoveTheBytesOfTheReferenceAsOnGraphicsCards(VulkanDevice device) {
    inEveryWidthOfCards(
        Mode.WHOLE,
        device,
        (kernels, dtype, random) -> {
          long elements = 2_400_000 / dtype.byteSize();
          for (long columns : new long[] {1, 3, 31, 64, 1001, 8192}) {
            long rows = elements / columns;
            Operand x = Operand.contiguous(dtype, Shape.of(rows, columns));
            byte[] data = bytes(x, random);
            kernels.check(OpCall.triu(x, 1 - rows / 2), random, data);
            kernels.check(OpCall.tril(x, -rows / 2), random, data);
            Operand mask = Operand.contiguous(DType.BOOL, x.shape());
            byte[] fill = new byte[dtype.byteSize()];
            random.nextBytes(fill);
            kernels.check(OpCall.maskedFill(x, mask, fill), random, data, flags(mask, random));
            Operand list = Operand.contiguous(DType.U32, Shape.of(rows));
            kernels.check(OpCall.indexSelect(x, 0, list), random, data, below(rows, list, random));
            Operand each = Operand.contiguous(DType.U32, x.shape());
            kernels.check(OpCall.gather(x, 1, each), random, data, below(columns, each, random));
            kernels.check(OpCall.gather(x, 0, each), random, data, below(rows, each, random));
            Operand some = Operand.contiguous(DType.U32, Shape.of(columns));
            kernels.check(
                OpCall.indexSelect(x, 1, some), random, data, below(columns, some, random));
          }
        });
  }

  /**
   * Along outer dims of matrices that exceed the cache, in batches too, and where rows begin
   * anywhere.
   */
  @ParameterizedTest
  @EnumSource(
      value = Mode.class,
      names = {"SMALL", "PARTS"})
  void columnsAreGatheredStripByStrip(Mode mode, VulkanDevice device) {
    inEveryWidth(
        mode,
        device,
        (kernels, dtype, random) -> {
          for (long columns : new long[] {33, 64, 257, 512, 1000, 4111}) {
            long bound = 20 + random.nextInt(30);
            long rows = 1 + random.nextInt(40);
            long taken = columns - (random.nextBoolean() ? 0 : random.nextInt(30));
            Operand x = Operand.contiguous(dtype, Shape.of(bound, columns));
            Operand grid = Operand.contiguous(DType.U32, Shape.of(rows, taken));
            kernels.check(
                OpCall.gather(x, 0, grid), random, bytes(x, random), below(bound, grid, random));
            Operand cube = Operand.contiguous(dtype, Shape.of(3, bound, columns));
            Operand grids = Operand.contiguous(DType.U32, Shape.of(3, rows, taken));
            kernels.check(
                OpCall.gather(cube, 1, grids),
                random,
                bytes(cube, random),
                below(bound, grids, random));
          }
        });
  }

  /** From enough rows that they are staged, whole or in part, to an output that begins anywhere. */
  @ParameterizedTest
  @EnumSource(
      value = Mode.class,
      names = {"WHOLE", "SMALL"})
  void columnsAreTakenFromStagedRows(Mode mode, VulkanDevice device) {
    inEveryWidthOfCards(
        mode,
        device,
        (kernels, dtype, random) -> {
          for (long columns : new long[] {33, 64, 257, 1000, 2048, 4096}) {
            Operand x = Operand.contiguous(dtype, Shape.of(250 + random.nextInt(30), columns));
            for (long taken : new long[] {columns, columns / 2 + random.nextInt(100)}) {
              Operand list = Operand.contiguous(DType.U32, Shape.of(taken));
              byte[] indices = below(columns, list, random);
              kernels.check(OpCall.indexSelect(x, 1, list), random, bytes(x, random), indices);
            }
          }
        });
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
}
