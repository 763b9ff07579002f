package dev.fkc.plan;

import java.util.ArrayList;
import java.util.List;

/** Cuts a form into parts of a limited size, along its outermost dims. */
public final class Splitter {
  private Splitter() {}

  /**
   * Parts that together write what the form writes, in order, each of at most {@code maxUnits}.
   *
   * @param maxUnits at least 1
   */
  public static List<Form> split(Form form, long maxUnits) {
    List<Form> parts = new ArrayList<>();
    split(form, maxUnits, parts);
    return List.copyOf(parts);
  }

  private static void split(Form form, long maxUnits, List<Form> parts) {
    long count = form.count();
    if (count <= maxUnits) {
      parts.add(form);
      return;
    }
    long size = form.sizes()[0];
    long inner = count / size;
    if (inner > maxUnits) {
      for (long i = 0; i < size; i++) {
        split(form.at(i), maxUnits, parts);
      }
      return;
    }
    long step = maxUnits / inner;
    // Whole 16-byte output words per part where that costs nothing.
    step = step > 16 ? step & -16 : step;
    long wrap = form instanceof StridedForm strided ? strided.wrap() : 0;
    slices(form, 0, wrap, step, parts);
    slices(form, wrap, size, step, parts);
  }

  private static void slices(Form form, long from, long to, long step, List<Form> parts) {
    for (long at = from; at < to; at += step) {
      parts.add(form.slice(at, Math.min(to, at + step)));
    }
  }
}
