package dev.fkc.vulkan.internal;

import dev.fkc.vulkan.Timestamp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Work that was submitted, and what is to be looked at when it is done: the reports of its kernels
 * and its timestamps. Safe for use from any thread.
 */
public final class Submission implements AutoCloseable {
  private final DeviceContext context;
  private final String label;
  private final long value;
  private @Nullable ReportSlots reports;
  private @Nullable Timestamps timestamps;
  private @Nullable RuntimeException failure;
  private List<Timestamp> times = List.of();
  private boolean finished;

  Submission(
      DeviceContext context,
      String label,
      long value,
      @Nullable ReportSlots reports,
      @Nullable Timestamps timestamps) {
    this.context = context;
    this.label = label;
    this.value = value;
    this.reports = reports;
    this.timestamps = timestamps;
    this.finished = reports == null && timestamps == null;
    if (!finished) {
      context.handles().register(this, "completion of batch '" + label + "', never awaited");
    }
  }

  /** Label of the batch. */
  public String label() {
    return label;
  }

  /** Whether the device is done with it; does not look at reports. */
  public boolean isDone() {
    if (context.queue().timeline().isKnownReached(value)) {
      return true;
    }
    context.enter();
    try {
      return context.queue().timeline().isReached(value);
    } finally {
      context.leave();
    }
  }

  /**
   * Waits until the device is done, then looks at the reports.
   *
   * @param timeoutNanos most nanoseconds to wait
   * @return whether it is done
   * @throws RuntimeException what a report check threw, every time
   */
  public boolean await(long timeoutNanos) {
    if (!context.queue().timeline().isKnownReached(value) || !isFinished()) {
      context.enter();
      try {
        if (!context.queue().timeline().await(value, timeoutNanos)) {
          return false;
        }
        finish();
      } finally {
        context.leave();
      }
    }
    RuntimeException found = failure();
    if (found != null) {
      throw found;
    }
    return true;
  }

  private synchronized boolean isFinished() {
    return finished;
  }

  private synchronized @Nullable RuntimeException failure() {
    return failure;
  }

  private synchronized void finish() {
    if (finished) {
      return;
    }
    finished = true;
    context.handles().unregister(this);
    if (reports != null) {
      failure = reports.inspect();
      context.recorders().release(reports);
      reports = null;
    }
    if (timestamps != null) {
      times = timestamps.read();
      timestamps.close();
      timestamps = null;
    }
  }

  /** The timestamps, once it was awaited. */
  public synchronized List<Timestamp> timestamps() {
    if (!finished) {
      throw new IllegalStateException(
          "batch '" + label + "' was not awaited; its timestamps are not known yet");
    }
    return times;
  }

  /** Gives up interest in reports and timestamps; the work itself goes on. */
  @Override
  public void close() {
    if (context.tryEnter()) {
      try {
        release();
      } finally {
        context.leave();
      }
    }
  }

  /** Closes, for callers that are inside the device. */
  synchronized void release() {
    if (!finished) {
      finished = true;
      context.handles().unregister(this);
      ReportSlots slots = reports;
      Timestamps queries = timestamps;
      reports = null;
      timestamps = null;
      context.retire(
          value,
          () -> {
            if (slots != null) {
              context.recorders().release(slots);
            }
            if (queries != null) {
              queries.close();
            }
          });
    }
  }
}
