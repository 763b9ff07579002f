package dev.fkc.registry;

import dev.fkc.type.BackendId;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import java.util.List;
import java.util.Objects;

/**
 * What a kernel is found by (format §5): the op, the dtypes of its inputs and then of its outputs,
 * and the backend. Immutable; the hash is computed once, so that a kept key looks up without
 * allocating.
 */
public final class BindingKey {
  private final OpKind op;
  private final List<DType> dtypes;
  private final BackendId backend;
  private final int hash;

  private BindingKey(OpKind op, List<DType> dtypes, BackendId backend) {
    this.op = Objects.requireNonNull(op, "op");
    this.dtypes = List.copyOf(dtypes);
    this.backend = Objects.requireNonNull(backend, "backend");
    this.hash = hash(op, this.dtypes, backend);
  }

  /**
   * A key.
   *
   * @param op what is done
   * @param dtypes of the inputs in the contract's order, then of the outputs
   * @param backend where it runs
   */
  public static BindingKey of(OpKind op, List<DType> dtypes, BackendId backend) {
    return new BindingKey(op, dtypes, backend);
  }

  /** The same from run to run, unlike the hash of an enum. */
  static int hash(OpKind op, List<DType> dtypes, BackendId backend) {
    int hash = op.name().hashCode();
    for (int i = 0; i < dtypes.size(); i++) {
      hash = 31 * hash + dtypes.get(i).ordinal() + 1;
    }
    return 31 * hash + backend.name().hashCode();
  }

  /** What is done. */
  public OpKind op() {
    return op;
  }

  /** The dtypes of the inputs, then of the outputs. */
  public List<DType> dtypes() {
    return dtypes;
  }

  /** Where it runs. */
  public BackendId backend() {
    return backend;
  }

  boolean matches(OpKind otherOp, List<DType> otherDtypes, BackendId otherBackend) {
    if (dtypes.size() != otherDtypes.size()) {
      return false;
    }
    for (int i = 0; i < dtypes.size(); i++) {
      if (dtypes.get(i) != otherDtypes.get(i)) {
        return false;
      }
    }
    return op.name().equals(otherOp.name()) && backend.name().equals(otherBackend.name());
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || other instanceof BindingKey key
            && hash == key.hash
            && matches(key.op, key.dtypes, key.backend);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /** {@code (Gather, [F16, U32, F16], Vulkan)}. */
  @Override
  public String toString() {
    return "(" + op + ", " + dtypes + ", " + backend + ")";
  }
}
