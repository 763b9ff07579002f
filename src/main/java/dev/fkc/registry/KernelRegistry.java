package dev.fkc.registry;

import dev.fkc.contract.ContractSet;
import dev.fkc.source.Problem;
import dev.fkc.type.BackendId;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All kernels that are registered, found by op, dtypes and backend (format §5). Immutable and
 * thread-safe.
 *
 * <p>A lookup costs a hash and allocates nothing, with a {@link BindingKey} or without. Kernels
 * under one key are siblings, in the order of import. Iteration follows the order of import too,
 * and is the same in every run.
 */
public final class KernelRegistry {
  private static final KernelRegistry EMPTY = new KernelRegistry(List.of());

  private final List<BindingEntry> entries;
  private final List<BindingKey> keys;
  private final BindingTable table;

  private KernelRegistry(List<BindingEntry> entries) {
    this.entries = List.copyOf(entries);
    Map<BindingKey, List<BindingEntry>> siblings = new LinkedHashMap<>();
    for (BindingEntry entry : entries) {
      siblings.computeIfAbsent(entry.key(), key -> new ArrayList<>()).add(entry);
    }
    this.keys = List.copyOf(siblings.keySet());
    this.table = new BindingTable(siblings);
  }

  /** A registry without kernels. */
  public static KernelRegistry empty() {
    return EMPTY;
  }

  /** A registry under construction. */
  public static Builder builder() {
    return new Builder(EMPTY);
  }

  /** A registry under construction that starts with what this one holds. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** The kernels under a key, in order; empty when there are none. */
  public List<BindingEntry> find(BindingKey key) {
    return table.find(key);
  }

  /**
   * The kernels for an op, in order; empty when there are none.
   *
   * @param op what is done
   * @param dtypes of the inputs in the contract's order, then of the outputs
   * @param backend where it runs
   */
  public List<BindingEntry> find(OpKind op, List<DType> dtypes, BackendId backend) {
    return table.find(op, dtypes, backend);
  }

  /**
   * The kernels under a key, in order; at least one.
   *
   * @throws NoBindingException if there is none, saying which keys of the op exist and what differs
   */
  public List<BindingEntry> lookup(BindingKey key) {
    List<BindingEntry> siblings = table.find(key);
    if (siblings.isEmpty()) {
      throw new NoBindingException(key, MissExplanation.of(key, keys));
    }
    return siblings;
  }

  /**
   * The kernels for an op, in order; at least one.
   *
   * @param op what is done
   * @param dtypes of the inputs in the contract's order, then of the outputs
   * @param backend where it runs
   * @throws NoBindingException if there is none, saying which keys of the op exist and what differs
   */
  public List<BindingEntry> lookup(OpKind op, List<DType> dtypes, BackendId backend) {
    List<BindingEntry> siblings = table.find(op, dtypes, backend);
    return siblings.isEmpty() ? lookup(BindingKey.of(op, dtypes, backend)) : siblings;
  }

  /** Every kernel, in the order of import. */
  public List<BindingEntry> entries() {
    return entries;
  }

  /** Every key, in the order of its first kernel. */
  public List<BindingKey> keys() {
    return keys;
  }

  @Override
  public String toString() {
    return "KernelRegistry of " + entries.size() + " bindings under " + keys.size() + " keys";
  }

  /** Collects kernels, import by import. Not thread-safe. */
  public static final class Builder {
    private List<BindingEntry> entries;

    private Builder(KernelRegistry start) {
      this.entries = start.entries;
    }

    /**
     * Imports contracts without a ledger: no {@code audited: true} counts.
     *
     * @see #importContracts(ContractSet, Collection, VerificationLedger)
     */
    public List<Problem> importContracts(ContractSet contracts, Collection<LinkRegistry> links) {
      return importContracts(contracts, links, VerificationLedger.empty());
    }

    /**
     * Imports everything registrable in some contracts, or nothing: on an error the builder stays
     * as it was.
     *
     * @param contracts what was read; problems found in reading count too
     * @param links where the symbols of their providers resolve
     * @param ledger the passes that make an {@code audited: true} count
     * @return warnings and notes, in file order
     * @throws dev.fkc.source.ContractException with every problem of reading, fan-out and linking
     *     at once, if any of them is an error
     */
    public List<Problem> importContracts(
        ContractSet contracts, Collection<LinkRegistry> links, VerificationLedger ledger) {
      ContractImport imported = new ContractImport(entries, links, ledger);
      imported.add(contracts.contracts());
      List<Problem> problems = imported.finish(contracts.problems());
      entries = imported.entries();
      return problems;
    }

    /** The registry. The builder may be used further without effect on it. */
    public KernelRegistry build() {
      return new KernelRegistry(entries);
    }
  }
}
