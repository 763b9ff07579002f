package dev.fkc.contract;

import org.jspecify.annotations.Nullable;

/**
 * A name in an expression: {@code n}, {@code q.dim[1]}, {@code out_shape[0]}, or a call that the
 * language does not know, {@code prod(out_shape)}. Immutable; one instance per mention.
 *
 * @param name the dotted path without its index, or the whole text of a call
 * @param index what stands in the brackets: a whole number or a name; null without brackets
 */
public record CostSymbol(String name, @Nullable String index) {
  /** As written, without blanks. */
  @Override
  public String toString() {
    return index == null ? name : name + "[" + index + "]";
  }
}
