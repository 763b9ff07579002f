package dev.fkc.vulkan.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.fkc.vulkan.DeviceFeature;
import dev.fkc.vulkan.DeviceSelector;
import dev.fkc.vulkan.Timestamp;
import dev.fkc.vulkan.VulkanTesting;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(VulkanTesting.class)
class BatchRecorderTest {
  private static final long LONG = Long.MAX_VALUE;

  /** How a dispatch gets at its buffers. */
  enum Path {
    PUSHED,
    POOLED,
    ADDRESSES
  }

  /** A device of one path, its kernel and its leaks. */
  private static final class Bench implements AutoCloseable {
    final List<String> leaks = new ArrayList<>();
    final DeviceContext context;
    final TestKernel kernel;

    Bench(Path path) {
      var options = VulkanTesting.options(path.name()).withLeakListener(leaks::add);
      if (path == Path.POOLED) {
        options = options.without(DeviceFeature.PUSH_DESCRIPTORS);
      }
      context = DeviceContext.open(DeviceSelector.preferred(), options);
      kernel = new TestKernel(context, path == Path.ADDRESSES);
    }

    GpuBuffer words(String label, int... words) {
      GpuBuffer buffer = context.allocate(label, 4L * words.length);
      context.upload(buffer, 0, buffer.size(), (at, piece) -> piece.asIntBuffer().put(words));
      return buffer;
    }

    int[] read(GpuBuffer buffer) {
      int[] words = new int[(int) (buffer.size() / 4)];
      context.download(
          buffer,
          0,
          buffer.size(),
          (at, piece) -> piece.order(ByteOrder.nativeOrder()).asIntBuffer().get(words));
      return words;
    }

    void run(java.util.function.Consumer<BatchRecorder> body) {
      BatchRecorder recorder = context.acquireRecorder("run");
      try {
        body.accept(recorder);
        recorder.submit().await(LONG);
      } finally {
        context.releaseRecorder(recorder);
      }
    }

    @Override
    public void close() {
      kernel.close();
      context.close();
      assertThat(leaks).isEmpty();
    }
  }

  private static final List<Bench> BENCHES = new ArrayList<>();

  @BeforeAll
  static void open() {
    for (Path path : Path.values()) {
      BENCHES.add(new Bench(path));
    }
  }

  @AfterAll
  static void close() {
    BENCHES.forEach(Bench::close);
    BENCHES.clear();
  }

  private static Bench bench(Path path) {
    return BENCHES.get(path.ordinal());
  }

  @ParameterizedTest
  @EnumSource(Path.class)
  void dependentDispatchesRunOneAfterTheOther(Path path) {
    Bench bench = bench(path);
    try (GpuBuffer a = bench.words("a", 1, 2, 3, 4, 5);
        GpuBuffer b = bench.words("b", 0, 0, 0, 0, 0)) {
      bench.run(
          recorder -> {
            for (int i = 0; i < 500; i++) {
              bench.kernel.record(recorder, a, 0, b, 0, 5, 1);
              bench.kernel.record(recorder, b, 0, a, 0, 5, 1);
            }
            assertThat(recorder.dispatches()).isEqualTo(1000);
            assertThat(recorder.barriers()).isEqualTo(999);
          });
      assertThat(bench.read(a)).containsExactly(1001, 1002, 1003, 1004, 1005);
      assertThat(bench.read(b)).containsExactly(1000, 1001, 1002, 1003, 1004);
    }
  }

  @ParameterizedTest
  @EnumSource(Path.class)
  void independentDispatchesNeedNoBarrier(Path path) {
    Bench bench = bench(path);
    int n = 600;
    try (GpuBuffer a = bench.words("a", 7, 8, 9, 10);
        GpuBuffer b = bench.words("b", new int[4 * n])) {
      bench.run(
          recorder -> {
            for (int i = 0; i < n; i++) {
              bench.kernel.record(recorder, a, 0, b, 4 * i, 4, i);
            }
            assertThat(recorder.barriers()).isZero();
          });
      int[] words = bench.read(b);
      for (int i = 0; i < words.length; i++) {
        assertThat(words[i]).isEqualTo(7 + i % 4 + i / 4);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Path.class)
  void batchesFollowEachOtherWithoutWaiting(Path path) {
    Bench bench = bench(path);
    BatchRecorder recorder = bench.context.acquireRecorder("again");
    try (GpuBuffer a = bench.words("a", 0, 10)) {
      Submission last = null;
      for (int i = 0; i < 300; i++) {
        bench.kernel.record(recorder, a, 0, a, 0, 2, 1);
        last = recorder.submit();
      }
      last.await(LONG);
      assertThat(last.isDone()).isTrue();
      assertThat(bench.read(a)).containsExactly(300, 310);
    } finally {
      bench.context.releaseRecorder(recorder);
    }
  }

  @Test
  void commandBuffersAreRecycled() {
    Bench bench = bench(Path.PUSHED);
    try (GpuBuffer a = bench.words("a", 0)) {
      bench.run(recorder -> bench.kernel.record(recorder, a, 0, a, 0, 1, 1));
      int before = bench.context.commandBuffers().size();
      for (int i = 0; i < 200; i++) {
        bench.run(recorder -> bench.kernel.record(recorder, a, 0, a, 0, 1, 1));
      }
      assertThat(bench.context.commandBuffers().size()).isLessThanOrEqualTo(before + 1);
      assertThat(bench.read(a)).containsExactly(201);
    }
  }

  @Test
  void readingTwiceNeedsNoBarrierAndWritingAfterReadingDoes() {
    Bench bench = bench(Path.PUSHED);
    try (GpuBuffer a = bench.words("a", 1, 1, 1, 1);
        GpuBuffer b = bench.words("b", 0, 0, 0, 0);
        GpuBuffer c = bench.words("c", 0, 0, 0, 0)) {
      bench.run(
          recorder -> {
            bench.kernel.record(recorder, a, 0, b, 0, 4, 1);
            bench.kernel.record(recorder, a, 0, c, 0, 4, 2);
            assertThat(recorder.barriers()).isZero();
            bench.kernel.record(recorder, c, 0, a, 0, 4, 3);
            assertThat(recorder.barriers()).isEqualTo(1);
            bench.kernel.record(recorder, c, 0, b, 0, 4, 4);
            assertThat(recorder.barriers()).isEqualTo(1);
            bench.kernel.record(recorder, c, 0, b, 0, 4, 5);
            assertThat(recorder.barriers()).isEqualTo(2);
          });
      assertThat(bench.read(a)).containsOnly(6);
      assertThat(bench.read(b)).containsOnly(8);
    }
  }

  @Test
  void reportsReachTheirCheckAtTheEndAndEveryTime() {
    Bench bench = bench(Path.PUSHED);
    bench.kernel.bad = 42;
    BatchRecorder recorder = bench.context.acquireRecorder("reports");
    try (GpuBuffer a = bench.words("a", 1, 41, 41, 3);
        GpuBuffer b = bench.words("b", 0, 0, 0, 0)) {
      List<Integer> seen = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        int number = i;
        int slot =
            recorder
                .reports()
                .next(
                    bytes -> {
                      seen.add(number);
                      throw new IndexOutOfBoundsException(
                          number + " at " + bytes.getInt(0) + ": " + bytes.getInt(4));
                    });
        boolean finds = i == 70 || i == 150;
        bench.kernel.record(recorder, a, 0, b, 0, 4, finds ? 1 : 2, slot);
      }
      Submission submission = recorder.submit();
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> submission.await(LONG))
            .isInstanceOf(IndexOutOfBoundsException.class)
            .hasMessage("70 at 1: 42")
            .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
      }
      assertThat(seen).containsExactly(70, 150);
      bench.kernel.record(recorder, a, 0, b, 0, 4, 2, recorder.reports().next(s -> seen.add(-1)));
      recorder.submit().await(LONG);
      assertThat(seen).hasSize(2);
    } finally {
      bench.kernel.bad = -1;
      bench.context.releaseRecorder(recorder);
    }
  }

  @Test
  void buffersClosedWhileInUseLiveUntilTheDeviceIsDone() {
    Bench bench = bench(Path.PUSHED);
    BatchRecorder recorder = bench.context.acquireRecorder("deferred");
    try (GpuBuffer result = bench.words("result", new int[1 << 16])) {
      Submission last = null;
      for (int i = 0; i < 50; i++) {
        GpuBuffer temporary = bench.words("temporary", new int[1 << 16]);
        bench.kernel.record(recorder, result, 0, temporary, 0, 1 << 16, 1);
        bench.kernel.record(recorder, temporary, 0, result, 0, 1 << 16, 1);
        if (i % 2 == 0) {
          temporary.close();
          last = recorder.submit();
        } else {
          last = recorder.submit();
          temporary.close();
        }
        assertThat(temporary.isClosed()).isTrue();
      }
      last.await(LONG);
      assertThat(bench.read(result)).containsOnly(100);
    } finally {
      bench.context.releaseRecorder(recorder);
    }
  }

  @Test
  void closedBuffersCannotBeRecordedAndDoNotDisturbTheBatch() {
    Bench bench = bench(Path.PUSHED);
    BatchRecorder recorder = bench.context.acquireRecorder("goes on");
    try (GpuBuffer a = bench.words("a", 5)) {
      GpuBuffer gone = bench.words("gone", 1);
      bench.kernel.record(recorder, gone, 0, a, 0, 1, 1);
      gone.close();
      assertThatThrownBy(() -> bench.kernel.record(recorder, gone, 0, a, 0, 1, 1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("buffer 'gone' is closed");
      bench.kernel.record(recorder, a, 0, a, 0, 1, 1);
      recorder.submit().await(LONG);
      assertThat(bench.read(a)).containsExactly(3);
    } finally {
      bench.context.releaseRecorder(recorder);
    }
  }

  @Test
  void droppedRecordingsLetGoOfClosedBuffers() {
    Bench bench = bench(Path.PUSHED);
    BatchRecorder recorder = bench.context.acquireRecorder("dropped");
    try (GpuBuffer a = bench.words("a", 5)) {
      GpuBuffer gone = bench.words("gone", 1);
      bench.kernel.record(recorder, gone, 0, a, 0, 1, 1);
      gone.close();
      recorder.discard();
      recorder.submit().await(LONG);
      assertThat(bench.read(a)).containsExactly(5);
    } finally {
      bench.context.releaseRecorder(recorder);
    }
  }

  @Test
  void buffersOfAnotherDeviceAreRefused() {
    Bench bench = bench(Path.PUSHED);
    BatchRecorder recorder = bench.context.acquireRecorder("foreign");
    try (GpuBuffer foreign = bench(Path.POOLED).words("foreign", 1)) {
      assertThatThrownBy(() -> recorder.operands().reads(foreign, 0, 4))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("buffer 'foreign' belongs to another device");
    } finally {
      bench.context.releaseRecorder(recorder);
    }
  }

  @Test
  void bindingsOutsideTheBufferAreRefused() {
    Bench bench = bench(Path.PUSHED);
    BatchRecorder recorder = bench.context.acquireRecorder("bindings");
    try (GpuBuffer a = bench.words("a", 1, 2, 3, 4, 5)) {
      for (long[] range : new long[][] {{1, 4}, {0, 33}, {32, 1}, {0, 0}, {-16, 16}}) {
        assertThatThrownBy(() -> recorder.operands().bind(0, a, range[0], range[1]))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("binding 0 of buffer 'a'");
      }
    } finally {
      bench.context.releaseRecorder(recorder);
    }
  }

  @Test
  void emptyBatchesAreDoneAtOnce() {
    Bench bench = bench(Path.PUSHED);
    bench.run(
        recorder -> {
          Submission submission = recorder.submit();
          assertThat(submission.isDone()).isTrue();
          assertThat(submission.await(0)).isTrue();
          assertThat(submission.timestamps()).isEmpty();
        });
  }

  @Test
  void timestampsComeBackInOrder() {
    Bench bench = bench(Path.PUSHED);
    BatchRecorder recorder = bench.context.acquireRecorder("timed");
    try (GpuBuffer a = bench.words("a", new int[1 << 18])) {
      for (int i = 0; i < 300; i++) {
        recorder.timestamp("t" + i);
        bench.kernel.record(recorder, a, 0, a, 0, i == 0 ? 1 << 18 : 1, 1);
      }
      recorder.timestamp("end");
      Submission submission = recorder.submit();
      assertThatThrownBy(submission::timestamps)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("timed");
      submission.await(LONG);
      List<Timestamp> times = submission.timestamps();
      assertThat(times).hasSize(301);
      assertThat(times.get(0)).isEqualTo(new Timestamp("t0", 0));
      assertThat(times.get(300).label()).isEqualTo("end");
      assertThat(times.get(1).nanos()).isPositive();
      for (int i = 1; i < times.size(); i++) {
        assertThat(times.get(i).nanos()).isGreaterThanOrEqualTo(times.get(i - 1).nanos());
      }
    } finally {
      bench.context.releaseRecorder(recorder);
    }
  }

  @ParameterizedTest
  @EnumSource(Path.class)
  void recordingMakesNoGarbage(Path path) {
    Bench bench = bench(path);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    BatchRecorder recorder = bench.context.acquireRecorder("steady");
    int n = 700;
    try (GpuBuffer a = bench.words("a", new int[4 * n]);
        GpuBuffer b = bench.words("b", new int[4 * n])) {
      long[] allocated = new long[12];
      for (int round = 0; round < allocated.length; round++) {
        bench.kernel.record(recorder, a, 0, b, 0, 1, 1);
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 1; i < n; i++) {
          bench.kernel.record(recorder, a, 4 * i, b, 4 * i, 4, i);
          bench.kernel.record(recorder, b, 4 * i, a, 4 * i, 4, i);
        }
        allocated[round] = threads.getCurrentThreadAllocatedBytes() - before;
        recorder.submit().await(LONG);
      }
      assertThat(allocated[allocated.length - 1])
          .as("bytes of garbage in %d dispatches", 2 * (n - 1))
          .isLessThan(4096);
    } finally {
      bench.context.releaseRecorder(recorder);
    }
  }

  @Test
  void eightThreadsShareADevice() throws Exception {
    Bench bench = bench(Path.PUSHED);
    ExecutorService pool = Executors.newFixedThreadPool(8);
    try {
      List<Future<Void>> results = new ArrayList<>();
      for (int t = 0; t < 8; t++) {
        int thread = t;
        results.add(pool.submit((Callable<Void>) () -> manyOps(bench, thread)));
      }
      for (Future<Void> result : results) {
        result.get();
      }
    } finally {
      pool.shutdown();
    }
  }

  private static Void manyOps(Bench bench, int thread) {
    BatchRecorder recorder = bench.context.acquireRecorder("thread " + thread);
    try {
      for (int i = 0; i < 60; i++) {
        try (GpuBuffer a = bench.words("a", thread, i, thread + i);
            GpuBuffer b = bench.words("b", 0, 0, 0)) {
          for (int k = 0; k < 5; k++) {
            bench.kernel.record(recorder, a, 0, b, 0, 3, 1);
            bench.kernel.record(recorder, b, 0, a, 0, 3, 1);
          }
          recorder.submit();
          assertThat(bench.read(a)).containsExactly(thread + 10, i + 10, thread + i + 10);
        }
      }
      return null;
    } finally {
      bench.context.releaseRecorder(recorder);
    }
  }

  @Test
  void abandonedReportsAreCalledALeak() {
    List<String> leaks = new ArrayList<>();
    DeviceContext context =
        DeviceContext.open(
            DeviceSelector.preferred(),
            VulkanTesting.options("leaky").withLeakListener(leaks::add));
    try (TestKernel kernel = new TestKernel(context, false)) {
      GpuBuffer buffer = context.allocate("left", 16);
      BatchRecorder recorder = context.acquireRecorder("left too");
      kernel.record(
          recorder, buffer, 0, buffer, 0, 4, 1, recorder.reports().next(ByteBuffer::remaining));
      recorder.timestamp("never read");
      recorder.submit();
      kernel.record(recorder, buffer, 0, buffer, 0, 4, 1);
      context.device().waitIdle();
    }
    context.close();
    context.close();
    assertThat(leaks)
        .hasSize(3)
        .allSatisfy(
            leak ->
                assertThat(leak)
                    .startsWith("device 'leaky' closes with an open handle: ")
                    .contains("at dev.fkc.vulkan.internal.BatchRecorderTest")
                    .contains("BatchRecorderTest.java:"));
    assertThat(leaks.get(0)).contains("buffer 'left' of 16 bytes");
    assertThat(leaks.get(1)).contains("batch 'left too'");
    assertThat(leaks.get(2)).contains("completion of batch 'left too', never awaited");
  }
}
