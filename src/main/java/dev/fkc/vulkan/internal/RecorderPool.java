package dev.fkc.vulkan.internal;

import java.util.ArrayDeque;
import java.util.Deque;

/** Recorders and report slots that nobody uses at present. Safe for use from any thread. */
final class RecorderPool {
  private final DeviceContext context;
  private final Deque<BatchRecorder> recorders = new ArrayDeque<>();
  private final Deque<ReportSlots> reports = new ArrayDeque<>();

  RecorderPool(DeviceContext context) {
    this.context = context;
  }

  /** A recorder that was given back, or a new one. */
  BatchRecorder acquireRecorder() {
    synchronized (recorders) {
      BatchRecorder idle = recorders.pollLast();
      if (idle != null) {
        return idle;
      }
    }
    return new BatchRecorder(context);
  }

  /** Takes an empty recorder back. */
  void release(BatchRecorder recorder) {
    synchronized (recorders) {
      recorders.addLast(recorder);
    }
  }

  /** Slots that were given back, or new ones. */
  ReportSlots acquireReports() {
    synchronized (reports) {
      ReportSlots idle = reports.pollLast();
      return idle == null ? new ReportSlots(context) : idle;
    }
  }

  /** Takes slots back that the device is done with. */
  void release(ReportSlots slots) {
    slots.clear();
    synchronized (reports) {
      reports.addLast(slots);
    }
  }

  /** Destroys what is idle; nobody comes any more. */
  void destroy() {
    recorders.forEach(BatchRecorder::close);
    reports.forEach(ReportSlots::destroy);
  }
}
