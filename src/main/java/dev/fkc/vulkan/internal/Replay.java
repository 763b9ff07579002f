package dev.fkc.vulkan.internal;

import dev.fkc.vulkan.internal.EncodedDispatch.Access;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Dispatches on numbered slots in place of buffers, with everything decided that does not depend on
 * the buffers: {@link BatchRecorder#replay} writes them down with buffers. Immutable and
 * thread-safe.
 *
 * <p>Slots never overlap in memory unless they are only read, and they begin at multiples of the
 * alignment. So the barriers between the dispatches, and the remainders that encodings depend on,
 * are the same for all buffers.
 */
public final class Replay {
  /**
   * One dispatch.
   *
   * @param slots of the operands, inputs in order, then the output
   * @param starts byte of its slot at which each operand begins
   * @param barrier whether it must wait for dispatches before it
   */
  record Step(EncodedCall call, int index, int[] slots, long[] starts, boolean barrier) {
    EncodedDispatch dispatch() {
      return call.dispatches().get(index);
    }
  }

  private final String name;
  private final KernelRuntime kernels;
  private final Step[] steps;
  private final SlotExtent[] extents;
  private final int barriers;

  private Replay(String name, KernelRuntime kernels, Step[] steps, SlotExtent[] extents) {
    this.name = name;
    this.kernels = kernels;
    this.steps = steps;
    this.extents = extents;
    this.barriers = (int) Arrays.stream(steps).filter(Step::barrier).count();
  }

  /** Number of slots. */
  public int slots() {
    return extents.length;
  }

  /** Bytes that a slot needs. */
  public long bytes(int slot) {
    return extents[slot].bytes();
  }

  /** What the start of a slot must be a multiple of. */
  public long alignment() {
    return kernels.startMask() + 1;
  }

  /** Number of dispatches. */
  public int dispatches() {
    return steps.length;
  }

  /** Number of barriers between them. */
  public int barriers() {
    return barriers;
  }

  KernelRuntime kernels() {
    return kernels;
  }

  Step[] steps() {
    return steps;
  }

  /** Throws unless a slot can lie in a buffer. */
  void requireFits(int slot, GpuBuffer buffer, long start) {
    if ((start & kernels.startMask()) != 0 || bytes(slot) > buffer.size() - start) {
      throw new IllegalArgumentException(
          name
              + ": slot "
              + slot
              + " begins at byte "
              + start
              + " of "
              + buffer
              + " of "
              + buffer.size()
              + " bytes; it needs a multiple of "
              + alignment()
              + " and "
              + bytes(slot)
              + " bytes from there on");
    }
  }

  /** Throws unless a slot that is written has its bytes for itself; notes it. */
  void requireApart(HazardTracker taken, int slot, GpuBuffer buffer, long start) {
    long end = start + extents[slot].bytes();
    boolean written = extents[slot].isWritten();
    if (taken.conflicts(buffer.id(), start, end, written)) {
      throw new IllegalArgumentException(
          name
              + ": slot "
              + slot
              + ", bytes "
              + start
              + " to "
              + end
              + " of "
              + buffer
              + ", overlaps another slot, and one of them is written");
    }
    taken.add(buffer.id(), start, end, written);
  }

  /** Whether what a slot reads or writes must wait for earlier dispatches. */
  boolean conflicts(HazardTracker hazards, int slot, GpuBuffer buffer, long start) {
    SlotExtent extent = extents[slot];
    return hazards.conflicts(
            buffer.id(), start + extent.readStart(), start + extent.readEnd(), false)
        || hazards.conflicts(
            buffer.id(), start + extent.writeStart(), start + extent.writeEnd(), true);
  }

  /** Notes what a slot reads and writes; says whether memory that the host may read is written. */
  boolean note(HazardTracker hazards, BufferUses uses, int slot, GpuBuffer buffer, long start) {
    SlotExtent extent = extents[slot];
    if (extent.isRead()) {
      uses.add(buffer, false);
      hazards.add(buffer.id(), start + extent.readStart(), start + extent.readEnd(), false);
    }
    if (extent.isWritten()) {
      uses.add(buffer, true);
      hazards.add(buffer.id(), start + extent.writeStart(), start + extent.writeEnd(), true);
    }
    return extent.isWritten() && buffer.isReadableByHost();
  }

  /** Takes calls down, in order. Not safe for use from several threads. */
  public static final class Builder {
    private final String name;
    private final List<Step> steps = new ArrayList<>();
    private final List<SlotExtent> extents = new ArrayList<>();
    private final HazardTracker hazards = new HazardTracker();
    private @Nullable KernelRuntime kernels;

    /** Named for errors. */
    public Builder(String name) {
      this.name = name;
    }

    /**
     * Adds a call.
     *
     * @param slots of the operands, inputs in order, then the output
     * @param starts byte of its slot at which each operand begins
     * @throws IllegalArgumentException if an operand starts between two elements, or is overlapped
     *     by the output, or the call is of another device
     */
    public void add(CallRecorder call, int[] slots, long[] starts) {
      if (kernels != null && kernels != call.kernels()) {
        throw new IllegalArgumentException(name + ": " + call.call() + " is of another device");
      }
      EncodedCall encoded = call.encode(slots, starts);
      kernels = call.kernels();
      for (int k = 0; k < slots.length; k++) {
        update(slots[k], extent(slots[k]).holding(starts[k] + call.bytes(k)));
      }
      if (encoded != null) {
        for (int i = 0; i < encoded.dispatches().size(); i++) {
          step(encoded, i, slots, starts);
        }
      }
    }

    private SlotExtent extent(int slot) {
      return slot < extents.size() ? extents.get(slot) : SlotExtent.NONE;
    }

    private void update(int slot, SlotExtent extent) {
      while (extents.size() <= slot) {
        extents.add(SlotExtent.NONE);
      }
      extents.set(slot, extent);
    }

    private void step(EncodedCall call, int index, int[] slots, long[] starts) {
      Access[] accesses = call.dispatches().get(index).accesses();
      boolean barrier = false;
      for (Access access : accesses) {
        int slot = slots[access.operand()];
        long start = starts[access.operand()];
        barrier |=
            hazards.conflicts(slot, start + access.start(), start + access.end(), access.write());
      }
      if (barrier) {
        hazards.clear();
      }
      for (Access access : accesses) {
        int slot = slots[access.operand()];
        long from = starts[access.operand()] + access.start();
        long to = starts[access.operand()] + access.end();
        hazards.add(slot, from, to, access.write());
        update(
            slot, access.write() ? extent(slot).writing(from, to) : extent(slot).reading(from, to));
      }
      steps.add(new Step(call, index, slots, starts, barrier));
    }

    /** The calls so far. */
    public Replay build() {
      KernelRuntime known = kernels;
      if (known == null) {
        throw new IllegalStateException(name + " has no calls");
      }
      return new Replay(
          name, known, steps.toArray(Step[]::new), extents.toArray(SlotExtent[]::new));
    }
  }
}
