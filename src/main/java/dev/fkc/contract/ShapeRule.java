package dev.fkc.contract;

import java.util.List;

/** Where the shape of a result comes from (format §3, output descriptor). */
public sealed interface ShapeRule {
  /** The shape of an input. */
  record SameAs(String role) implements ShapeRule {}

  /** The inputs' shapes, broadcast together. */
  record Broadcast(List<String> roles) implements ShapeRule {
    public Broadcast {
      roles = List.copyOf(roles);
    }
  }

  /** A matrix product. */
  record Matmul(String left, String right) implements ShapeRule {}

  /** An input without some of its dims. */
  record Reduce(String input, String dims, String keepdim) implements ShapeRule {}

  /** A two-dimensional convolution. */
  record Conv2d(String params) implements ShapeRule {}

  /** Given by op parameters, or by words that name them. */
  record FromParams(List<String> names) implements ShapeRule {
    public FromParams {
      names = List.copyOf(names);
    }
  }

  /** A rule that this project has no record for. */
  record Other(String function, List<String> arguments) implements ShapeRule {
    public Other {
      arguments = List.copyOf(arguments);
    }
  }
}
