package dev.fkc.contract;

import java.util.List;

/**
 * The names that a section's rules may refer to. When an operand has no readable name, or the
 * operands are not there at all, nothing can be said about any reference.
 *
 * @param names the names that are known
 * @param complete whether there are no others
 */
record Roles(List<String> names, boolean complete) {
  Roles {
    names = List.copyOf(names);
  }

  /** The names of these inputs. */
  static Roles of(List<TensorDescriptor> inputs, boolean complete) {
    List<String> names = inputs.stream().map(TensorDescriptor::name).toList();
    return new Roles(
        names.stream().filter(name -> !name.isEmpty()).toList(), complete && !names.contains(""));
  }

  /** Whether a reference to this name cannot be said to be wrong. */
  boolean allow(String name) {
    return !complete || names.contains(name);
  }

  @Override
  public String toString() {
    return names.isEmpty() ? "an input" : "one of " + String.join(", ", names);
  }
}
