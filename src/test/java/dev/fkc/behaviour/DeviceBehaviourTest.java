package dev.fkc.behaviour;

import static dev.fkc.reference.Tensor.indices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fkc.FuelKernels;
import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.reference.Tensor;
import dev.fkc.registry.BindingEntry;
import dev.fkc.type.BackendId;
import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.OpKind;
import dev.fkc.type.Shape;
import dev.fkc.vulkan.BufferSlice;
import dev.fkc.vulkan.CommandBatch;
import dev.fkc.vulkan.Completion;
import dev.fkc.vulkan.DeviceBuffer;
import dev.fkc.vulkan.DeviceFeature;
import dev.fkc.vulkan.DeviceSelector;
import dev.fkc.vulkan.OutOfDeviceMemoryException;
import dev.fkc.vulkan.PreparedCall;
import dev.fkc.vulkan.VulkanDevice;
import dev.fkc.vulkan.VulkanExecutor;
import dev.fkc.vulkan.VulkanTesting;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many calls, many threads, many workgroups, much memory. */
@ExtendWith(VulkanTesting.class)
class DeviceBehaviourTest {
  private final VulkanDevice device;
  private final Both both;

  DeviceBehaviourTest(VulkanDevice device) {
    this.device = device;
    this.both = new Both(device);
  }

  private PreparedCall prepare(OpCall call) {
    BindingEntry entry =
        FuelKernels.registry().lookup(call.op(), call.dtypes(), BackendId.VULKAN).get(0);
    return device.prepare(entry, call);
  }

  @ParameterizedTest
  @ValueSource(longs = {65_535, 65_536, 140_001})
  void moreRowsThanAnAxisHasWorkgroupsAreAllDone(long rows) {
    Tensor in = Tensor.ar(rows, 2, 3);
    both.contiguize(in.view(l -> l.transpose(1, 2)));
    both.contiguize(in.view(l -> l.permute(1, 0, 2)));
    both.contiguize(in.view(l -> l.permute(2, 1, 0)));
    both.triu(in, 0);
    both.flip(in, 2);
    both.flip(in, 0);
    both.roll(in, 1, 1);
    both.roll(in.view(l -> l.transpose(0, 2)), 2, rows / 2);
    both.indexSelect(in, 2, indices(2, 0));
    long[] order = LongStream.range(0, rows).map(n -> n * 7 % rows).toArray();
    both.indexSelect(in, 0, indices(order));
    both.gather(in.shaped(rows * 6), 0, indices(order));
    Tensor picks =
        Tensor.of(
            DType.U32,
            Shape.of(rows, 2, 1),
            LongStream.range(0, 2 * rows).map(n -> n % 3).toArray());
    both.gather(in, 2, picks);
    Tensor row = Tensor.of(DType.BOOL, Shape.of(1, 2, 1), 0, 3);
    both.maskedFill(in, row.view(l -> l.broadcastTo(in.operand().shape())), 9);
  }

  @Test
  void tensorsBeyondTheRangeOfABindingAreRolledAndGatheredFrom() {
    long range = device.info().limits().maxStorageBufferRange();
    assumeTrue(range <= 1 << 28, "the range of a binding is too large to exceed it here");
    int count = (int) (range / 4) + 1_000_003;
    VulkanExecutor executor = new VulkanExecutor(device, FuelKernels.registry());
    try (DeviceBuffer large = device.allocate("large", 4L * count)) {
      large.upload(
          0,
          4L * count,
          (position, piece) -> {
            for (int n = (int) (position / 4); piece.hasRemaining(); n++) {
              piece.putInt(n);
            }
          });
      Operand operand = Operand.contiguous(DType.U32, Shape.of(count));
      Operand floats = Operand.contiguous(DType.F32, Shape.of(count));
      try (var rolled = executor.run(OpCall.roll(operand, 0, 5), BufferSlice.of(large))) {
        rolled
            .buffer()
            .download(
                0,
                4L * count,
                (position, piece) -> {
                  for (int n = (int) (position / 4); piece.hasRemaining(); n++) {
                    int word = piece.getInt();
                    if (word != Math.floorMod(n - 5, count)) {
                      throw new AssertionError("element " + n + " is " + word);
                    }
                  }
                });
      }
      int[] picks = {count - 1, 0, (int) (range / 4), (int) (range / 4) - 1, 12_345};
      try (var wanted = executor.uploadIndices(picks);
          var gathered =
              executor.run(
                  OpCall.gather(operand, 0, wanted.view().operand()),
                  BufferSlice.of(large),
                  wanted.view().memory());
          var rows =
              executor.run(
                  OpCall.indexSelect(floats, 0, wanted.view().operand()),
                  BufferSlice.of(large),
                  wanted.view().memory())) {
        assertThat(gathered.toInts()).containsExactly(picks);
        assertThat(rows.toBytes()).isEqualTo(gathered.toBytes());
      }
    }
  }

  @Test
  void aSourceBeyondWhatTheDeviceCanAddressIsATypedError() {
    long range = device.info().limits().maxStorageBufferRange();
    OpCall call =
        OpCall.gather(
            Operand.contiguous(DType.U8, Shape.of(range + 1)),
            0,
            Operand.contiguous(DType.U32, Shape.of(3)));
    BindingEntry entry =
        FuelKernels.registry().lookup(call.op(), call.dtypes(), BackendId.VULKAN).get(0);
    try (VulkanDevice bare =
        VulkanDevice.open(
            DeviceSelector.preferred(),
            VulkanTesting.options("bare").without(DeviceFeature.BUFFER_ADDRESSES))) {
      assertThatThrownBy(() -> bare.prepare(entry, call))
          .isInstanceOfSatisfying(
              OutOfDeviceMemoryException.class,
              e -> {
                assertThat(e.limitBytes()).isEqualTo(range);
                assertThat(e.requestedBytes()).isGreaterThan(range);
              })
          .hasMessageContaining("input of Gather")
          .hasMessageContaining("maxStorageBufferRange");
    }
  }

  @Test
  void tenThousandCallsInALoopNeedNoMoreThanOne() {
    Tensor in = Tensor.ar(7, 9);
    OpCall[] calls = {
      OpCall.flip(in.operand(), 1),
      OpCall.triu(new Operand(DType.U32, in.operand().layout().transpose(0, 1)), 0),
      OpCall.roll(in.operand(), 0, 3)
    };
    VulkanExecutor executor = new VulkanExecutor(device, FuelKernels.registry());
    try (DeviceBuffer memory = device.allocate("loop", in.bytes())) {
      for (int n = 0; n < 10_000; n++) {
        try (var result = executor.run(calls[n % calls.length], BufferSlice.of(memory))) {
          assertThat(result.shape().elementCount()).isEqualTo(63);
        }
      }
      try (var last = executor.run(calls[0], BufferSlice.of(memory))) {
        assertThat(Tensor.words(DType.U32, last.toBytes())).startsWith(8, 7, 6);
      }
    }
  }

  @Test
  void tenThousandRecordedDispatchesAndAThousandSubmissionsInFlightAreAllDone() {
    OpCall call = OpCall.roll(Operand.contiguous(DType.U32, Shape.of(1013)), 0, 1);
    PreparedCall roll = prepare(call);
    byte[] start = Tensor.ar(1013).bytes();
    try (DeviceBuffer one = device.allocate("one", start);
        DeviceBuffer two = device.allocate("two", start.length);
        CommandBatch batch = device.batch("rolls")) {
      BufferSlice first = BufferSlice.of(one);
      BufferSlice second = BufferSlice.of(two);
      for (int n = 0; n < 5_000; n++) {
        batch.dispatch(roll, first, second);
        batch.dispatch(roll, second, first);
      }
      assertThat(batch.dispatches()).isEqualTo(10_000);
      batch.submit().await();
      assertThat(Tensor.words(DType.U32, one.download())[10_000 % 1013]).isZero();
      Deque<Completion> inFlight = new ArrayDeque<>();
      for (int n = 0; n < 500; n++) {
        batch.dispatch(roll, first, second);
        inFlight.add(batch.submit());
        batch.dispatch(roll, second, first);
        inFlight.add(batch.submit());
      }
      inFlight.forEach(Completion::await);
      assertThat(Tensor.words(DType.U32, one.download())[11_000 % 1013]).isZero();
    }
  }

  @Test
  void eightThreadsOnOneDeviceAllGetTheirOwnResults() throws Exception {
    VulkanExecutor executor = new VulkanExecutor(device, FuelKernels.registry());
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<?>> done = new ArrayList<>();
      for (int t = 0; t < 8; t++) {
        int thread = t;
        done.add(
            threads.submit(
                () -> {
                  for (int n = 0; n < 500; n++) {
                    int at = thread * 500 + n;
                    try (var in = executor.upload(Shape.of(2, 3), at, 1, 2, 3, 4, at);
                        var out =
                            n % 2 == 0
                                ? executor.flip(in.view(), 1)
                                : executor.tril(in.view().transpose(0, 1), 0)) {
                      assertThat(out.toFloats()[n % 2 == 0 ? 2 : 0]).isEqualTo(at);
                    }
                  }
                }));
      }
      for (Future<?> each : done) {
        each.get(5, TimeUnit.MINUTES);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aBadIndexInABatchSpoilsItsOwnCallOnly() {
    Operand source = Operand.contiguous(DType.F32, Shape.of(4));
    Operand three = Operand.contiguous(DType.U32, Shape.of(3));
    PreparedCall gather = prepare(OpCall.gather(source, 0, three));
    PreparedCall flip = prepare(OpCall.flip(source, 0));
    try (DeviceBuffer data = device.allocate("data", Tensor.ar(4).bytes());
        DeviceBuffer bad = device.allocate("bad", indices(1, 4, 2).bytes());
        DeviceBuffer good = device.allocate("good", indices(3, 2, 1).bytes());
        DeviceBuffer out = device.allocate("out", 12);
        DeviceBuffer rest = device.allocate("rest", 28);
        CommandBatch batch = device.batch("one bad call")) {
      batch.dispatch(gather, BufferSlice.of(data), BufferSlice.of(bad), BufferSlice.of(out));
      batch.dispatch(gather, BufferSlice.of(data), BufferSlice.of(good), BufferSlice.of(rest));
      batch.dispatch(flip, BufferSlice.of(data), new BufferSlice(rest, 12));
      Completion done = batch.submit();
      assertThatThrownBy(done::await)
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessageContaining("position 1");
      assertThat(Tensor.words(DType.U32, rest.download())).containsExactly(3, 2, 1, 3, 2, 1, 0);
      batch.dispatch(gather, BufferSlice.of(data), BufferSlice.of(good), BufferSlice.of(out));
      batch.submit().await();
      assertThat(Tensor.words(DType.U32, out.download())).containsExactly(3, 2, 1);
    }
  }

  @Test
  void viewsThatLeaveTheirBufferAreRefusedBeforeAnythingRuns() {
    Layout far = Layout.of(Shape.of(3), new long[] {4}, 2);
    OpCall call = OpCall.flip(new Operand(DType.F32, far), 0);
    VulkanExecutor executor = new VulkanExecutor(device, FuelKernels.registry());
    try (DeviceBuffer memory = device.allocate("short", 40)) {
      assertThatThrownBy(() -> executor.run(call, BufferSlice.of(memory)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'short'")
          .hasMessageContaining("11");
    }
  }

  @Test
  void bindingsOfAnotherBackendAreRefusedInWords() {
    OpCall call = OpCall.flip(Operand.contiguous(DType.F32, Shape.of(3)), 0);
    BindingEntry cpu =
        FuelKernels.registry().lookup(OpKind.FLIP, call.dtypes(), BackendId.CPU).get(0);
    assertThatThrownBy(() -> device.prepare(cpu, call))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not a kernel for");
  }
}
