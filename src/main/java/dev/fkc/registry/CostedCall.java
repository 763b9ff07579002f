package dev.fkc.registry;

import dev.fkc.contract.CostSymbols;

/**
 * What a cost needs to know about a call (format §9): the values of the symbols that expressions
 * mention, and the sizes that the shared per-op costs are made of. Asked on every estimate, so
 * answers should not allocate.
 *
 * <p>Symbols are {@code n} (elements of the first output), {@code dtype_bytes} (bytes of one of its
 * elements), operand dims by role such as {@code source.dim[0]}, and the fields of the op's
 * parameters.
 */
public interface CostedCall extends CostSymbols {
  /** Elements of the first output. */
  long outputElements();

  /**
   * Elements of an input, repeated ones counted each time.
   *
   * @param input in the contract's order
   */
  long inputElements(int input);
}
