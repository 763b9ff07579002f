package dev.fkc.vulkan.host;

import dev.fkc.vulkan.internal.HazardCost;

/** What it costs to find out that 10,000 ranges of one buffer do not overlap. */
final class HazardCheck {
  private HazardCheck() {}

  static void run(Results results) {
    for (HazardCost.Order order : HazardCost.Order.values()) {
      results.print(
          "hazard_" + order.name().toLowerCase(java.util.Locale.ROOT),
          HazardCost.nanos(order),
          "ns/range");
    }
  }
}
