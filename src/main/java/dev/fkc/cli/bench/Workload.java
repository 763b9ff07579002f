package dev.fkc.cli.bench;

import dev.fkc.op.OpCall;
import java.util.Arrays;

/**
 * Something to measure.
 *
 * @param name {@code OP_SHAPE_bWIDTH}, such as {@code flip_inner_b4}
 * @param call what is done
 * @param bytes that must move: what is read at least once and what is written
 * @param starts byte in its buffer at which each operand begins, inputs in order, then the output
 */
public record Workload(String name, OpCall call, long bytes, long... starts) {
  public Workload {
    starts = Arrays.copyOf(starts, call.inputs().size() + 1);
  }

  /** The shapes that it belongs to. */
  public WorkloadGroup group() {
    return WorkloadGroup.of(name);
  }

  /** The same with its operands elsewhere. */
  Workload startingAt(String newName, long... newStarts) {
    return new Workload(newName, call, bytes, newStarts);
  }
}
