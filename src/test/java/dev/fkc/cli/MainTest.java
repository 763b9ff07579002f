package dev.fkc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class MainTest {
  private final StringWriter err = new StringWriter();

  private int listInto(String failure) {
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException(failure);
          }
        };
    return Main.run(new String[] {"list"}, broken, new PrintWriter(err));
  }

  @Test
  void aFullDiskBehindTheOutputIsAProblem() {
    assertThat(listInto("No space left on device")).isEqualTo(1);
    assertThat(err).hasToString("fkc: cannot write the output: No space left on device\n");
  }

  @Test
  void aReaderThatHasSeenEnoughHearsNothing() {
    assertThat(listInto("Broken pipe")).isEqualTo(1);
    assertThat(err.toString()).isEmpty();
  }
}
