package dev.fkc.plan;

import dev.fkc.op.OpCall;
import dev.fkc.registry.BindingEntry;
import dev.fkc.registry.CostEstimate;
import java.util.List;
import java.util.Locale;

/**
 * How a call will be done: which binding, which copies before it, and what all of it costs.
 * Immutable; owns nothing.
 *
 * @param entry the binding that runs
 * @param call what it runs: the call that was asked for, with copied inputs dense
 * @param fixups copies that run before it, in the order of the inputs
 * @param kernelCost of the binding alone
 * @param totalCost with the copies
 * @param candidates every binding that was looked at, in registry order, this one among them
 */
public record DispatchPlan(
    BindingEntry entry,
    OpCall call,
    List<Fixup> fixups,
    CostEstimate kernelCost,
    CostEstimate totalCost,
    List<Candidate> candidates) {

  /**
   * A dense copy of an input, made by a kernel of its own.
   *
   * @param input which input of the call, in the contract's order
   * @param entry the Contiguize binding
   * @param call what it runs
   * @param cost of it
   */
  public record Fixup(int input, BindingEntry entry, OpCall call, CostEstimate cost) {}

  /**
   * A binding that was looked at.
   *
   * @param entry the binding
   * @param totalCost with the copies that it would need
   * @param rejection why it cannot be used; empty if it can
   */
  public record Candidate(BindingEntry entry, CostEstimate totalCost, String rejection) {}

  public DispatchPlan {
    fixups = List.copyOf(fixups);
    candidates = List.copyOf(candidates);
  }

  /** The plan for people, several lines without a trailing line end. */
  public String describe() {
    StringBuilder text = new StringBuilder();
    text.append("plan for ").append(call.op()).append(' ').append(call.params());
    for (Fixup fixup : fixups) {
      line(text, "copy", "input " + fixup.input() + " " + fixup.call().inputs().get(0));
      line(text, "", fixup.entry() + ", " + fixup.cost());
    }
    line(text, "run", entry + ", " + kernelCost);
    line(text, "from", entry.span().toString());
    line(text, "total", totalCost.toString());
    if (candidates.size() > 1) {
      for (Candidate candidate : candidates) {
        String verdict =
            candidate.entry() == entry
                ? "chosen"
                : candidate.rejection().isEmpty() ? "dearer" : candidate.rejection();
        line(
            text,
            "candidate",
            candidate.entry().entryPoint()
                + " ("
                + candidate.entry().kernelSource()
                + "), total "
                + candidate.totalCost()
                + ": "
                + verdict);
      }
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String label, String value) {
    text.append(String.format(Locale.ROOT, "%n  %-9s %s", label, value));
  }
}
