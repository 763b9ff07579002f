package dev.fkc.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fkc.plan.TimeTable.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongToDoubleFunction;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class TimeTableTest {
  /** A card with 2 us of overhead, a cache of 50 MiB at 9 TB/s, and memory at 4.2 TB/s. */
  private static double card(long bytes) {
    double cached = 2000 + bytes / 9000.0;
    double spilled = Math.max(0, bytes - (50 << 20)) / 4200.0;
    return Math.max(cached, Math.min(cached + spilled, 2000 + bytes / 4200.0));
  }

  private static List<Point> measure(LongToDoubleFunction device) {
    List<Point> points = new ArrayList<>();
    for (long bytes = 1 << 10; bytes <= 1L << 31; bytes *= 2) {
      points.add(new Point(bytes, device.applyAsDouble(bytes)));
    }
    return points;
  }

  private static TimeTable judge(LongToDoubleFunction device) {
    return TimeTable.measure(
        bytes -> new Point(bytes, device.applyAsDouble(bytes)), 1 << 10, 1L << 31);
  }

  @Test
  void moreSizesAreMeasuredWhereACacheEnds() {
    List<Long> sizes = new ArrayList<>();
    TimeTable.measure(
        bytes -> {
          sizes.add(bytes);
          return new Point(bytes, card(bytes));
        },
        1 << 10,
        1L << 31);
    assertThat(sizes.size()).isLessThan(50);
    assertThat(sizes.stream().filter(bytes -> bytes > 32 << 20 && bytes < 128 << 20).count())
        .isGreaterThan(5);
  }

  @Test
  void sizesThatWereNotMeasuredArePredicted() {
    TimeTable table = judge(TimeTableTest::card);
    SplittableRandom random = new SplittableRandom(1);
    for (int n = 0; n < 1000; n++) {
      long bytes = (long) Math.pow(2, random.nextDouble(4, 33));
      assertThat(table.nanos(bytes)).isCloseTo(card(bytes), Percentage.withPercentage(12));
    }
    assertThat(table.overheadNanos()).isCloseTo(2000, Percentage.withPercentage(1));
    assertThat(table.bytesPerNano()).isCloseTo(4200, Percentage.withPercentage(5));
  }

  @Test
  void noiseOfTenPercentStaysWithinTwentyFive() {
    SplittableRandom random = new SplittableRandom(2);
    TimeTable table = judge(bytes -> card(bytes) * (1 + random.nextDouble(-0.1, 0.1)));
    for (long bytes = 3000; bytes < 4L << 30; bytes = bytes * 5 / 3) {
      assertThat(table.nanos(bytes)).isCloseTo(card(bytes), Percentage.withPercentage(25));
    }
  }

  @Test
  void pointsOnALineAreLeftOut() {
    assertThat(TimeTable.fit(measure(bytes -> bytes / 100.0), 0.01).points()).hasSize(2);
    assertThat(TimeTable.fit(measure(TimeTableTest::card), 0.03).points().size()).isBetween(4, 12);
  }

  @Test
  void timesMayFallWhereAKernelChangesItsWays() {
    List<Point> measured =
        List.of(new Point(4096, 400), new Point(1024, 450), new Point(2048, 900));
    TimeTable table = TimeTable.fit(measured, 0);
    assertThat(table.points())
        .containsExactly(new Point(1024, 450), new Point(2048, 900), new Point(4096, 400));
    assertThat(table.overheadNanos()).isEqualTo(400);
    assertThat(table.nanos(2896)).isCloseTo(600, Percentage.withPercentage(0.1));
  }

  @Test
  void timesThatStandOutAreMeasuredAgain() {
    SplittableRandom random = new SplittableRandom(3);
    TimeTable table = judge(bytes -> card(bytes) * (random.nextInt(10) == 0 ? 2 : 1));
    for (long bytes = 3000; bytes < 2L << 30; bytes = bytes * 5 / 3) {
      assertThat(table.nanos(bytes)).isCloseTo(card(bytes), Percentage.withPercentage(25));
    }
  }

  @Test
  void nothingTakesNoTimeAndLittleTakesTheOverhead() {
    TimeTable table = TimeTable.fit(measure(TimeTableTest::card), 0.03);
    assertThat(table.nanos(0)).isZero();
    assertThat(table.nanos(1)).isEqualTo(table.overheadNanos());
  }

  @Test
  void tablesOutOfOrderAreRefused() {
    List<Point> falling = List.of(new Point(2, 1), new Point(1, 2));
    assertThatThrownBy(() -> new TimeTable(1, 1, falling)).hasMessageContaining("bytes must grow");
    assertThatThrownBy(() -> new Point(1, 0)).hasMessageContaining("must be positive");
    assertThatThrownBy(() -> new TimeTable(1, 1, List.of())).hasMessageContaining("without points");
  }
}
