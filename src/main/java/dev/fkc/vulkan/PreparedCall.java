package dev.fkc.vulkan;

import dev.fkc.op.OpCall;
import dev.fkc.registry.BindingEntry;
import dev.fkc.vulkan.internal.CallRecorder;

/**
 * A call of a resolved kernel on a device, with its pipelines made: record it into batches as often
 * as wanted, each time with the buffers that are at hand. Belongs to its device and needs no
 * closing. Thread-safe.
 *
 * <p>Recording allocates nothing and waits for nothing. Where operands begin in their buffers
 * decides how wide a kernel can read and write: the first recording with other remainders by 16 (or
 * by the device's binding alignment) encodes the call anew, and may make a pipeline.
 */
public final class PreparedCall {
  private final BindingEntry entry;
  private final CallRecorder recorder;

  PreparedCall(BindingEntry entry, CallRecorder recorder) {
    this.entry = entry;
    this.recorder = recorder;
  }

  /** What runs. */
  public BindingEntry entry() {
    return entry;
  }

  /** What is asked of it. */
  public OpCall call() {
    return recorder.call();
  }

  CallRecorder recorder() {
    return recorder;
  }

  @Override
  public String toString() {
    return entry.entryPoint() + " " + call();
  }
}
