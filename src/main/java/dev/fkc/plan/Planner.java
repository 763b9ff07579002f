package dev.fkc.plan;

import dev.fkc.contract.AwkwardLayoutStrategy;
import dev.fkc.contract.LayoutFlags;
import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.plan.DispatchPlan.Candidate;
import dev.fkc.plan.DispatchPlan.Fixup;
import dev.fkc.registry.BindingEntry;
import dev.fkc.registry.BindingKey;
import dev.fkc.registry.CostEstimate;
import dev.fkc.registry.KernelRegistry;
import dev.fkc.registry.NoBindingException;
import dev.fkc.registry.PrecisionFloor;
import dev.fkc.type.BackendId;
import dev.fkc.type.Layout;
import dev.fkc.type.OpKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Chooses among the bindings of a call: those below the caller's precision floor go first, each
 * that stays gets the copies that its contract demands for the views at hand (format §4.3), and the
 * one with the cheapest sum wins; registry order decides between equals. Immutable and thread-safe.
 */
public final class Planner {
  private final KernelRegistry registry;
  private final BackendId backend;
  private final PrecisionFloor floor;
  private final CostModel costs;

  /** A planner for a backend that takes any precision and compares by typical rates. */
  public Planner(KernelRegistry registry, BackendId backend) {
    this(registry, backend, PrecisionFloor.ANY, CostRates.TYPICAL);
  }

  /**
   * A planner.
   *
   * @param registry where bindings are found, copies included
   * @param backend where calls run
   * @param floor least precision
   * @param costs by which sums are compared: {@link CostRates}, or the {@link Calibration} of the
   *     device on which calls run
   */
  public Planner(
      KernelRegistry registry, BackendId backend, PrecisionFloor floor, CostModel costs) {
    this.registry = registry;
    this.backend = backend;
    this.floor = floor;
    this.costs = costs;
  }

  /**
   * The cheapest way to do a call.
   *
   * @throws NoBindingException if no binding has the call's key, or all are below the floor, or one
   *     needs a copy for which there is no binding
   */
  public DispatchPlan plan(OpCall call) {
    List<BindingEntry> siblings = registry.lookup(call.op(), call.dtypes(), backend);
    List<Candidate> candidates = new ArrayList<>(siblings.size());
    DispatchPlan best = null;
    NoBindingException missing = null;
    for (BindingEntry entry : siblings) {
      Optional<String> objection =
          floor.isMetBy(entry.precision())
              ? Optional.empty()
              : Optional.of(floor.objection(entry.precision(), "").orElse("below the floor"));
      if (objection.isPresent()) {
        candidates.add(new Candidate(entry, CostEstimate.UNKNOWN, objection.get()));
        continue;
      }
      try {
        DispatchPlan plan = candidate(entry, call);
        candidates.add(new Candidate(entry, plan.totalCost(), ""));
        if (best == null || nanos(plan) < nanos(best)) {
          best = plan;
        }
      } catch (NoBindingException e) {
        missing = e;
        candidates.add(new Candidate(entry, CostEstimate.UNKNOWN, e.getMessage()));
      }
    }
    if (best == null) {
      throw missing != null ? missing : belowFloor(call, candidates);
    }
    return new DispatchPlan(
        best.entry(), best.call(), best.fixups(), best.kernelCost(), best.totalCost(), candidates);
  }

  private NoBindingException belowFloor(OpCall call, List<Candidate> candidates) {
    StringBuilder why = new StringBuilder("no binding meets the precision floor:");
    for (Candidate candidate : candidates) {
      why.append("\n  ").append(candidate.entry()).append(": ").append(candidate.rejection());
    }
    return new NoBindingException(BindingKey.of(call.op(), call.dtypes(), backend), why.toString());
  }

  private DispatchPlan candidate(BindingEntry entry, OpCall call) {
    OpCall dense = call;
    List<Fixup> fixups = new ArrayList<>();
    CostEstimate copies = CostEstimate.ZERO;
    for (int k = 0; k < call.inputs().size(); k++) {
      Operand input = call.inputs().get(k);
      if (needsCopy(entry, k, input.layout())) {
        Fixup fixup = copy(k, input);
        fixups.add(fixup);
        copies = copies.plus(fixup.cost());
        dense = dense.withInputLayout(k, Layout.contiguous(input.shape()));
      }
    }
    CostEstimate own = estimate(entry, dense);
    return new DispatchPlan(entry, dense, fixups, own, own.plus(copies), List.of());
  }

  private Fixup copy(int input, Operand operand) {
    OpCall call = OpCall.contiguize(operand);
    BindingEntry entry =
        registry.lookup(OpKind.CONTIGUIZE, call.dtypes(), backend).stream()
            .filter(candidate -> !needsCopy(candidate, 0, operand.layout()))
            .findFirst()
            .orElseThrow(
                () ->
                    new NoBindingException(
                        BindingKey.of(OpKind.CONTIGUIZE, call.dtypes(), backend),
                        "no Contiguize takes a view like " + operand));
    return new Fixup(input, entry, call, estimate(entry, call));
  }

  private CostEstimate estimate(BindingEntry entry, OpCall call) {
    CostEstimate told = entry.estimateCost(new CallCosts(call, entry.contract()));
    return costs.refine(entry, call, told);
  }

  /**
   * Nanoseconds that a plan is expected to take by the costs of this planner, copies included;
   * infinite if they cannot be told. With typical rates they are good for comparing, with a
   * calibration they are a prediction.
   */
  public double nanos(DispatchPlan plan) {
    double sum = costs.nanos(plan.entry(), plan.call(), plan.kernelCost());
    for (Fixup fixup : plan.fixups()) {
      sum += costs.nanos(fixup.entry(), fixup.call(), fixup.cost());
    }
    return sum;
  }

  /** Whether a contract wants a dense copy of a view before its kernel runs. */
  static boolean needsCopy(BindingEntry entry, int input, Layout layout) {
    AwkwardLayoutStrategy strategy = entry.strategy(input);
    if (layout.shape().isEmpty() || strategy == AwkwardLayoutStrategy.CONTIGUIZE_INTERNALLY) {
      return false;
    }
    LayoutFlags flags = entry.layout(input);
    if (layout.offset() != 0 && !flags.acceptsStartOffset()) {
      return true;
    }
    if (layout.isContiguous()) {
      return false;
    }
    return strategy == AwkwardLayoutStrategy.REQUIRES_CONTIGUOUS
        || !flags.acceptsStrided()
        || layout.isBroadcast() && !flags.acceptsBroadcast()
        || layout.isReversed() && !flags.acceptsReverseStrides();
  }
}
