package dev.fkc.vulkan.internal;

import java.util.Random;

/** Times the hazard tracker on 10,000 ranges of one buffer. */
public final class HazardCost {
  private static final int RANGES = 10_000;
  private static final int ROUNDS = 100;

  /** In which order the ranges come. */
  public enum Order {
    ASCENDING,
    DESCENDING,
    RANDOM
  }

  private HazardCost() {}

  /** Nanoseconds for each range, the best of many rounds. */
  public static double nanos(Order order) {
    int[] places = new int[RANGES];
    Random random = new Random(1);
    for (int i = 0; i < RANGES; i++) {
      places[i] = order == Order.DESCENDING ? RANGES - 1 - i : i;
      if (order == Order.RANDOM) {
        int other = random.nextInt(i + 1);
        places[i] = places[other];
        places[other] = i;
      }
    }
    HazardTracker tracker = new HazardTracker();
    long best = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      for (int place : places) {
        if (tracker.conflicts(1, 64L * place, 64L * place + 32, true)) {
          throw new IllegalStateException("conflict at " + place);
        }
        tracker.add(1, 64L * place, 64L * place + 32, true);
      }
      best = Math.min(best, System.nanoTime() - start);
      tracker.clear();
    }
    return (double) best / RANGES;
  }
}
