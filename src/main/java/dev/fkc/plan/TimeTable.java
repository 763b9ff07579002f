package dev.fkc.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * How long a kernel takes for how many bytes, as measured: a polyline in logarithmic scales.
 * Between points, time grows as a power of the size, which follows a device from launch overhead
 * over caches to memory. Below the first point it is the launch overhead, and beyond the last it
 * grows by the bandwidth there. Immutable.
 *
 * @param overheadNanos what the shortest call takes, one of next to nothing
 * @param bytesPerNano bandwidth of large calls, bytes per nanosecond (GB/s)
 * @param points ascending in bytes, at least one; times may fall where a kernel changes its ways
 */
public record TimeTable(double overheadNanos, double bytesPerNano, List<Point> points) {
  private static final double STEP = 4;
  private static final double FINEST_STEP = 1.3;
  private static final double SURPRISE = 0.08;
  private static final double FIT_TOLERANCE = 0.03;

  /**
   * A measurement.
   *
   * @param bytes that a contract says are moved, at least 1
   * @param nanos what that took, more than 0
   */
  public record Point(long bytes, double nanos) {
    public Point {
      if (bytes < 1 || !(nanos > 0 && nanos < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            bytes + " bytes in " + nanos + " ns; both must be positive");
      }
    }
  }

  public TimeTable {
    points = List.copyOf(points);
    if (points.isEmpty()) {
      throw new IllegalArgumentException("a time table without points");
    }
    for (int k = 1; k < points.size(); k++) {
      Point last = points.get(k - 1);
      Point next = points.get(k);
      if (next.bytes() <= last.bytes()) {
        throw new IllegalArgumentException(next + " after " + last + "; bytes must grow");
      }
    }
    if (!(overheadNanos >= 0 && bytesPerNano > 0 && bytesPerNano < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "overhead " + overheadNanos + " ns, " + bytesPerNano + " bytes per ns");
    }
  }

  /**
   * The table of a device that is measured as it is made: a few sizes, and more of them where the
   * time does not grow evenly, such as where a cache ends. Times that stand out are measured twice.
   *
   * @param device measures a call of the size that it is asked for, and says how many bytes that
   *     moved
   * @param fromSize least size, at least 1
   * @param toSize largest size, more than that
   */
  public static TimeTable measure(LongFunction<Point> device, long fromSize, long toSize) {
    Map<Long, Sample> samples = new TreeMap<>();
    int steps =
        Math.max(1, (int) Math.round(Math.log((double) toSize / fromSize) / Math.log(STEP)));
    Sample last = Sample.of(device, fromSize, samples);
    for (int step = 1; step <= steps; step++) {
      double factor = Math.pow((double) toSize / fromSize, (double) step / steps);
      Sample next = Sample.of(device, Math.round(fromSize * factor), samples);
      divide(device, last, next, samples);
      last = next;
    }
    measureAgain(device, samples);
    return fit(samples.values().stream().map(Sample::point).toList(), FIT_TOLERANCE);
  }

  /** What was asked for and what came. */
  private record Sample(long size, Point point) {
    /** Of two samples of as many bytes, the shorter one counts. */
    static Sample of(LongFunction<Point> device, long size, Map<Long, Sample> samples) {
      Sample sample = new Sample(size, device.apply(size));
      return samples.merge(
          sample.point.bytes(),
          sample,
          (one, other) -> other.point.nanos() < one.point.nanos() ? other : one);
    }
  }

  /**
   * Measures between two points; goes on in both halves if that was a surprise, or if time grows
   * faster than size, which is where a cache ends.
   */
  private static void divide(
      LongFunction<Point> device, Sample from, Sample to, Map<Long, Sample> samples) {
    Point a = from.point();
    Point b = to.point();
    if (to.size() < from.size() * FINEST_STEP || b.bytes() <= a.bytes()) {
      return;
    }
    Sample middle =
        Sample.of(device, Math.round(Math.sqrt((double) from.size() * to.size())), samples);
    Point m = middle.point();
    if (m.bytes() <= a.bytes() || m.bytes() >= b.bytes()) {
      return;
    }
    double growth = b.nanos() / a.nanos() * a.bytes() / b.bytes();
    if (isSurprise(a, m, b) || growth > 1 + SURPRISE) {
      divide(device, from, middle, samples);
      divide(device, middle, to, samples);
    }
  }

  private static boolean isSurprise(Point a, Point middle, Point b) {
    return Math.abs(Math.log(between(a, b, middle.bytes()) / middle.nanos())) > SURPRISE;
  }

  /** A point that is off the line between its neighbours, or a neighbour, may be disturbed. */
  private static void measureAgain(LongFunction<Point> device, Map<Long, Sample> samples) {
    List<Sample> all = List.copyOf(samples.values());
    Set<Sample> doubtful = new LinkedHashSet<>();
    for (int k = 1; k < all.size() - 1; k++) {
      List<Sample> three = all.subList(k - 1, k + 2);
      if (isSurprise(three.get(0).point(), three.get(1).point(), three.get(2).point())) {
        doubtful.addAll(three);
      }
    }
    doubtful.forEach(sample -> Sample.of(device, sample.size(), samples));
  }

  /**
   * The table of some measurements, with no more points than it takes to come within a tolerance of
   * each of them.
   *
   * @param measured in any order, at least one; sizes differ
   * @param tolerance relative, such as 0.03
   */
  public static TimeTable fit(List<Point> measured, double tolerance) {
    List<Point> sorted = measured.stream().sorted(Comparator.comparingLong(Point::bytes)).toList();
    boolean[] kept = new boolean[sorted.size()];
    kept[0] = true;
    kept[sorted.size() - 1] = true;
    keep(sorted, 0, sorted.size() - 1, Math.log1p(tolerance), kept);
    List<Point> points = new ArrayList<>();
    for (int k = 0; k < kept.length; k++) {
      if (kept[k]) {
        points.add(sorted.get(k));
      }
    }
    double overhead = sorted.stream().mapToDouble(Point::nanos).min().orElseThrow();
    Point last = sorted.get(sorted.size() - 1);
    // With overhead taken off, unless overhead is most of it.
    double moving = Math.max(last.nanos() - overhead, last.nanos() / 2);
    return new TimeTable(overhead, last.bytes() / moving, points);
  }

  /** Marks the point that is farthest off the line from one point to another, and goes on. */
  private static void keep(List<Point> points, int from, int to, double tolerance, boolean[] kept) {
    int farthest = -1;
    double most = tolerance;
    for (int k = from + 1; k < to; k++) {
      Point point = points.get(k);
      double straight = between(points.get(from), points.get(to), point.bytes());
      double off = Math.abs(Math.log(straight / point.nanos()));
      if (off > most) {
        most = off;
        farthest = k;
      }
    }
    if (farthest >= 0) {
      kept[farthest] = true;
      keep(points, from, farthest, tolerance, kept);
      keep(points, farthest, to, tolerance, kept);
    }
  }

  private static double between(Point a, Point b, long bytes) {
    double along = Math.log((double) bytes / a.bytes()) / Math.log((double) b.bytes() / a.bytes());
    return a.nanos() * Math.pow(b.nanos() / a.nanos(), along);
  }

  /**
   * Nanoseconds for some bytes.
   *
   * @param bytes 0 or more; 0 is nothing to do and takes no time
   */
  public double nanos(long bytes) {
    Point last = points.get(points.size() - 1);
    if (bytes == 0) {
      return 0;
    } else if (bytes <= points.get(0).bytes()) {
      return Math.min(overheadNanos, points.get(0).nanos());
    } else if (bytes >= last.bytes()) {
      return last.nanos() + (bytes - last.bytes()) / bytesPerNano;
    }
    int next = 1;
    while (points.get(next).bytes() < bytes) {
      next++;
    }
    return between(points.get(next - 1), points.get(next), bytes);
  }
}
