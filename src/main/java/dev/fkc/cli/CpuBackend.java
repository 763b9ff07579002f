package dev.fkc.cli;

import dev.fkc.op.OpCall;
import dev.fkc.reference.ByteStore;
import dev.fkc.reference.Reference;
import java.util.List;

/** The scalar reference. */
final class CpuBackend implements Backend {
  @Override
  public String name() {
    return "the CPU reference";
  }

  @Override
  public List<String> plan(OpCall call) {
    return List.of(call.op() + " " + call.dtypes() + " on the CPU reference, no copy before it");
  }

  @Override
  public ByteStore execute(OpCall call, List<ByteStore> inputs) {
    return Reference.compute(call, inputs);
  }

  @Override
  public void close() {}
}
