package dev.fkc.registry;

import dev.fkc.contract.KernelContract;
import dev.fkc.source.Problem;
import dev.fkc.source.Rule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds sections that register the same kernel twice under one key (format §5 and §6 rule 10)
 * without a link registry: within one registry, the same symbol is the same kernel. Not
 * thread-safe.
 */
public final class DuplicateSymbols {
  /** What makes two variants one and the same. */
  private record Identity(
      BindingKey key, String kernelSource, @Nullable String linkRegistry, String symbol) {}

  private final Map<Identity, KernelContract> first = new HashMap<>();

  /** Nothing has been added yet. */
  public DuplicateSymbols() {}

  /**
   * Adds the variants of a section, and tells which earlier section, or which part of itself, they
   * repeat.
   *
   * @param variants of one section
   */
  public List<Problem> add(List<KernelVariant> variants) {
    Map<KernelContract, List<KernelVariant>> repeated = new LinkedHashMap<>();
    for (KernelVariant variant : variants) {
      Identity identity =
          new Identity(
              variant.key(),
              variant.kernelSource(),
              variant.contract().provider().linkRegistry(),
              variant.entryPoint());
      KernelContract other = first.putIfAbsent(identity, variant.contract());
      if (other != null) {
        repeated.computeIfAbsent(other, contract -> new ArrayList<>()).add(variant);
      }
    }
    List<Problem> problems = new ArrayList<>();
    repeated.forEach((other, again) -> problems.add(problem(other, again)));
    return problems;
  }

  /** The problem of a section that registers again what another one has registered. */
  static Problem problem(KernelContract first, List<KernelVariant> again) {
    KernelContract second = again.get(0).contract();
    int more = again.size() - 1;
    return Problem.of(
            Rule.DUPLICATE_KERNEL,
            second.fields().of("entry_point"),
            "section "
                + second.kernel()
                + " registers a kernel that "
                + first.kernel()
                + " has registered under "
                + again.get(0).key()
                + (more == 0 ? "" : " and " + more + " more"))
        .in(second.kernel(), "entry_point")
        .withFound(again.get(0).entryPoint())
        .withExpected("another kernel, or another key")
        .withHelp("remove one of the two sections")
        .withRelated(
            first.fields().of("entry_point"), "first registered here, by " + first.kernel());
  }
}
