package dev.fkc.behaviour;

import static dev.fkc.reference.Tensor.indices;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.FuelKernels;
import dev.fkc.op.OpCall;
import dev.fkc.reference.Tensor;
import dev.fkc.type.BackendId;
import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.OpKind;
import dev.fkc.type.Shape;
import dev.fkc.vulkan.BufferSlice;
import dev.fkc.vulkan.CommandBatch;
import dev.fkc.vulkan.DeviceBuffer;
import dev.fkc.vulkan.PreparedCall;
import dev.fkc.vulkan.VulkanDevice;
import dev.fkc.vulkan.VulkanExecutor;
import dev.fkc.vulkan.VulkanTesting;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Words come out as they went in, whatever they would mean as numbers. */
@ExtendWith(VulkanTesting.class)
class BitsBehaviourTest {
  private final Both both;

  BitsBehaviourTest(VulkanDevice device) {
    both = new Both(device);
  }

  private void assertMovedUnchanged(Tensor in) {
    long n = in.operand().shape().elementCount();
    long[] words = Tensor.words(in.dtype(), in.bytes());
    long[] reversed = new long[words.length];
    for (int k = 0; k < words.length; k++) {
      reversed[k] = words[words.length - 1 - k];
    }
    Tensor back = indices(LongStream.range(0, n).map(k -> n - 1 - k).toArray());
    assertThat(both.flip(in, 0)).containsExactly(reversed);
    assertThat(both.contiguize(in.view(l -> l.flip(0)))).containsExactly(reversed);
    assertThat(both.indexSelect(in, 0, back)).containsExactly(reversed);
    assertThat(both.gather(in, 0, back)).containsExactly(reversed);
    assertThat(both.roll(in, 0, n)).containsExactly(words);
    both.roll(in, 0, 1);
    Tensor column = in.shaped(n, 1);
    assertThat(both.triu(column, Long.MIN_VALUE)).containsExactly(words);
    assertThat(both.tril(in.shaped(1, n), Long.MAX_VALUE)).containsExactly(words);
    Tensor nothing = Tensor.of(DType.BOOL, Shape.of(1), 0).view(l -> l.broadcastTo(Shape.of(n)));
    assertThat(both.maskedFill(in, nothing, 5)).containsExactly(words);
  }

  @ParameterizedTest
  @EnumSource(names = {"F16", "BF16", "I16"})
  void everySixteenBitPatternMovesUnchanged(DType dtype) {
    assertMovedUnchanged(Tensor.ar(dtype, 65_536));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 31, 32, 33, 255, 256, 257})
  void everyByteMovesUnchangedAtEveryLength(int length) {
    assertMovedUnchanged(Tensor.ar(DType.U8, length));
    assertMovedUnchanged(Tensor.ar(DType.F16, length));
  }

  @Test
  void nanPayloadsSubnormalsAndExtremesMoveUnchanged() {
    assertMovedUnchanged(
        Tensor.of(
            DType.F32,
            Shape.of(7),
            0x7F80_0001L,
            0xFFC1_2345L,
            1,
            0x807F_FFFFL,
            0x8000_0000L,
            0x7FFF_FFFFL,
            0xFF80_0000L));
    assertMovedUnchanged(
        Tensor.of(DType.BF16, Shape.of(7), 0x7FFB, 0x7F81, 0xFF81, 0xFFFF, 1, 0x7F, 0x8001));
    assertMovedUnchanged(
        Tensor.of(DType.F16, Shape.of(7), 0x7C01, 0xFE01, 0xFC01, 1, 0x3FF, 0x8001, 0x7FFF));
    long[] wide = {
      0x7FF0_0000_0000_0001L, Long.MIN_VALUE, 1, (1L << 40) + 1, -1, Long.MAX_VALUE, 4
    };
    assertMovedUnchanged(Tensor.of(DType.F64, Shape.of(7), wide));
    assertMovedUnchanged(Tensor.of(DType.I64, Shape.of(7), wide));
  }

  @Test
  void javaFloatsKeepTheirPayloadsOnTheWayThere(VulkanDevice device) {
    VulkanExecutor executor = new VulkanExecutor(device, FuelKernels.registry());
    float signalling = Float.intBitsToFloat(0x7F80_0001);
    float payload = Float.intBitsToFloat(0xFFC1_2345);
    try (var in = executor.upload(Shape.of(3), signalling, payload, -0f);
        var out = executor.flip(in.view(), 0)) {
      assertThat(Tensor.words(DType.F32, out.toBytes()))
          .containsExactly(0x8000_0000L, 0xFFC1_2345L, 0x7F80_0001L);
      assertThat(Float.floatToRawIntBits(out.toFloats()[1])).isEqualTo(0xFFC1_2345);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"U8", "F16", "F32", "F64"})
  void viewsMayStartAtAnyElement(DType dtype) {
    for (int start : new int[] {1, 2, 3, 5, 13, 16, 17}) {
      Tensor view =
          Tensor.ar(dtype, 200).view(l -> Layout.of(Shape.of(3, 31), new long[] {32, 1}, start));
      assertThat(both.flip(view, 1)[0]).isEqualTo(30 + start);
      assertThat(both.roll(view, 1, 1)[1]).isEqualTo(start);
      assertThat(both.triu(view, 0)[0]).isEqualTo(start);
      assertThat(both.contiguize(view)[31]).isEqualTo(32 + start);
      both.indexSelect(view, 1, indices(30, 0));
    }
  }

  @Test
  void neighboursInAWordNeverLoseEachOther(VulkanDevice device) {
    int count = 65_535;
    Tensor in = Tensor.ar(DType.F16, count);
    OpCall call = OpCall.flip(in.operand(), 0);
    PreparedCall flip =
        device.prepare(
            FuelKernels.registry().lookup(OpKind.FLIP, call.dtypes(), BackendId.VULKAN).get(0),
            call);
    try (DeviceBuffer there = device.allocate("there", in.bytes());
        DeviceBuffer back = device.allocate("back", in.bytes().length);
        CommandBatch batch = device.batch("there and back")) {
      for (int n = 0; n < 250; n++) {
        batch.dispatch(flip, BufferSlice.of(there), BufferSlice.of(back));
        batch.dispatch(flip, BufferSlice.of(back), BufferSlice.of(there));
      }
      batch.submit().await();
      assertThat(there.download()).isEqualTo(in.bytes());
    }
  }

  @Test
  void oddElementCountsOfNarrowTypesAreExact() {
    for (DType dtype : List.of(DType.U8, DType.F16, DType.BF16)) {
      for (int count : new int[] {3, 5, 7, 1023}) {
        both.triu(Tensor.ar(dtype, 3, count), 0);
        both.flip(Tensor.ar(dtype, count, 3), 1);
        both.gather(Tensor.ar(dtype, count), 0, indices(count - 1, 0, 1));
        long[] mask = LongStream.range(0, count).map(k -> k % 2).toArray();
        both.maskedFill(Tensor.ar(dtype, count), Tensor.of(DType.BOOL, Shape.of(count), mask), 7);
      }
    }
  }
}
