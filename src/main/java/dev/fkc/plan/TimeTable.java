package dev.fkc.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * How long a kernel takes for how many bytes, as measured: a polyline in logarithmic scales.
 * Between points, time grows as a power of the size, which follows a device from launch overhead
 * over caches to memory. Below the first point it is the launch overhead, and beyond the last it
 * grows by the bandwidth there. Immutable.
 *
 * @param overheadNanos time of a call of next to nothing
 * @param bytesPerNano bandwidth of large calls, bytes per nanosecond (GB/s)
 * @param points ascending in bytes, times never falling, at least one
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
      if (next.bytes() <= last.bytes() || next.nanos() < last.nanos()) {
        throw new IllegalArgumentException(next + " after " + last + "; both must grow");
      }
    }
    if (!(overheadNanos >= 0 && bytesPerNano > 0 && bytesPerNano < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "overhead " + overheadNanos + " ns, " + bytesPerNano + " bytes per ns");
    }
  }

  /**
   * The table of a device that is measured as it is made: a few sizes, and more of them where the
   * time does not grow evenly, such as where a cache ends.
   *
   * @param device measures a call of the size that it is asked for, and says how many bytes that
   *     moved
   * @param fromSize least size, at least 1
   * @param toSize largest size, more than that
   */
  public static TimeTable measure(LongFunction<Point> device, long fromSize, long toSize) {
    Map<Long, Point> points = new TreeMap<>();
    int steps =
        Math.max(1, (int) Math.round(Math.log((double) toSize / fromSize) / Math.log(STEP)));
    Sample last = Sample.of(device, fromSize, points);
    for (int step = 1; step <= steps; step++) {
      double factor = Math.pow((double) toSize / fromSize, (double) step / steps);
      Sample next = Sample.of(device, Math.round(fromSize * factor), points);
      divide(device, last, next, points);
      last = next;
    }
    return fit(List.copyOf(points.values()), FIT_TOLERANCE);
  }

  /** What was asked for and what came. */
  private record Sample(long size, Point point) {
    static Sample of(LongFunction<Point> device, long size, Map<Long, Point> points) {
      Point point = device.apply(size);
      points.put(point.bytes(), point);
      return new Sample(size, point);
    }
  }

  /**
   * Measures between two points; goes on in both halves if that was a surprise, or if time grows
   * faster than size, which is where a cache ends.
   */
  private static void divide(
      LongFunction<Point> device, Sample from, Sample to, Map<Long, Point> points) {
    Point a = from.point();
    Point b = to.point();
    if (to.size() < from.size() * FINEST_STEP || b.bytes() <= a.bytes()) {
      return;
    }
    Sample middle =
        Sample.of(device, Math.round(Math.sqrt((double) from.size() * to.size())), points);
    Point m = middle.point();
    if (m.bytes() <= a.bytes() || m.bytes() >= b.bytes()) {
      return;
    }
    double expected = between(a, b, m.bytes());
    double growth = b.nanos() / a.nanos() * a.bytes() / b.bytes();
    if (Math.abs(Math.log(expected / m.nanos())) > SURPRISE || growth > 1 + SURPRISE) {
      divide(device, from, middle, points);
      divide(device, middle, to, points);
    }
  }

  /**
   * The table of some measurements, with no more points than it takes to come within a tolerance of
   * each of them. A time that lies below that of fewer bytes is noise, and the two share their
   * mean.
   *
   * @param measured in any order, at least one; sizes differ
   * @param tolerance relative, such as 0.03
   */
  public static TimeTable fit(List<Point> measured, double tolerance) {
    List<Point> rising = rising(measured);
    Point first = rising.get(0);
    Point last = rising.get(rising.size() - 1);
    boolean[] kept = new boolean[rising.size()];
    kept[0] = true;
    kept[rising.size() - 1] = true;
    keep(rising, 0, rising.size() - 1, Math.log1p(tolerance), kept);
    List<Point> points = new ArrayList<>();
    for (int k = 0; k < kept.length; k++) {
      if (kept[k]) {
        points.add(rising.get(k));
      }
    }
    // With overhead taken off, unless overhead is most of it.
    double moving = Math.max(last.nanos() - first.nanos(), last.nanos() / 2);
    return new TimeTable(first.nanos(), last.bytes() / moving, points);
  }

  /** Pools neighbours that fall until none does. */
  private static List<Point> rising(List<Point> measured) {
    Point[] points = measured.toArray(Point[]::new);
    Arrays.sort(points, Comparator.comparingLong(Point::bytes));
    double[] logs = Arrays.stream(points).mapToDouble(point -> Math.log(point.nanos())).toArray();
    int[] starts = new int[points.length];
    double[] means = new double[points.length];
    int pools = 0;
    for (int k = 0; k < points.length; k++) {
      starts[pools] = k;
      means[pools] = logs[k];
      pools++;
      while (pools > 1 && means[pools - 2] > means[pools - 1]) {
        int left = starts[pools - 1] - starts[pools - 2];
        int right = k + 1 - starts[pools - 1];
        means[pools - 2] = (means[pools - 2] * left + means[pools - 1] * right) / (left + right);
        pools--;
      }
    }
    List<Point> rising = new ArrayList<>();
    for (int pool = 0; pool < pools; pool++) {
      int end = pool + 1 < pools ? starts[pool + 1] : points.length;
      for (int k = starts[pool]; k < end; k++) {
        rising.add(new Point(points[k].bytes(), Math.exp(means[pool])));
      }
    }
    return rising;
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
