package dev.fkc.contract;

/**
 * One atom of a {@code shape_constraint} (format §6, shape-constraint atoms). A dim index counts
 * from the end when negative.
 */
public sealed interface ShapeConstraint {
  /** The same shape as another role. */
  record SameAs(String role) implements ShapeConstraint {}

  /** The same number of dims as another role. */
  record SameRank(String role) implements ShapeConstraint {}

  /** A rank within bounds. */
  record RankIs(Rank rank) implements ShapeConstraint {}

  /** Broadcasts to the shape of another role. */
  record BroadcastTo(String role) implements ShapeConstraint {}

  /** The last dim equals the last dim of another role. */
  record LastDimEq(String role) implements ShapeConstraint {}

  /** A dim equals an expression. */
  record DimEq(DimRef dim, CostExpression value) implements ShapeConstraint {}

  /** A dim, a parameter or an expression of both is a multiple of another. */
  record Divisible(CostExpression dividend, CostExpression divisor) implements ShapeConstraint {}

  /** A dim holds at least a symbol's value. */
  record CapacityGe(DimRef dim, String symbol) implements ShapeConstraint {}

  /** Words for people. */
  record Prose(String text) implements ShapeConstraint {}

  /**
   * A dim: {@code dim[-1]} of the operand itself, {@code q.dim[1]} of another role, {@code dim[i]}
   * of every axis.
   *
   * @param role the role, empty for the operand that carries the constraint
   * @param index the index as written: a whole number, negative from the end, or a name
   */
  record DimRef(String role, String index) {
    /** In the contract's spelling. */
    @Override
    public String toString() {
      return (role.isEmpty() ? "" : role + ".") + "dim[" + index + "]";
    }
  }
}
