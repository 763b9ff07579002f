package dev.fkc.cli;

import dev.fkc.op.OpCall;
import dev.fkc.reference.ByteStore;
import java.util.List;

/** Where calls run. */
interface Backend extends AutoCloseable {
  /** What it is called in output, such as a device's name. */
  String name();

  /** The lines of the plan for a call: which binding, which fixups, what cost. */
  List<String> plan(OpCall call);

  /** The dense output of a call. */
  ByteStore execute(OpCall call, List<ByteStore> inputs);

  @Override
  void close();
}
