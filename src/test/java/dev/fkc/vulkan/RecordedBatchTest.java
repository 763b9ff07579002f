package dev.fkc.vulkan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
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
import dev.fkc.vulkan.internal.Replay;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(VulkanTesting.class)
class RecordedBatchTest {
  private static final Operand ROW = Operand.contiguous(DType.I32, Shape.of(8));

  private static PreparedCall roll(VulkanDevice device, long shift) {
    return device.prepare(
        VulkanProvider.kernel(OpKind.ROLL), OpCall.roll(ROW, 0, shift), IndexCheck.CHECKED);
  }

  private static byte[] words(int... words) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * words.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(words);
    return bytes.array();
  }

  private static int[] read(DeviceBuffer buffer, long start, int count) {
    byte[] bytes = new byte[4 * count];
    buffer.download(start, bytes, 0, bytes.length);
    int[] words = new int[count];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(words);
    return words;
  }

  private static int[] rolled(int first, int shift) {
    return IntStream.range(0, 8).map(i -> first + Math.floorMod(i - shift, 8)).toArray();
  }

  private static int[] row(int first) {
    return rolled(first, 0);
  }

  /** Slot 0 is read, 1 holds what lies between, 2 is written. */
  private static RecordedBatch twoRolls(VulkanDevice device) {
    return RecordedBatch.builder("two rolls")
        .dispatch(roll(device, 1), BufferSlot.of(0), new BufferSlot(1, 4))
        .dispatch(roll(device, 2), new BufferSlot(1, 4), BufferSlot.of(2))
        .build();
  }

  @Test
  void replaysRunOnTheBuffersOfEachTime(VulkanDevice device) {
    RecordedBatch recorded = twoRolls(device);
    assertThat(recorded.slots()).isEqualTo(3);
    assertThat(recorded.slotBytes(0)).isEqualTo(32);
    assertThat(recorded.slotBytes(1)).isEqualTo(36);
    assertThat(recorded.dispatches()).isEqualTo(2);
    assertThat(recorded.barriers()).isEqualTo(1);
    long stride = Math.max(64, recorded.slotAlignment());
    try (DeviceBuffer in = device.allocate("in", new byte[(int) (4 * stride)]);
        DeviceBuffer between = device.allocate("between", 4 * stride);
        DeviceBuffer out = device.allocate("out", 4 * stride);
        CommandBatch batch = device.batch("replays")) {
      for (int i = 0; i < 4; i++) {
        in.upload(words(row(100 * i)), 0, i * stride, 32);
        batch.replay(
            recorded,
            new BufferSlice(in, i * stride),
            new BufferSlice(between, i * stride),
            new BufferSlice(out, i * stride));
      }
      assertThat(batch.dispatches()).isEqualTo(8);
      assertThat(batch.barriers()).as("none between the replays").isEqualTo(4);
      batch.submit().await();
      for (int i = 0; i < 4; i++) {
        assertThat(read(out, i * stride, 8)).isEqualTo(rolled(100 * i, 3));
      }
    }
  }

  @Test
  void whatStandsAroundAReplayIsOrderedAgainstIt(VulkanDevice device) {
    RecordedBatch recorded = twoRolls(device);
    try (DeviceBuffer a = device.allocate("a", words(row(0)));
        DeviceBuffer b = device.allocate("b", 64);
        DeviceBuffer c = device.allocate("c", 64);
        DeviceBuffer d = device.allocate("d", 64);
        CommandBatch batch = device.batch("around")) {
      PreparedCall one = roll(device, 1);
      batch.dispatch(one, BufferSlice.of(a), BufferSlice.of(b));
      batch.replay(recorded, BufferSlice.of(b), BufferSlice.of(c), BufferSlice.of(d));
      assertThat(batch.barriers()).isEqualTo(2);
      batch.dispatch(one, BufferSlice.of(d), BufferSlice.of(b));
      assertThat(batch.barriers()).isEqualTo(3);
      batch.replay(recorded, BufferSlice.of(b), BufferSlice.of(d), BufferSlice.of(c));
      batch.submit().await();
      assertThat(read(c, 0, 8)).isEqualTo(rolled(0, 1 + 3 + 1 + 3));
    }
  }

  @Test
  void slotsThatDoNotFitAreRefusedByNumber(VulkanDevice device) {
    RecordedBatch recorded = twoRolls(device);
    try (DeviceBuffer small = device.allocate("small", 35);
        DeviceBuffer large = device.allocate("large", 4096);
        DeviceBuffer other = device.allocate("other", 4096);
        CommandBatch batch = device.batch("refused")) {
      BufferSlice fits = BufferSlice.of(other);
      BufferSlice fine = BufferSlice.of(large);
      assertThatThrownBy(() -> batch.replay(recorded, fine, BufferSlice.of(small), fits))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("recorded batch 'two rolls': slot 1 begins at byte 0 of")
          .hasMessageContaining("'small' of 35 bytes")
          .hasMessageContaining("36 bytes from there on");
      assertThatThrownBy(() -> batch.replay(recorded, new BufferSlice(small, 4), fine, fits))
          .hasMessageContaining("slot 0 begins at byte 4");
      assertThatThrownBy(() -> batch.replay(recorded, fine, fits))
          .hasMessage("recorded batch 'two rolls' has 3 slots and is given 2 buffers");
      assertThatThrownBy(() -> batch.replay(recorded, fine, fits, fine))
          .hasMessageContaining("slot 2, bytes 0 to 32 of buffer 'large', overlaps another slot");
      DeviceBuffer gone = device.allocate("gone", 64);
      gone.close();
      assertThatThrownBy(() -> batch.replay(recorded, fine, BufferSlice.of(gone), fits))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("buffer 'gone' is closed");
      assertThat(batch.dispatches()).isZero();
    }
  }

  @Test
  void mistakesAreFoundWhenTheCallIsTakenDown(VulkanDevice device) {
    PreparedCall roll = roll(device, 1);
    RecordedBatch.Builder builder = RecordedBatch.builder("mistakes");
    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("recorded batch 'mistakes' has no calls");
    assertThatThrownBy(() -> builder.dispatch(roll, new BufferSlot(0, 2), BufferSlot.of(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("input begins at byte 2 of slot 0; I32 needs a multiple of 4");
    assertThatThrownBy(() -> builder.dispatch(roll, BufferSlot.of(3), new BufferSlot(3, 16)))
        .hasMessageContaining("the output, bytes 16 to 48 of slot 3, overlaps input 0");
    assertThatThrownBy(
            () -> builder.dispatch(roll, BufferSlot.of(0), new BufferSlot(1, Long.MAX_VALUE - 3)))
        .hasMessageContaining("beyond byte 2^63");
    assertThatThrownBy(
            () -> builder.dispatch(roll, BufferSlot.of(0), BufferSlot.of(1), BufferSlot.of(2)))
        .hasMessageContaining("2 input buffers for 1 inputs");
    assertThatThrownBy(() -> BufferSlot.of(-1)).hasMessageContaining("slot -1");
  }

  @Test
  void callsOfAnotherDeviceAreRefused(VulkanDevice device) {
    try (VulkanDevice other =
            VulkanDevice.open(DeviceSelector.preferred(), VulkanTesting.options("other"));
        DeviceBuffer a = device.allocate("a", 64);
        DeviceBuffer b = device.allocate("b", 64);
        DeviceBuffer c = device.allocate("c", 64);
        CommandBatch batch = device.batch("mine")) {
      PreparedCall foreign = roll(other, 1);
      assertThatThrownBy(() -> batch.dispatch(foreign, BufferSlice.of(a), BufferSlice.of(b)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("prepared on device 'other'");
      RecordedBatch recorded = twoRolls(other);
      assertThatThrownBy(
              () -> batch.replay(recorded, BufferSlice.of(a), BufferSlice.of(b), BufferSlice.of(c)))
          .hasMessageContaining("prepared on device 'other'");
      assertThatThrownBy(
              () ->
                  RecordedBatch.builder("mixed")
                      .dispatch(foreign, BufferSlot.of(0), BufferSlot.of(1))
                      .dispatch(roll(device, 1), BufferSlot.of(0), BufferSlot.of(1)))
          .hasMessageContaining("another device");
    }
  }

  @Test
  void badIndicesAreReportedFromReplays(VulkanDevice device) {
    PreparedCall select =
        device.prepare(
            VulkanProvider.kernel(OpKind.INDEX_SELECT),
            OpCall.indexSelect(ROW, 0, Operand.contiguous(DType.U32, Shape.of(4))),
            IndexCheck.CHECKED);
    RecordedBatch recorded =
        RecordedBatch.builder("select")
            .dispatch(select, BufferSlot.of(0), BufferSlot.of(1), BufferSlot.of(2))
            .build();
    try (DeviceBuffer source = device.allocate("source", words(row(0)));
        DeviceBuffer good = device.allocate("good", words(7, 0, 3, 3));
        DeviceBuffer bad = device.allocate("bad", words(7, 0, 8, 3));
        DeviceBuffer out = device.allocate("out", 16);
        CommandBatch batch = device.batch("indices")) {
      batch.replay(recorded, BufferSlice.of(source), BufferSlice.of(good), BufferSlice.of(out));
      batch.submit().await();
      assertThat(read(out, 0, 4)).containsExactly(7, 0, 3, 3);
      batch.replay(recorded, BufferSlice.of(source), BufferSlice.of(bad), BufferSlice.of(out));
      Completion completion = batch.submit();
      assertThatThrownBy(completion::await)
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessageContaining("8");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyOpReplaysAsItsDefinitionSays(boolean addresses, VulkanDevice device) {
    DeviceContext context = device.context();
    EncodingLimits own = KernelRuntime.limits(context.device());
    EncodingLimits limits =
        addresses
            ? new EncodingLimits(
                512,
                own.offsetAlignment(),
                2,
                own.sharedMemory(),
                true,
                0,
                own.cacheBytes(),
                own.runsBothSides())
            : own;
    Random random = new Random(5);
    try (KernelRuntime kernels = new KernelRuntime(context.device(), context.layouts(), limits)) {
      for (OpKind op : OpKind.known()) {
        CaseGenerator cases = new CaseGenerator(op.hashCode());
        for (int n = 0; n < 8; n++) {
          check(device, kernels, cases.next(op, n % 2 == 0 ? DType.U8 : DType.F32), random);
        }
      }
    }
  }

  private static void check(
      VulkanDevice device, KernelRuntime kernels, TestCase drawn, Random random) {
    OpCall call = drawn.call();
    int count = call.inputs().size() + 1;
    byte[][] content = new byte[count][];
    int[] slots = new int[count];
    long[] starts = new long[count];
    GpuBuffer[] buffers = new GpuBuffer[count];
    for (int k = 0; k < count - 1; k++) {
      Operand operand = call.inputs().get(k);
      content[k] = Reference.compute(OpCall.contiguize(operand), drawn.buffers().get(k));
      call = call.withInputLayout(k, Layout.contiguous(operand.shape()));
    }
    byte[] expected = Reference.compute(call, Arrays.copyOf(content, count - 1));
    content[count - 1] = new byte[expected.length];
    DeviceBuffer[] owners = new DeviceBuffer[count];
    try (CommandBatch batch = device.batch("replayed case")) {
      for (int k = 0; k < count; k++) {
        slots[k] = count - 1 - k;
        starts[k] = (long) random.nextInt(9) * call.dtypes().get(k).byteSize();
        byte[] bytes = new byte[(int) starts[k] + content[k].length];
        System.arraycopy(content[k], 0, bytes, (int) starts[k], content[k].length);
        owners[k] = device.allocate("case operand", bytes);
        buffers[slots[k]] = owners[k].memory();
      }
      Replay.Builder builder = new Replay.Builder("case");
      builder.add(new CallRecorder(kernels, call, true), slots, starts);
      batch.recorder().replay(builder.build(), buffers, new long[count]);
      batch.submit().await();
      byte[] actual = new byte[expected.length];
      owners[count - 1].download(starts[count - 1], actual, 0, actual.length);
      assertThat(actual).as(call.toString()).isEqualTo(expected);
    } finally {
      for (DeviceBuffer owner : owners) {
        if (owner != null) {
          owner.close();
        }
      }
    }
  }

  @Test
  void replayingMakesNoGarbage(VulkanDevice device) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    RecordedBatch.Builder builder = RecordedBatch.builder("many");
    PreparedCall roll = roll(device, 3);
    for (int i = 0; i < 500; i++) {
      builder.dispatch(roll, new BufferSlot(0, 64L * i), new BufferSlot(1, 64L * i));
    }
    RecordedBatch recorded = builder.build();
    try (DeviceBuffer a = device.allocate("a", 64 * 500);
        DeviceBuffer b = device.allocate("b", 64 * 500);
        CommandBatch batch = device.batch("steady")) {
      BufferSlice[][] slots = {
        {BufferSlice.of(a), BufferSlice.of(b)}, {BufferSlice.of(b), BufferSlice.of(a)}
      };
      long least = Long.MAX_VALUE;
      for (int round = 0; round < 12; round++) {
        batch.replay(recorded, slots[0]);
        long before = threads.getCurrentThreadAllocatedBytes();
        batch.replay(recorded, slots[1]);
        batch.replay(recorded, slots[0]);
        least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        batch.submit().await();
      }
      assertThat(least).as("bytes of garbage in 1,000 dispatches").isLessThan(2048);
    }
  }
}
