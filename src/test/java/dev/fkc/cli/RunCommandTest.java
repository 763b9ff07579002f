package dev.fkc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.type.Shape;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCommandTest {
  @TempDir Path folder;
  private Path in;
  private Path out;

  @BeforeEach
  void files() {
    in = folder.resolve("in.npy");
    out = folder.resolve("out.npy");
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int k = 0; k < bytes.length; k++) {
      bytes[k] = (byte) values[k];
    }
    return bytes;
  }

  private static byte[] longs(long... values) {
    ByteBuffer buffer = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (long value : values) {
      buffer.putLong(value);
    }
    return buffer.array();
  }

  private Path save(String name, String descr, Shape shape, byte[] data) {
    Path file = folder.resolve(name);
    Cli.save(file, descr, shape, data);
    return file;
  }

  private Cli.Result run(String op, Object... options) {
    List<Object> args = new ArrayList<>(List.of("run", op, in, out, "--backend", "cpu"));
    args.addAll(List.of(options));
    return Cli.run(args.toArray());
  }

  private byte[] result(String op, Object... options) {
    Cli.Result result = run(op, options);
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    return NpyFile.read(out).data().toArray();
  }

  private void assertRefused(int code, Cli.Result result, String... parts) {
    assertThat(result.code()).isEqualTo(code);
    assertThat(result.err()).contains(parts).startsWith("fkc: ");
    assertThat(result.err().lines().count()).isBetween(1L, 2L);
    assertThat(out).doesNotExist();
  }

  @Test
  void eachOpRunsWithItsOptions() {
    save("in.npy", "|u1", Shape.of(2, 3), bytes(1, 2, 3, 4, 5, 6));
    Path two = save("i.npy", "<i8", Shape.of(2), longs(2, 0));
    Path each = save("j.npy", "<i8", Shape.of(1, 3), longs(1, 0, 1));
    Path mask = save("m.npy", "|b1", Shape.of(3), bytes(0, 1, 0));

    assertThat(result("triu")).containsExactly(1, 2, 3, 0, 5, 6);
    assertThat(result("tril", "--diagonal", "-1")).containsExactly(0, 0, 0, 4, 0, 0);
    assertThat(result("flip", "--axis", "-1")).containsExactly(3, 2, 1, 6, 5, 4);
    assertThat(result("roll", "--axis", 1, "--shift", "-9223372036854775808"))
        .containsExactly(3, 1, 2, 6, 4, 5);
    assertThat(result("index_select", "--axis", 1, "--index", two)).containsExactly(3, 1, 6, 4);
    assertThat(result("gather", "--axis", 0, "--index", each)).containsExactly(4, 2, 6);
    assertThat(result("MaskedFill", "--mask", mask, "--fill", "0xFF"))
        .containsExactly(1, -1, 3, 4, -1, 6);
    assertThat(result("contiguize")).containsExactly(1, 2, 3, 4, 5, 6);
  }

  @Test
  void theOutputKeepsTypeAndGetsTheOpsShape() {
    save("in.npy", "<u2", Shape.of(2, 2), new byte[8]);
    Path none = save("i.npy", "<i8", Shape.of(0), new byte[0]);
    result("index-select", "--axis", 0, "--index", none, "--dtype", "bf16");
    assertThat(NpyFile.read(out).header())
        .isEqualTo(new NpyHeader(new NpyType('u', 2), false, Shape.of(0, 2)));
  }

  @Test
  void aFortranFileIsReadAsAView() throws IOException {
    NpyHeader header = new NpyHeader(new NpyType('u', 1), true, Shape.of(2, 3));
    byte[] head = header.encode();
    byte[] file = java.util.Arrays.copyOf(head, head.length + 6);
    System.arraycopy(bytes(1, 4, 2, 5, 3, 6), 0, file, head.length, 6);
    Files.write(in, file);

    assertThat(result("flip", "--axis", 0)).containsExactly(4, 5, 6, 1, 2, 3);
    assertThat(NpyFile.read(out).header().fortranOrder()).isFalse();
  }

  @Test
  void theOutputMayBeTheInput() {
    save("in.npy", "|u1", Shape.of(3), bytes(1, 2, 3));
    assertThat(Cli.run("run", "flip", in, in, "--axis", 0, "--backend", "cpu").code()).isZero();
    assertThat(NpyFile.read(in).data().toArray()).containsExactly(3, 2, 1);
  }

  @Test
  void anyNonZeroMaskByteIsTrueAndMasksBroadcast() {
    save("in.npy", "<f4", Shape.of(2, 2), new byte[16]);
    Path mask = save("m.npy", "|u1", Shape.of(2, 1), bytes(128, 0));
    byte[] filled = result("masked_fill", "--mask", mask, "--fill", "-0.0");
    assertThat(filled).containsExactly(0, 0, 0, -128, 0, 0, 0, -128, 0, 0, 0, 0, 0, 0, 0, 0);
  }

  @Test
  void optionsOfAnotherOpAreWrongUse() {
    save("in.npy", "|u1", Shape.of(3), bytes(1, 2, 3));
    assertRefused(2, run("flip", "--axis", 0, "--shift", 1), "flip takes no --shift");
    assertRefused(2, run("roll", "--axis", 0), "roll needs --shift");
    assertRefused(2, run("triu", "--axis", 0), "--axis");
    assertRefused(2, run("gather", "--axis", 0), "gather needs --index");
    assertRefused(2, run("masked_fill", "--fill", 0), "--mask");
    assertRefused(2, run("flop"), "flop", "masked_fill");
    assertRefused(2, run("triu", "--diagonal", "1.5"), "1.5");
    assertRefused(2, run("triu", "--diagonal", "nan"), "nan");
    assertRefused(2, run("triu", "--diagonal", "9223372036854775808"), "9223372036854775808");
    assertRefused(2, run("flip", "--axis", 0, "--dtype", "F4"), "sub-byte");
    assertRefused(2, run("flip", "--axis", 0, "--dtype", "F99"), "F99");
    assertRefused(2, run("flip", "--axis", 0, "--dtype", "F32"), "u1", "F32");
    assertRefused(2, run("flip", "--axis", 0, "--device", "1"), "--device");
    assertRefused(2, Cli.run("run", "flip", in), "Missing");
    assertRefused(2, Cli.run("rum"), "'rum'");
    assertRefused(2, Cli.run(), "no command");
  }

  @Test
  void twoByteBitsNeedTheirDtypeSaid() {
    save("in.npy", "<u2", Shape.of(2), new byte[4]);
    assertRefused(2, run("flip", "--axis", 0), "u2", "--dtype BF16");
  }

  @Test
  void fillValuesThatDoNotFitAreWrongUse() {
    save("in.npy", "|u1", Shape.of(1), bytes(1));
    Path mask = save("m.npy", "|b1", Shape.of(1), bytes(1));
    for (String fill : List.of("-1", "256", "1.5", "nan", "0x100")) {
      assertRefused(2, run("masked_fill", "--mask", mask, "--fill", fill), fill);
    }
  }

  @Test
  void badIndicesAreNamedByPositionValueAndBound() {
    save("in.npy", "|u1", Shape.of(3), bytes(1, 2, 3));
    Path negative = save("i.npy", "<i8", Shape.of(2), longs(0, -1));
    assertRefused(
        1, run("index_select", "--axis", 0, "--index", negative), "-1", "position 1", "bound 3");
    Path wide = save("i.npy", "<i8", Shape.of(1), longs(1L << 32));
    assertRefused(
        1, run("gather", "--axis", 0, "--index", wide), "4294967296", "position 0", "bound 3");
    Path unsigned = save("i.npy", "<u4", Shape.of(1), bytes(255, 255, 255, 255));
    assertRefused(1, run("gather", "--axis", 0, "--index", unsigned), "4294967295");
    Path signed = save("i.npy", "<i4", Shape.of(1), bytes(255, 255, 255, 255));
    assertRefused(1, run("gather", "--axis", 0, "--index", signed), "index -1");
    Path floats = save("i.npy", "<f4", Shape.of(1), new byte[4]);
    assertRefused(1, run("gather", "--axis", 0, "--index", floats), "f4", "i4, i8 or u4");
  }

  @Test
  void shapesThatDoNotFitAreProblems() {
    save("in.npy", "|u1", Shape.of(), bytes(1));
    assertRefused(1, run("flip", "--axis", 0), "Flip", "scalar");
    assertRefused(1, run("triu"), "Triu", "rank 2");
    save("in.npy", "|u1", Shape.of(2), bytes(1, 2));
    assertRefused(1, run("flip", "--axis", 1), "axis 1");
    assertRefused(1, run("flip", "--axis", 4294967296L), "axis 4294967296");
    Path mask = save("m.npy", "|b1", Shape.of(3), bytes(0, 1, 0));
    assertRefused(1, run("masked_fill", "--mask", mask, "--fill", 1), "m.npy", "[3]", "[2]");
    Path wrong = save("m.npy", "<i8", Shape.of(2), new byte[16]);
    assertRefused(1, run("masked_fill", "--mask", wrong, "--fill", 1), "m.npy", "i8");
    save("in.npy", "|u1", Shape.of(1, 1, 1, 1, 1, 1, 1, 1, 2), bytes(1, 2));
    assertRefused(1, run("contiguize"), "rank 9");
  }

  @Test
  void pathsAndNumbersThatCannotBeAreWrongUse() {
    save("in.npy", "|u1", Shape.of(1, 1), bytes(1));
    for (String number : List.of("1.5", "NaN", "", "9223372036854775808")) {
      assertRefused(
          2, run("triu", "--diagonal", number), "--diagonal", "'" + number + "' is not a whole");
    }
    for (String name : List.of("", "a\0b")) {
      Cli.Result input = Cli.run("run", "triu", name, out, "--backend", "cpu");
      assertRefused(2, input, "INPUT.npy", "is not a path");
      Cli.Result output = Cli.run("run", "triu", in, name, "--backend", "cpu");
      assertRefused(2, output, "OUTPUT.npy", "is not a path");
      assertThat(input.err() + output.err()).doesNotContain("Exception", "\0");
    }
  }

  @Test
  void messagesShowControlCharactersByTheirCode() {
    assertRefused(2, run("a\u001b[31m\tb"), "'a\\x1b[31m\\x09b'");
    in = folder.resolve("\u0007.npy");
    assertRefused(1, run("contiguize"), "\\x07.npy");
  }

  @Test
  void aBadFileLeavesNoOutputBehind() throws IOException {
    Files.writeString(in, "not an array");
    assertRefused(1, run("contiguize"), "in.npy", "not a NumPy file");
    Files.delete(in);
    assertRefused(1, run("contiguize"), "in.npy", "no such file");
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void verboseShowsTheStackTrace() {
    Cli.Result quiet = run("contiguize");
    Cli.Result verbose = run("contiguize", "--verbose");
    assertThat(quiet.err()).doesNotContain("\tat ");
    assertThat(verbose.err()).contains("\tat dev.fkc.cli").startsWith(quiet.err());
  }

  @Test
  void aPlanIsPrintedBeforeTheResult() {
    save("in.npy", "<f4", Shape.of(2), new byte[8]);
    Cli.Result result = run("flip", "--axis", 0, "--plan");
    assertThat(result.out()).contains("Flip", "F32");
    assertThat(out).exists();
  }

  @Test
  void helpNamesEveryOption() {
    Cli.Result help = Cli.run("run", "--help");
    assertThat(help.code()).isZero();
    assertThat(help.out()).contains(Operation.OPTIONS).contains("--backend", "--device", "--plan");
  }
}
