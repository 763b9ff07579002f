package dev.fkc.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** A command's output, which remembers why it could not be written: print writers do not say. */
final class StandardOutput extends FilterOutputStream {
  private @Nullable IOException failure;

  StandardOutput(OutputStream out) {
    super(out);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      failure = failure == null ? e : failure;
      throw e;
    }
  }

  /** The first failure, or null. */
  @Nullable IOException failure() {
    return failure;
  }

  /** Whether it failed because the reader of a pipe has gone, which is no news to anyone. */
  boolean readerIsGone() {
    return failure != null && String.valueOf(failure.getMessage()).contains("Broken pipe");
  }
}
