package dev.fkc.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How a command ends that is interrupted, by Ctrl-C or another signal: what it was in the midst of
 * is undone, and it falls silent. Its threads run on until the process is gone; whatever they meet
 * meanwhile is no error to tell of, so that one that wants to print or to leave a file waits here
 * for the end. Safe for use from any thread.
 */
final class Interruption {
  /** Something that happens before an interruption or not at all. */
  interface Step {
    void run() throws IOException;
  }

  /** What an interruption undoes unless it is closed before. */
  static final class Undo implements AutoCloseable {
    private final Runnable action;

    private Undo(Runnable action) {
      this.action = action;
      UNDOS.add(this);
    }

    @Override
    public void close() {
      UNDOS.remove(this);
    }
  }

  /** Output may be stuck in a pipe that nobody reads. */
  private static final long PATIENCE_SECONDS = 1;

  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Set<Undo> UNDOS = ConcurrentHashMap.newKeySet();
  private static final Thread NO_HOOK = new Thread(() -> {});
  private static final Thread HOOK = new Thread(Interruption::happen, "fkc-interruption");

  private Interruption() {}

  /** Has interruptions of this process undo what is to be undone. */
  static void expect() {
    Runtime.getRuntime().addShutdownHook(HOOK);
  }

  /** Has an interruption do something, until the result is closed. */
  static Undo undoing(Runnable action) {
    return new Undo(action);
  }

  /** Takes a step unless the process is ending; then stays here. */
  static void before(Step step) throws IOException {
    LOCK.lock();
    try {
      if (!isUnderWay()) {
        step.run();
        return;
      }
    } finally {
      LOCK.unlock();
    }
    stay();
  }

  /** A stream that passes on what is written before an interruption. */
  static OutputStream guard(OutputStream out) {
    return new FilterOutputStream(out) {
      @Override
      public void write(int b) throws IOException {
        before(() -> out.write(b));
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        before(() -> out.write(bytes, offset, length));
      }
    };
  }

  /** Shutdown hooks can be neither added nor removed once they run. */
  private static boolean isUnderWay() {
    try {
      Runtime.getRuntime().removeShutdownHook(NO_HOOK);
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  private static void stay() {
    while (true) {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        // Nothing is left to do, also for whoever is asked to stop.
      }
    }
  }

  private static void happen() {
    boolean alone = false;
    try {
      alone = LOCK.tryLock(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try {
      UNDOS.forEach(undo -> undo.action.run());
    } finally {
      if (alone) {
        LOCK.unlock();
      }
    }
  }
}
