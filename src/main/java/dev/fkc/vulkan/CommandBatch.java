package dev.fkc.vulkan;

import dev.fkc.vulkan.internal.BatchRecorder;
import dev.fkc.vulkan.internal.DeviceContext;
import dev.fkc.vulkan.internal.GpuBuffer;

/**
 * Records many dispatches and submits them together. Not safe for use from several threads; every
 * thread has batches of its own.
 *
 * <p>Dispatches and copies run in the order of recording wherever one touches bytes that another
 * writes, and side by side everywhere else. A batch comes after everything that was submitted to
 * its device before. It is empty after {@link #submit} and can be recorded again; nothing is
 * allocated for that once it has grown.
 *
 * <p>Systems reset a device when one submission keeps it busy too long, often after 2 seconds:
 * submit well before, and let several batches be in flight instead.
 */
public final class CommandBatch implements AutoCloseable {
  private final DeviceContext context;
  private final BatchRecorder recorder;
  private final GpuBuffer[] buffers1 = new GpuBuffer[2];
  private final GpuBuffer[] buffers2 = new GpuBuffer[3];
  private final long[] starts1 = new long[2];
  private final long[] starts2 = new long[3];
  private GpuBuffer[] slotBuffers = new GpuBuffer[0];
  private long[] slotStarts = new long[0];
  private boolean closed;

  CommandBatch(DeviceContext context, BatchRecorder recorder) {
    this.context = context;
    this.recorder = recorder;
  }

  /** Label for errors. */
  public String label() {
    return recorder.label();
  }

  /** Number of dispatches recorded since the last submission. */
  public int dispatches() {
    return recorder().dispatches();
  }

  /** Number of barriers that they needed between them. */
  public int barriers() {
    return recorder().barriers();
  }

  /**
   * Records a call with one input.
   *
   * @param call prepared on this batch's device
   * @param input where the input's memory begins
   * @param output where the output's memory begins; must not overlap the input
   * @throws IllegalArgumentException if an operand leaves its buffer, starts between two elements,
   *     or is overlapped by the output; nothing is recorded
   */
  public void dispatch(PreparedCall call, BufferSlice input, BufferSlice output) {
    buffers1[0] = input.buffer().memory();
    buffers1[1] = output.buffer().memory();
    starts1[0] = input.start();
    starts1[1] = output.start();
    call.recorder().record(recorder(), buffers1, starts1);
  }

  /**
   * Records a call with two inputs.
   *
   * @param call prepared on this batch's device
   * @param first where the first input's memory begins
   * @param second where the second input's memory begins
   * @param output where the output's memory begins; must not overlap an input
   * @throws IllegalArgumentException if an operand leaves its buffer, starts between two elements,
   *     or is overlapped by the output; nothing is recorded
   */
  public void dispatch(
      PreparedCall call, BufferSlice first, BufferSlice second, BufferSlice output) {
    buffers2[0] = first.buffer().memory();
    buffers2[1] = second.buffer().memory();
    buffers2[2] = output.buffer().memory();
    starts2[0] = first.start();
    starts2[1] = second.start();
    starts2[2] = output.start();
    call.recorder().record(recorder(), buffers2, starts2);
  }

  /**
   * Records the dispatches of a recorded batch, on other buffers. Its barriers stand where they
   * were found once; to what this batch holds before and after it, it is one piece, whose slots are
   * read and written from the first byte to the last that one of its calls touches.
   *
   * @param recorded of this batch's device
   * @param slots where each slot lies, in the order of their numbers: at a multiple of {@link
   *     RecordedBatch#slotAlignment} with {@link RecordedBatch#slotBytes} from there on; a slot
   *     that is written must not overlap another
   * @throws IllegalArgumentException if slots are missing, do not fit or overlap; nothing is
   *     recorded
   */
  public void replay(RecordedBatch recorded, BufferSlice... slots) {
    int count = recorded.slots();
    if (slots.length != count) {
      throw new IllegalArgumentException(
          recorded + " has " + count + " slots and is given " + slots.length + " buffers");
    }
    if (slotBuffers.length < count) {
      slotBuffers = new GpuBuffer[count];
      slotStarts = new long[count];
    }
    for (int i = 0; i < count; i++) {
      slotBuffers[i] = slots[i].buffer().memory();
      slotStarts[i] = slots[i].start();
    }
    recorder().replay(recorded.replay(), slotBuffers, slotStarts);
  }

  /**
   * Records a copy from pinned memory of the host. The source must stay as it is until the batch is
   * done.
   *
   * @param source to copy from
   * @param sourceOffset first byte of the source
   * @param target to copy to
   * @param targetOffset first byte of the target
   * @param length in bytes; 0 does nothing
   * @throws IndexOutOfBoundsException if a range leaves its buffer; nothing is recorded
   */
  public void upload(
      HostBuffer source, long sourceOffset, DeviceBuffer target, long targetOffset, long length) {
    recorder().copy(source.memory(), sourceOffset, target.memory(), targetOffset, length);
  }

  /**
   * Records a copy to pinned memory of the host; the bytes are there once the batch is done.
   *
   * @param source to copy from
   * @param sourceOffset first byte of the source
   * @param target to copy to
   * @param targetOffset first byte of the target
   * @param length in bytes; 0 does nothing
   * @throws IndexOutOfBoundsException if a range leaves its buffer; nothing is recorded
   */
  public void download(
      DeviceBuffer source, long sourceOffset, HostBuffer target, long targetOffset, long length) {
    recorder().copy(source.memory(), sourceOffset, target.memory(), targetOffset, length);
  }

  /**
   * Records a timestamp of the device: when everything recorded so far is done.
   *
   * @param label comes back with the time from {@link Completion#timestamps}
   * @throws UnsupportedOperationException if the device has no timestamps
   */
  public void timestamp(String label) {
    recorder().timestamp(label);
  }

  /**
   * Submits what was recorded. Does not wait.
   *
   * @return what to wait on; done at once when nothing was recorded
   * @throws DeviceLostException if the device was lost
   */
  public Completion submit() {
    return new Completion(recorder().submit());
  }

  BatchRecorder recorder() {
    if (closed) {
      throw new IllegalStateException("batch '" + recorder.label() + "' is closed");
    }
    return recorder;
  }

  /** Drops what was not submitted; submitted work goes on. Closing again does nothing. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      context.releaseRecorder(recorder);
    }
  }

  @Override
  public String toString() {
    return "batch '" + recorder.label() + "'";
  }
}
