package dev.fkc.vulkan;

import dev.fkc.vulkan.internal.Submission;
import java.time.Duration;
import java.util.List;

/**
 * What a submitted batch can be waited for with. Safe for use from any thread.
 *
 * <p>Awaiting also brings up what kernels reported, such as an index out of range; whoever drops a
 * completion without awaiting it does not hear of that. A completion that was awaited needs no
 * close.
 */
public final class Completion implements AutoCloseable {
  private final Submission submission;

  Completion(Submission submission) {
    this.submission = submission;
  }

  /** Label of the batch. */
  public String label() {
    return submission.label();
  }

  /** Whether the device is done with the batch. Does not wait, and does not throw for reports. */
  public boolean isDone() {
    return submission.isDone();
  }

  /**
   * Waits until the device is done with the batch. Interrupts do not end the wait.
   *
   * @throws IndexOutOfBoundsException if a checked kernel met an index out of range; every time
   * @throws DeviceLostException if the device was lost
   */
  public void await() {
    submission.await(Long.MAX_VALUE);
  }

  /**
   * Waits for a limited time.
   *
   * @return whether the device is done with the batch
   * @throws IndexOutOfBoundsException if a checked kernel met an index out of range; every time
   * @throws DeviceLostException if the device was lost
   */
  public boolean await(Duration timeout) {
    return submission.await(timeout.toNanos());
  }

  /**
   * The timestamps that were recorded, in order.
   *
   * @throws IllegalStateException if the batch was not awaited
   */
  public List<Timestamp> timestamps() {
    return submission.timestamps();
  }

  /** Gives up interest; the work itself goes on. Does not wait. */
  @Override
  public void close() {
    submission.close();
  }

  @Override
  public String toString() {
    return "completion of batch '" + label() + "'";
  }
}
