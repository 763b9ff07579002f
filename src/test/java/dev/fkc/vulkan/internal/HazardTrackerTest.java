package dev.fkc.vulkan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class HazardTrackerTest {
  /** Bytes [start, end) of a buffer. */
  record Access(long buffer, long start, long end, boolean write) {
    /** The definition: same 16-byte word of the same buffer, and one of the two writes. */
    boolean conflictsWith(Access other) {
      return buffer == other.buffer
          && (write || other.write)
          && start < end
          && other.start < other.end
          && start / 16 <= (other.end - 1) / 16
          && other.start / 16 <= (end - 1) / 16;
    }
  }

  @Provide
  Arbitrary<List<List<Access>>> dispatches() {
    Arbitrary<Access> access =
        Combinators.combine(
                Arbitraries.longs().between(1, 4),
                Arbitraries.longs().between(0, 900),
                Arbitraries.longs().between(0, 90),
                Arbitraries.of(true, false))
            .as((buffer, start, length, write) -> new Access(buffer, start, start + length, write));
    return access.list().ofMinSize(1).ofMaxSize(4).list().ofMaxSize(120);
  }

  @Property(tries = 400)
  void barriersStandExactlyWhereTheDefinitionWantsThem(
      @ForAll("dispatches") List<List<Access>> dispatches) {
    HazardTracker tracker = new HazardTracker();
    List<Access> sinceBarrier = new ArrayList<>();
    for (List<Access> dispatch : dispatches) {
      boolean expected =
          dispatch.stream().anyMatch(a -> sinceBarrier.stream().anyMatch(a::conflictsWith));
      boolean found =
          dispatch.stream()
              .anyMatch(a -> tracker.conflicts(a.buffer(), a.start(), a.end(), a.write()));
      assertThat(found).isEqualTo(expected);
      if (found) {
        tracker.clear();
        sinceBarrier.clear();
      }
      dispatch.forEach(a -> tracker.add(a.buffer(), a.start(), a.end(), a.write()));
      sinceBarrier.addAll(dispatch);
    }
  }

  @Property(tries = 300)
  void rangeSetsHoldExactlyTheirBytes(@ForAll("dispatches") List<List<Access>> ranges) {
    RangeSet set = new RangeSet();
    boolean[] bytes = new boolean[1001];
    for (List<Access> some : ranges) {
      for (Access range : some) {
        boolean overlaps = false;
        for (long i = range.start(); i < range.end(); i++) {
          overlaps |= bytes[(int) i];
        }
        if (range.start() < range.end()) {
          assertThat(set.overlaps(range.start(), range.end())).isEqualTo(overlaps);
          set.add(range.start(), range.end());
        }
        for (long i = range.start(); i < range.end(); i++) {
          bytes[(int) i] = true;
        }
      }
    }
    int runs = 0;
    for (int i = 0; i < bytes.length; i++) {
      runs += bytes[i] && (i == 0 || !bytes[i - 1]) ? 1 : 0;
    }
    assertThat(set.size()).isEqualTo(runs);
  }

  @Example
  void offsetsBeyondFourGibibytesStayApart() {
    HazardTracker tracker = new HazardTracker();
    tracker.add(1, 0, 16, true);
    assertThat(tracker.conflicts(1, 1L << 32, (1L << 32) + 16, true)).isFalse();
    tracker.add(1, 1L << 32, 1L << 33, true);
    assertThat(tracker.conflicts(1, (1L << 33) - 1, 1L << 34, false)).isTrue();
    assertThat(tracker.conflicts(1, 1L << 33, 1L << 34, false)).isFalse();
  }

  @Example
  void tenThousandBuffersAndRangesAreCheapAndMakeNoGarbage() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    HazardTracker tracker = new HazardTracker();
    long garbage = 0;
    for (int round = 0; round < 8; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 10_000; i++) {
        touch(tracker, 7, 64L * i, true);
        touch(tracker, 8, 64L * (9_999 - i), true);
        touch(tracker, 100 + i, 0, true);
      }
      tracker.clear();
      garbage = threads.getCurrentThreadAllocatedBytes() - before;
    }
    assertThat(garbage).isLessThan(4096);
  }

  private static void touch(HazardTracker tracker, long buffer, long start, boolean write) {
    if (tracker.conflicts(buffer, start, start + 32, write)) {
      throw new AssertionError("buffer " + buffer + " at " + start);
    }
    tracker.add(buffer, start, start + 32, write);
  }

  @Property(tries = 60)
  void manyRangesInAnyOrderHoldExactlyTheirWords(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 3) int spacing) {
    List<Integer> places = new ArrayList<>(IntStream.range(0, 2_000).boxed().toList());
    Collections.shuffle(places, random);
    RangeSet set = new RangeSet();
    boolean[] taken = new boolean[spacing * places.size()];
    int left = places.size() / 2;
    for (int place : places) {
      int at = place * spacing;
      assertThat(set.overlaps(16L * at, 16L * at + 16)).isEqualTo(taken[at]);
      if (left-- > 0) {
        set.add(16L * at, 16L * at + 16);
        taken[at] = true;
      }
    }
    set.add(16L * 100, 16L * 700);
    Arrays.fill(taken, 100, 700, true);
    int runs = 0;
    for (int i = 0; i < taken.length; i++) {
      assertThat(set.overlaps(16L * i, 16L * i + 1)).isEqualTo(taken[i]);
      runs += taken[i] && (i == 0 || !taken[i - 1]) ? 1 : 0;
    }
    assertThat(set.size()).isEqualTo(runs);
  }

  @Example
  void tenThousandRangesInRandomOrderAreCheap() {
    List<Integer> places = new ArrayList<>(IntStream.range(0, 10_000).boxed().toList());
    Collections.shuffle(places, new Random(1));
    int[] order = places.stream().mapToInt(Integer::intValue).toArray();
    HazardTracker tracker = new HazardTracker();
    long best = Long.MAX_VALUE;
    for (int round = 0; round < 60; round++) {
      long start = System.nanoTime();
      for (int place : order) {
        touch(tracker, 7, 64L * place, true);
      }
      best = Math.min(best, System.nanoTime() - start);
      tracker.clear();
    }
    assertThat(best / order.length).as("nanoseconds for each range").isLessThan(700);
  }
}
