package dev.fkc.cli.bench;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/**
 * The results of a run, beside those of another library on the same device if there are any, joined
 * by the workloads' names. Immutable.
 */
public final class BenchReport {
  /** Another library may take 64-bit indices where 32-bit ones do. */
  private static final double WIDER_INDICES = 1.7;

  private static final String ROOF = "copy_b4";

  private record Key(String name, String variant) {}

  private final Map<String, BenchResult> own = new LinkedHashMap<>();
  private final Map<Key, BenchResult> others = new LinkedHashMap<>();

  /**
   * A report.
   *
   * @param own this library's results; of two for one workload, the later counts
   * @param others those of others; of workloads that are not in {@code own} too, if any
   * @throws IllegalArgumentException if two results with one name are not of the same work
   */
  public BenchReport(Collection<BenchResult> own, Collection<BenchResult> others) {
    own.forEach(result -> this.own.put(result.name(), result));
    for (BenchResult other : others) {
      BenchResult mine = this.own.get(other.name());
      if (mine != null) {
        requireSameWork(mine, other);
      }
      this.others.put(new Key(other.name(), other.variant()), other);
    }
  }

  private static void requireSameWork(BenchResult mine, BenchResult other) {
    double ratio = (double) other.bytes() / mine.bytes();
    boolean indexed = mine.name().startsWith("index_select") || mine.name().startsWith("gather");
    if (ratio < 0.99 || ratio > (indexed ? WIDER_INDICES : 1.01)) {
      throw new IllegalArgumentException(
          mine.name()
              + " moves "
              + mine.bytes()
              + " bytes here and "
              + other.bytes()
              + " as "
              + other.variant()
              + ": not the same work. Measure both with the same sizes");
    }
  }

  /** This library's results, in the order of measurement. */
  public List<BenchResult> results() {
    return List.copyOf(own.values());
  }

  /** Those of a group. */
  public List<BenchResult> results(WorkloadGroup group) {
    return own.values().stream()
        .filter(result -> WorkloadGroup.of(result.name()) == group)
        .toList();
  }

  /** This library's result for a workload. */
  public Optional<BenchResult> result(String base, int width) {
    return Optional.ofNullable(own.get(base + "_b" + width));
  }

  /** What others are there, such as {@code eager}, in the order in which they came. */
  public List<String> variants() {
    Set<String> variants = new LinkedHashSet<>();
    others.keySet().forEach(key -> variants.add(key.variant()));
    return List.copyOf(variants);
  }

  /** Another's result for a workload. */
  public Optional<BenchResult> other(String name, String variant) {
    return Optional.ofNullable(others.get(new Key(name, variant)));
  }

  /** Where and when another's results were measured; empty if they do not say. */
  public Optional<BenchResult.Origin> origin(String variant) {
    return others.values().stream()
        .filter(result -> result.variant().equals(variant))
        .map(BenchResult::origin)
        .filter(origin -> origin.driver() != null)
        .findFirst();
  }

  /** The names, without widths, of results. */
  static List<String> bases(List<BenchResult> results) {
    return results.stream().map(result -> WorkloadGroup.baseOf(result.name())).distinct().toList();
  }

  /** The element widths that results have, ascending. */
  static List<Integer> widths(List<BenchResult> results) {
    Set<Integer> widths = new TreeSet<>();
    results.forEach(result -> widths.add(WorkloadGroup.widthOf(result.name())));
    return List.copyOf(widths);
  }

  /** This library's results that stand beside another's. */
  List<BenchResult> compared() {
    return own.values().stream()
        .filter(result -> variants().stream().anyMatch(v -> other(result.name(), v).isPresent()))
        .toList();
  }

  /** GB/s of the plain copy of the run, if it was measured. */
  public OptionalDouble roof() {
    BenchResult copy = own.get(ROOF);
    return copy == null ? OptionalDouble.empty() : OptionalDouble.of(copy.gbps());
  }
}
