package dev.fkc.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Takes the first simpler spec that still fails, until none does or the tries run out. */
final class CaseShrinker {
  private static final int MAX_TRIES = 2_000;

  private final Predicate<TestCase> fails;
  private int tries;

  CaseShrinker(Predicate<TestCase> fails) {
    this.fails = fails;
  }

  CaseSpec shrink(CaseSpec start) {
    CaseSpec current = start;
    boolean smaller = true;
    while (smaller) {
      smaller = false;
      for (CaseSpec candidate : simpler(current)) {
        if (tries++ >= MAX_TRIES) {
          return current;
        }
        if (fails.test(candidate.build())) {
          current = candidate;
          smaller = true;
          break;
        }
      }
    }
    return current;
  }

  /** Specs that are simpler by one change, the boldest first. */
  static List<CaseSpec> simpler(CaseSpec spec) {
    List<CaseSpec> specs = new ArrayList<>();
    int rank = spec.dims().size();
    int matrix = spec.isTriangular() ? rank - 2 : rank;
    for (int k = 0; k < rank; k++) {
      if (k < matrix && rank > 1 && !(spec.hasAxis() && k == spec.axis())) {
        specs.add(spec.without(k));
      }
    }
    for (int v = 0; v < spec.views().size(); v++) {
      views(spec, v, specs);
    }
    for (int k = 0; k < rank; k++) {
      for (long extent : smaller(spec.dims().get(k))) {
        specs.add(spec.withDim(k, extent));
      }
    }
    for (int k = 0; k < spec.indexDims().size(); k++) {
      for (long extent : smaller(spec.indexDims().get(k))) {
        specs.add(spec.withIndexDim(k, extent));
      }
    }
    for (long amount : new long[] {0, 1, -1, spec.amount() / 2}) {
      if (Math.abs((double) amount) < Math.abs((double) spec.amount())) {
        specs.add(spec.withAmount(amount));
      }
    }
    return specs;
  }

  private static void views(CaseSpec spec, int v, List<CaseSpec> specs) {
    ViewSpec view = spec.views().get(v);
    ViewSpec dense = ViewSpec.dense(view.dims().size());
    List<ViewSpec> plainer = new ArrayList<>(List.of(dense, view.inOrder(), view.withOffset(0)));
    if (view.offset() > 1) {
      plainer.add(view.withOffset(1));
    }
    for (int k = 0; k < view.dims().size(); k++) {
      plainer.add(view.withWalk(k, ViewSpec.Walk.PLAIN));
    }
    for (ViewSpec candidate : plainer) {
      if (!candidate.equals(view)) {
        specs.add(spec.withView(v, candidate));
      }
    }
  }

  /** An extent never shrinks to 0: the case would mean something else. */
  private static List<Long> smaller(long extent) {
    List<Long> extents = new ArrayList<>();
    for (long candidate : new long[] {1, 2, 3, extent / 2, extent - 2, extent - 1}) {
      if (candidate > 0 && candidate < extent && !extents.contains(candidate)) {
        extents.add(candidate);
      }
    }
    return extents;
  }
}
