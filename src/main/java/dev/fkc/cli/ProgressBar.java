package dev.fkc.cli;

import java.io.PrintWriter;

/**
 * One line that is written over; silent unless {@code -Dfkc.progress=true}, as the launcher sets it
 * on a terminal.
 */
final class ProgressBar implements AutoCloseable {
  private static final int WIDTH = 30;
  private static final long REDRAW_NANOS = 50_000_000;

  private final PrintWriter err;
  private final long total;
  private final boolean shown = Boolean.getBoolean("fkc.progress");
  private long done;
  private long drawn;

  ProgressBar(PrintWriter err, long total) {
    this.err = err;
    this.total = Math.max(1, total);
  }

  void step(String label) {
    done++;
    long now = System.nanoTime();
    if (shown && (now - drawn > REDRAW_NANOS || done == total)) {
      drawn = now;
      int filled = (int) (done * WIDTH / total);
      err.print(
          "\r\033[K["
              + "#".repeat(filled)
              + ".".repeat(WIDTH - filled)
              + "] "
              + done
              + "/"
              + total
              + " "
              + label);
      err.flush();
    }
  }

  /** Wipes the line, for what is printed next. */
  void clear() {
    if (shown) {
      err.print("\r\033[K");
      err.flush();
    }
  }

  @Override
  public void close() {
    clear();
  }
}
