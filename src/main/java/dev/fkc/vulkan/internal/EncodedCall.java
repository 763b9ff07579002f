package dev.fkc.vulkan.internal;

import static org.lwjgl.system.MemoryUtil.*;

import dev.fkc.op.IndexErrors;
import dev.fkc.op.OpCall;
import dev.fkc.plan.Canonicalizer;
import dev.fkc.plan.Form;
import dev.fkc.plan.GatherForm;
import dev.fkc.plan.IndexRowsForm;
import dev.fkc.vulkan.internal.EncodedDispatch.Access;
import dev.fkc.vulkan.internal.EncodedDispatch.Address;
import dev.fkc.vulkan.internal.EncodedDispatch.Binding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The dispatches of a call with their pipelines, for operands with given start remainders.
 * Recording it makes no garbage. Immutable and thread-safe.
 */
final class EncodedCall {
  private static final int REPORT_BINDING = 4;

  /**
   * Positions and values that a report slot has room for, after the first position and the count.
   */
  private static final int TRAIL = (ReportSlots.SLOT_BYTES / 4 - 2) / 2;

  private final List<EncodedDispatch> dispatches;
  private final long[] pipelines;
  private final long[] layouts;
  private final @Nullable SlotCheck[] checks;

  private EncodedCall(
      List<EncodedDispatch> dispatches,
      long[] pipelines,
      long[] layouts,
      @Nullable SlotCheck[] checks) {
    this.dispatches = dispatches;
    this.pipelines = pipelines;
    this.layouts = layouts;
    this.checks = checks;
  }

  static EncodedCall of(
      OpCall call, long[] starts, boolean checked, DispatchEncoder encoder, Pipelines pipelines) {
    List<EncodedDispatch> dispatches =
        Canonicalizer.form(call, starts).stream()
            .flatMap(form -> encoder.encode(form, starts, checked).stream())
            .toList();
    return new EncodedCall(
        dispatches,
        dispatches.stream().mapToLong(dispatch -> pipelines.of(dispatch.shader())).toArray(),
        dispatches.stream().mapToLong(dispatch -> pipelines.layout(dispatch.shader())).toArray(),
        dispatches.stream()
            .map(dispatch -> dispatch.reportWord() < 0 ? null : check(call, dispatch.form()))
            .toArray(SlotCheck[]::new));
  }

  List<EncodedDispatch> dispatches() {
    return dispatches;
  }

  long pipeline(int dispatch) {
    return pipelines[dispatch];
  }

  long layout(int dispatch) {
    return layouts[dispatch];
  }

  /** Turns what a kernel reported into the exception that the caller sees. */
  private static SlotCheck check(OpCall call, Form form) {
    long first =
        form instanceof GatherForm gather
            ? gather.firstIndex()
            : ((IndexRowsForm) form).firstIndex();
    long bound =
        form instanceof GatherForm gather ? gather.bound() : ((IndexRowsForm) form).bound();
    return slot -> {
      int position = slot.getInt(0);
      int recorded = Math.min(slot.getInt(4), TRAIL);
      for (int n = 0; n < recorded; n++) {
        if (slot.getInt(8 + 8 * n) == position) {
          throw IndexErrors.outOfRange(
              call.op(),
              first + Integer.toUnsignedLong(position),
              Integer.toUnsignedLong(slot.getInt(12 + 8 * n)),
              bound);
        }
      }
      throw IndexErrors.outOfRange(call.op(), first + Integer.toUnsignedLong(position), bound);
    };
  }

  /**
   * Records the dispatches, between {@link BatchRecorder#begin} and {@link BatchRecorder#end}.
   *
   * @param buffers of the operands, inputs in order, then the output
   * @param starts byte at which each operand begins in its buffer
   */
  void record(BatchRecorder recorder, GpuBuffer[] buffers, long[] starts) {
    for (int i = 0; i < pipelines.length; i++) {
      record(recorder, dispatches.get(i), i, buffers, starts);
    }
  }

  private void record(
      BatchRecorder recorder, EncodedDispatch dispatch, int i, GpuBuffer[] buffers, long[] starts) {
    DispatchOperands operands = recorder.operands();
    long push = operands.pushConstants();
    putWords(push, dispatch.push());
    for (Address address : dispatch.addresses()) {
      long base = buffers[address.operand()].deviceAddress() + starts[address.operand()];
      memPutLong(push + 4L * address.word(), base + address.delta());
    }
    Binding[] bindings = dispatch.bindings();
    for (int b = 0; b < bindings.length; b++) {
      Binding binding = bindings[b];
      if (binding != null) {
        operands.bind(
            b,
            buffers[binding.operand()],
            starts[binding.operand()] + binding.delta(),
            binding.range());
      }
    }
    for (Access access : dispatch.accesses()) {
      GpuBuffer buffer = buffers[access.operand()];
      long start = starts[access.operand()];
      if (access.write()) {
        operands.writes(buffer, start + access.start(), start + access.end());
      } else {
        operands.reads(buffer, start + access.start(), start + access.end());
      }
    }
    SlotCheck check = checks[i];
    if (check != null) {
      report(recorder, operands, dispatch, check);
    }
    recorder.dispatch(
        pipelines[i],
        layouts[i],
        4 * dispatch.push().length,
        dispatch.groupsX(),
        dispatch.groupsY(),
        1);
  }

  /** Puts constants and bindings of a step in place, whose slots were checked. */
  void fill(
      BatchRecorder recorder,
      DispatchOperands operands,
      Replay.Step step,
      GpuBuffer[] buffers,
      long[] bases) {
    EncodedDispatch dispatch = step.dispatch();
    int[] slots = step.slots();
    long[] starts = step.starts();
    long push = operands.pushConstants();
    putWords(push, dispatch.push());
    for (Address address : dispatch.addresses()) {
      int slot = slots[address.operand()];
      long start = bases[slot] + starts[address.operand()] + address.delta();
      memPutLong(push + 4L * address.word(), buffers[slot].deviceAddress() + start);
    }
    Binding[] bindings = dispatch.bindings();
    for (int b = 0; b < bindings.length; b++) {
      Binding binding = bindings[b];
      if (binding != null) {
        int slot = slots[binding.operand()];
        long start = bases[slot] + starts[binding.operand()] + binding.delta();
        operands.place(b, buffers[slot], start, binding.range());
      }
    }
    SlotCheck check = checks[step.index()];
    if (check != null) {
      report(recorder, operands, dispatch, check);
    }
  }

  private static void putWords(long push, int[] words) {
    for (int w = 0; w < words.length; w++) {
      memPutInt(push + 4L * w, words[w]);
    }
  }

  private static void report(
      BatchRecorder recorder,
      DispatchOperands operands,
      EncodedDispatch dispatch,
      SlotCheck check) {
    ReportSlots reports = recorder.reports();
    int slot = reports.next(check);
    if (dispatch.shader().addresses()) {
      memPutLong(
          operands.pushConstants() + 4L * dispatch.reportWord(),
          reports.buffer(slot).deviceAddress() + reports.slotOffset(slot));
    } else {
      operands.bind(
          REPORT_BINDING, reports.buffer(slot), reports.slotOffset(slot), ReportSlots.SLOT_BYTES);
    }
  }
}
