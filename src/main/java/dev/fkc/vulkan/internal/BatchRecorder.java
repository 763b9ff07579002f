package dev.fkc.vulkan.internal;

import static org.lwjgl.vulkan.VK12.*;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Records dispatches into a command buffer, with barriers only where the bytes that they touch
 * overlap, and submits them. Reused from batch to batch; recording a dispatch makes no garbage. Not
 * safe for use from several threads.
 *
 * <p>For each dispatch: fill {@link #operands}, then {@link #record}.
 */
public final class BatchRecorder implements AutoCloseable {
  private static final VarHandle BUSY = busyHandle();

  private final DeviceContext context;
  private final DispatchOperands operands;
  private final DescriptorBinder binder;
  private final HazardTracker hazards = new HazardTracker();
  private final HazardTracker taken = new HazardTracker();
  private final BufferUses uses = new BufferUses();
  private String label = "batch";
  private String object = "batch";
  private @Nullable CommandBuffer commands;
  private @Nullable ReportSlots reports;
  private @Nullable Timestamps timestamps;
  private long boundPipeline;

  /**
   * Whether the recording thread touches native memory or is in a call to the driver; closing the
   * device waits for it.
   */
  @SuppressWarnings("unused") // through BUSY
  private boolean busy;

  private boolean hostReads;
  private boolean copies;
  private int dispatches;
  private int barriers;

  private static VarHandle busyHandle() {
    try {
      return MethodHandles.lookup().findVarHandle(BatchRecorder.class, "busy", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  BatchRecorder(DeviceContext context) {
    this.context = context;
    this.operands = new DispatchOperands(context);
    this.binder = new DescriptorBinder(context.device(), context.layouts(), context.dummy());
  }

  /** Label for errors. */
  public String label() {
    return label;
  }

  void label(String newLabel) {
    label = newLabel;
    object = "batch '" + newLabel + "'";
  }

  /** The operands of the next dispatch, empty, to be filled before {@link #record}. */
  public DispatchOperands operands() {
    operands.clear();
    return operands;
  }

  LogicalDevice device() {
    return context.device();
  }

  /** Number of dispatches recorded since the last submission. */
  public int dispatches() {
    return dispatches;
  }

  /** Number of barriers between them. */
  public int barriers() {
    return barriers;
  }

  /** The slots in which the kernels of this recording report to the host. */
  public ReportSlots reports() {
    if (reports == null) {
      reports = context.recorders().acquireReports();
    }
    return reports;
  }

  /**
   * Records one dispatch of the operands, which are empty afterwards.
   *
   * @param pipeline the {@code VkPipeline}
   * @param layout its layout, one of {@link PipelineLayouts}
   * @param pushBytes how many bytes of the push constants it reads, a multiple of 4
   * @param groupsX workgroups on axis x, at least 1
   * @param groupsY workgroups on axis y, at least 1
   * @param groupsZ workgroups on axis z, at least 1
   */
  public void record(
      long pipeline, long layout, int pushBytes, int groupsX, int groupsY, int groupsZ) {
    begin();
    try {
      dispatch(pipeline, layout, pushBytes, groupsX, groupsY, groupsZ);
    } finally {
      end();
    }
  }

  /** The same, for callers that stand between {@link #begin} and {@link #end} already. */
  void dispatch(long pipeline, long layout, int pushBytes, int groupsX, int groupsY, int groupsZ) {
    CommandBuffer target = recording();
    if (operands.conflict(hazards)) {
      target.barrier(copies);
      hazards.clear();
      barriers++;
    }
    hostReads |= operands.note(hazards, uses);
    emit(target, pipeline, layout, pushBytes, groupsX, groupsY, groupsZ);
  }

  private void emit(
      CommandBuffer target,
      long pipeline,
      long layout,
      int pushBytes,
      int groupsX,
      int groupsY,
      int groupsZ) {
    if (pipeline != boundPipeline) {
      vkCmdBindPipeline(target.handle(), VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
      boundPipeline = pipeline;
    }
    if (layout == context.layouts().storage()) {
      binder.bind(target, operands);
    }
    if (pushBytes > 0) {
      nvkCmdPushConstants(
          target.handle(),
          layout,
          VK_SHADER_STAGE_COMPUTE_BIT,
          0,
          pushBytes,
          operands.pushConstants());
    }
    vkCmdDispatch(target.handle(), groupsX, groupsY, groupsZ);
    operands.clear();
    dispatches++;
  }

  /**
   * Records dispatches that were prepared on slots.
   *
   * @param buffers by slot
   * @param starts byte in its buffer at which each slot begins
   * @throws IllegalArgumentException if a slot does not fit into its buffer, or overlaps another
   *     and one of them is written; nothing is recorded
   */
  public void replay(Replay replay, GpuBuffer[] buffers, long[] starts) {
    begin();
    try {
      requireFits(replay, buffers, starts);
      if (replay.dispatches() > 0) {
        emit(recording(), replay, buffers, starts);
      }
    } finally {
      operands.clear();
      end();
    }
  }

  /** Records a copy between two buffers. */
  public void copy(GpuBuffer from, long fromOffset, GpuBuffer to, long toOffset, long length) {
    Transfers.requireRange("copy from", from, fromOffset, length);
    Transfers.requireRange("copy to", to, toOffset, length);
    if (length == 0) {
      return;
    }
    begin();
    try {
      operands.clear();
      operands.reads(from, fromOffset, fromOffset + length);
      operands.writes(to, toOffset, toOffset + length);
      CommandBuffer target = recording();
      copies = true;
      if (operands.conflict(hazards)) {
        target.barrier(copies);
        hazards.clear();
        barriers++;
      }
      hostReads |= operands.note(hazards, uses);
      target.copy(from, fromOffset, to, toOffset, length);
    } finally {
      operands.clear();
      end();
    }
  }

  private void requireFits(Replay replay, GpuBuffer[] buffers, long[] starts) {
    replay.kernels().requireDevice(context.device());
    taken.clear();
    for (int slot = 0; slot < replay.slots(); slot++) {
      operands.requireOwn(buffers[slot]);
      replay.requireFits(slot, buffers[slot], starts[slot]);
      replay.requireApart(taken, slot, buffers[slot], starts[slot]);
    }
  }

  private void emit(CommandBuffer target, Replay replay, GpuBuffer[] buffers, long[] starts) {
    boolean conflict = false;
    for (int slot = 0; slot < replay.slots() && !conflict; slot++) {
      conflict = replay.conflicts(hazards, slot, buffers[slot], starts[slot]);
    }
    if (conflict) {
      target.barrier(copies);
      barriers++;
    }
    if (conflict || replay.barriers() > 0) {
      hazards.clear();
    }
    for (int slot = 0; slot < replay.slots(); slot++) {
      hostReads |= replay.note(hazards, uses, slot, buffers[slot], starts[slot]);
    }
    for (Replay.Step step : replay.steps()) {
      if (step.barrier()) {
        target.barrier(copies);
        barriers++;
      }
      EncodedCall call = step.call();
      EncodedDispatch dispatch = step.dispatch();
      call.fill(this, operands, step, buffers, starts);
      emit(
          target,
          call.pipeline(step.index()),
          call.layout(step.index()),
          4 * dispatch.push().length,
          dispatch.groupsX(),
          dispatch.groupsY(),
          1);
    }
  }

  /** Records a GPU timestamp: when everything recorded so far is done. */
  public void timestamp(String name) {
    begin();
    try {
      CommandBuffer target = recording();
      if (timestamps == null) {
        timestamps = new Timestamps(context.device());
      }
      timestamps.write(target.handle(), name);
    } finally {
      end();
    }
  }

  /**
   * Says that the recording thread is about to touch native memory or call the driver, until {@link
   * #end}; not to be nested.
   *
   * @throws IllegalStateException if the device is closed
   */
  void begin() {
    BUSY.setVolatile(this, true);
    if (context.isClosed()) {
      end();
      context.requireOpen();
    }
  }

  /** Ends what {@link #begin} began. */
  void end() {
    BUSY.setRelease(this, false);
  }

  /** Whether the recording thread is in a call to the driver. */
  boolean isBusy() {
    return (boolean) BUSY.getVolatile(this);
  }

  private CommandBuffer recording() {
    if (commands == null) {
      CommandBuffer fresh = context.commandBuffers().acquire();
      try {
        fresh.begin(object);
      } catch (RuntimeException e) {
        context.commandBuffers().release(fresh, 0);
        throw e;
      }
      binder.restart();
      boundPipeline = 0;
      commands = fresh;
    }
    return commands;
  }

  /**
   * Submits what was recorded; the recorder is empty afterwards, also when this fails.
   *
   * @return the submission; done at once when nothing was recorded
   */
  public Submission submit() {
    context.enter();
    try {
      CommandBuffer recorded = commands;
      if (recorded == null) {
        return new Submission(context, label, 0, null, null);
      }
      ReportSlots slots = reports != null && reports.size() > 0 ? reports : null;
      if (slots != null) {
        slots.flush();
      }
      recorded.end(hostReads || slots != null, object);
      long value = context.queue().submit(recorded.handle(), uses, object);
      Submission submission = new Submission(context, label, value, slots, timestamps);
      context.commandBuffers().release(recorded, value);
      commands = null;
      timestamps = null;
      reports = slots == null ? reports : null;
      return submission;
    } finally {
      discard();
      context.drainRetired();
      context.leave();
    }
  }

  /** Drops what was recorded and not submitted. */
  void discard() {
    if (commands != null) {
      context.commandBuffers().release(commands, 0);
      commands = null;
    }
    if (timestamps != null) {
      timestamps.close();
      timestamps = null;
    }
    if (reports != null) {
      context.recorders().release(reports);
      reports = null;
    }
    operands.clear();
    uses.clear();
    hazards.clear();
    boundPipeline = 0;
    hostReads = false;
    copies = false;
    dispatches = 0;
    barriers = 0;
  }

  /** Frees the native structs; nothing is being recorded. */
  @Override
  public void close() {
    binder.close();
    operands.close();
  }
}
