package dev.fkc.vulkan;

import dev.fkc.vulkan.internal.Replay;

/**
 * Calls that are recorded once, with numbered slots in place of buffers, and replayed into batches
 * as often as wanted, each time with other buffers: {@link CommandBatch#replay}. Immutable and
 * thread-safe; belongs to the device of its calls and needs no closing.
 *
 * <p>What cannot change from replay to replay is worked out once: whether operands fit together,
 * which variant of a kernel runs, its constants, and where barriers stand. A replay checks each
 * slot once and then writes the commands anew in one pass, since Vulkan does not let the buffers of
 * recorded commands be exchanged. That costs what the driver takes to record the commands and
 * little else, and makes no garbage.
 */
public final class RecordedBatch {
  private final String label;
  private final Replay replay;

  private RecordedBatch(String label, Replay replay) {
    this.label = label;
    this.replay = replay;
  }

  /** A builder; the label is for errors. */
  public static Builder builder(String label) {
    return new Builder(label);
  }

  /** Label for errors. */
  public String label() {
    return label;
  }

  /** Number of slots: one more than the highest number that was used. */
  public int slots() {
    return replay.slots();
  }

  /** How many bytes a buffer needs from where its slot begins; 0 for a number that is not used. */
  public long slotBytes(int slot) {
    return replay.bytes(slot);
  }

  /** What the start of a slot in its buffer must be a multiple of. */
  public long slotAlignment() {
    return replay.alignment();
  }

  /** Number of dispatches of a replay. */
  public int dispatches() {
    return replay.dispatches();
  }

  /** Number of barriers between them. */
  public int barriers() {
    return replay.barriers();
  }

  Replay replay() {
    return replay;
  }

  @Override
  public String toString() {
    return "recorded batch '" + label + "'";
  }

  /** Takes calls down, in order. Not safe for use from several threads. */
  public static final class Builder {
    private final String label;
    private final Replay.Builder replay;

    private Builder(String label) {
      this.label = label;
      this.replay = new Replay.Builder("recorded batch '" + label + "'");
    }

    /**
     * A call with one input.
     *
     * @throws IllegalArgumentException if an operand starts between two elements or is overlapped
     *     by the output, or the call is prepared on another device than those before it
     */
    public Builder dispatch(PreparedCall call, BufferSlot input, BufferSlot output) {
      replay.add(
          call.recorder(),
          new int[] {input.number(), output.number()},
          new long[] {input.start(), output.start()});
      return this;
    }

    /**
     * A call with two inputs.
     *
     * @throws IllegalArgumentException if an operand starts between two elements or is overlapped
     *     by the output, or the call is prepared on another device than those before it
     */
    public Builder dispatch(
        PreparedCall call, BufferSlot first, BufferSlot second, BufferSlot output) {
      replay.add(
          call.recorder(),
          new int[] {first.number(), second.number(), output.number()},
          new long[] {first.start(), second.start(), output.start()});
      return this;
    }

    /**
     * The calls so far.
     *
     * @throws IllegalStateException if there are none
     */
    public RecordedBatch build() {
      return new RecordedBatch(label, replay.build());
    }
  }
}
