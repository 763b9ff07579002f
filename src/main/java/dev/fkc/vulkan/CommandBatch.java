package dev.fkc.vulkan;

import dev.fkc.vulkan.internal.BatchRecorder;
import dev.fkc.vulkan.internal.DeviceContext;

/**
 * Records many dispatches and submits them together. Not safe for use from several threads; every
 * thread has batches of its own.
 *
 * <p>Dispatches run in the order of recording wherever one touches bytes that another writes, and
 * side by side everywhere else. A batch comes after everything that was submitted to its device
 * before. It is empty after {@link #submit} and can be recorded again; nothing is allocated for
 * that once it has grown.
 *
 * <p>Systems reset a device when one submission keeps it busy too long, often after 2 seconds:
 * submit well before, and let several batches be in flight instead.
 */
public final class CommandBatch implements AutoCloseable {
  private final DeviceContext context;
  private final BatchRecorder recorder;
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
   * Records a timestamp of the device: when everything recorded so far is done.
   *
   * @param label comes back with the time from {@link Completion#timestamps}
   * @throws UnsupportedOperationException if the device has no timestamps
   */
  public void timestamp(String label) {
    recorder().timestamp(label);
  }

  /** Closes a buffer when the batch is submitted: for temporaries that only this batch needs. */
  public void closeAfter(DeviceBuffer buffer) {
    recorder().closeAfter(buffer.memory());
  }

  /**
   * Submits what was recorded. Does not wait.
   *
   * @return what to wait on; done at once when nothing was recorded
   * @throws IllegalStateException if a buffer was closed since it was recorded
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
