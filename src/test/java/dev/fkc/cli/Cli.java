package dev.fkc.cli;

import dev.fkc.reference.ByteStore;
import dev.fkc.type.Shape;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Runs the command line inside the test's own JVM. */
final class Cli {
  record Result(int code, String out, String err) {}

  private Cli() {}

  static Result run(Object... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] words = Stream.of(args).map(Object::toString).toArray(String[]::new);
    int code = Main.run(words, new PrintWriter(out), new PrintWriter(err));
    return new Result(code, out.toString(), err.toString());
  }

  static void save(Path file, String descr, Shape shape, byte[] data) {
    NpyFile.write(file, new NpyHeader(NpyType.parse(descr), false, shape), ByteStore.wrap(data));
  }
}
