package dev.fkc.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * One line that is written over; silent unless {@code -Dfkc.progress=true}, as the launcher sets it
 * on a terminal.
 */
final class ProgressBar implements AutoCloseable {
  private static final String WIPE = "\r\033[K";
  private static final int WIDTH = 30;
  private static final long REDRAW_NANOS = 50_000_000;

  private final PrintWriter err;
  private final long total;
  private final boolean shown = Boolean.getBoolean("fkc.progress");
  private final Interruption.Undo wipe = Interruption.undoing(this::wipe);
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
          WIPE
              + "["
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
      err.print(WIPE);
      err.flush();
    }
  }

  /** Past the writer, which whoever was interrupted may hold. */
  private void wipe() {
    if (shown) {
      try (FileOutputStream terminal = new FileOutputStream(FileDescriptor.err)) {
        terminal.write(WIPE.getBytes(StandardCharsets.US_ASCII));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void close() {
    wipe.close();
    clear();
  }
}
