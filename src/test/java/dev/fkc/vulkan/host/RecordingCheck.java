package dev.fkc.vulkan.host;

import dev.fkc.vulkan.BufferSlice;
import dev.fkc.vulkan.CommandBatch;
import dev.fkc.vulkan.Completion;
import dev.fkc.vulkan.RecordedBatch;
import dev.fkc.vulkan.Timestamp;
import dev.fkc.vulkan.VulkanDevice;
import dev.fkc.vulkan.internal.BareDriver;
import java.util.List;

/** What recording, submitting and waiting cost, per dispatch. */
final class RecordingCheck {
  private static final int N = SmallCalls.PLACES;
  private static final int WARM_UPS = 40;
  private static final long WARM_UP_NANOS = 1_000_000_000L;

  /** Records one dispatch. */
  private interface Dispatch {
    void record(CommandBatch batch, int i);
  }

  private final VulkanDevice device;
  private final Results results;
  private final int rounds;

  RecordingCheck(VulkanDevice device, Results results, int rounds) {
    this.device = device;
    this.results = results;
    this.rounds = rounds;
  }

  void run() {
    try (SmallCalls calls = new SmallCalls(device)) {
      recordBare(calls);
      record("record_one_input", calls::flip);
      record("record_two_inputs_unchecked", (b, i) -> calls.select(b, calls.selectUnchecked, i));
      record("record_two_inputs_checked", (b, i) -> calls.select(b, calls.select, i));
      replay("replay_independent", calls.recorded(false), calls);
      replay("replay_dependent", calls.recorded(true), calls);
      batch("batch_dependent", calls::dependentFlip, "<= 2.2 us");
      batch("batch_independent", calls::flip, "<= 0.25 us");
      batch("batch_checked", (b, i) -> calls.select(b, calls.select, i), "<= 0.25 us");
      submitAndWait(calls);
    }
  }

  /** The round after one; those before 0 warm up, until the code had time to be compiled. */
  private static int next(int round, long begin) {
    return round == -1 && System.nanoTime() - begin < WARM_UP_NANOS ? -1 : round + 1;
  }

  private void recordBare(SmallCalls calls) {
    double[] micros = new double[rounds];
    try (BareDriver driver = calls.bareFlip()) {
      long begin = System.nanoTime();
      for (int round = -WARM_UPS; round < rounds; round = next(round, begin)) {
        long start = System.nanoTime();
        driver.record(N, SmallCalls.STRIDE);
        micros[Math.max(0, round)] = (System.nanoTime() - start) / 1e3 / N;
      }
    }
    results.print("record_bare_driver", Results.median(micros), "us/dispatch");
  }

  private void record(String name, Dispatch dispatch) {
    double[] micros = new double[rounds];
    long garbage = Long.MAX_VALUE;
    long begin = System.nanoTime();
    for (int round = -WARM_UPS; round < rounds; round = next(round, begin)) {
      try (CommandBatch batch = device.batch(name)) {
        dispatch.record(batch, 0);
        long before = Garbage.bytes();
        long start = System.nanoTime();
        for (int i = 1; i < N; i++) {
          dispatch.record(batch, i);
        }
        long nanos = System.nanoTime() - start;
        if (round >= 0) {
          garbage = Math.min(garbage, Garbage.bytes() - before);
          micros[round] = nanos / 1e3 / (N - 1);
        }
      }
    }
    results.print(name, Results.median(micros), "us/dispatch", "<= 1");
    results.print(name + "_best", Results.least(micros), "us/dispatch");
    results.print(name + "_garbage", garbage / (N - 1.0), "bytes/dispatch", "0");
  }

  private void replay(String name, RecordedBatch recorded, SmallCalls calls) {
    double[] micros = new double[rounds];
    long garbage = Long.MAX_VALUE;
    BufferSlice[][] slots = calls.slots();
    long begin = System.nanoTime();
    for (int round = -WARM_UPS; round < rounds; round = next(round, begin)) {
      try (CommandBatch batch = device.batch(name)) {
        long before = Garbage.bytes();
        long start = System.nanoTime();
        batch.replay(recorded, slots[round & 1]);
        long nanos = System.nanoTime() - start;
        if (round >= 0) {
          garbage = Math.min(garbage, Garbage.bytes() - before);
          micros[round] = nanos / 1e3 / N;
        }
      }
    }
    results.print(name, Results.median(micros), "us/dispatch", "<= 1");
    results.print(name + "_best", Results.least(micros), "us/dispatch");
    results.print(name + "_garbage", garbage / (double) N, "bytes/dispatch", "0");
  }

  private void batch(String name, Dispatch dispatch, String target) {
    double[] host = new double[rounds];
    double[] recorded = new double[rounds];
    double[] gpu = new double[rounds];
    try (CommandBatch batch = device.batch(name)) {
      for (int round = -2; round < rounds; round++) {
        long start = System.nanoTime();
        for (int i = 0; i < N; i++) {
          dispatch.record(batch, i);
        }
        long end = System.nanoTime();
        batch.submit().await();
        if (round >= 0) {
          host[round] = (System.nanoTime() - start) / 1e3 / N;
          recorded[round] = (end - start) / 1e3 / N;
        }
      }
      for (int round = 0; round < rounds && timestamps(); round++) {
        batch.timestamp("start");
        for (int i = 0; i < N; i++) {
          dispatch.record(batch, i);
        }
        batch.timestamp("end");
        try (Completion done = batch.submit()) {
          done.await();
          List<Timestamp> times = done.timestamps();
          gpu[round] = (times.get(1).nanos() - times.get(0).nanos()) / 1e3 / N;
        }
      }
    }
    results.print(name + "_record_submit_wait", Results.median(host), "us/dispatch");
    results.print(name + "_record", Results.median(recorded), "us/dispatch");
    if (timestamps()) {
      results.print(name + "_gpu", Results.median(gpu), "us/dispatch", target);
    }
  }

  private boolean timestamps() {
    return device.info().limits().timestampValidBits() > 0;
  }

  /** The same commands by hand and through a batch, in turns. */
  private void submitAndWait(SmallCalls calls) {
    int times = 100 * rounds;
    double[] bare = new double[times];
    double[] recordedBare = new double[times];
    double[] ours = new double[times];
    double[] whole = new double[times];
    try (BareDriver driver = calls.bareFlip();
        CommandBatch batch = device.batch("submit and wait")) {
      for (int i = 0; i < 2 * times; i++) {
        long a = System.nanoTime();
        driver.record(1, 0);
        long b = System.nanoTime();
        driver.submitAndWait();
        long c = System.nanoTime();
        calls.flip(batch, 0);
        long d = System.nanoTime();
        batch.submit().await();
        long e = System.nanoTime();
        bare[i % times] = (c - b) / 1e3;
        recordedBare[i % times] = (c - a) / 1e3;
        ours[i % times] = (e - d) / 1e3;
        whole[i % times] = (e - c) / 1e3;
      }
    }
    results.print("submit_wait_bare", Results.median(bare), "us");
    results.print("submit_wait", Results.median(ours), "us");
    results.print(
        "submit_wait_ratio", Results.median(ours) / Results.median(bare), "ratio", "<= 1.15");
    results.print("record_submit_wait_bare", Results.median(recordedBare), "us");
    results.print("record_submit_wait", Results.median(whole), "us");
  }
}
