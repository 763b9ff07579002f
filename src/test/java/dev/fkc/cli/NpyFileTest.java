package dev.fkc.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fkc.reference.ByteStore;
import dev.fkc.type.Layout;
import dev.fkc.type.Shape;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpyFileTest {
  @TempDir Path folder;

  private static byte[] bytes(int major, int minor, String header, byte... data) {
    byte[] text = header.getBytes(StandardCharsets.ISO_8859_1);
    byte[] start = "\u0093NUMPY".getBytes(StandardCharsets.ISO_8859_1);
    int lengthBytes = major == 1 ? 2 : 4;
    byte[] all = Arrays.copyOf(start, 8 + lengthBytes + text.length + data.length);
    all[6] = (byte) major;
    all[7] = (byte) minor;
    for (int b = 0; b < lengthBytes; b++) {
      all[8 + b] = (byte) (text.length >>> 8 * b);
    }
    System.arraycopy(text, 0, all, 8 + lengthBytes, text.length);
    System.arraycopy(data, 0, all, 8 + lengthBytes + text.length, data.length);
    return all;
  }

  private Path file(byte[] content) {
    try {
      return Files.write(folder.resolve("in.npy"), content);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void assertRefused(byte[] content, String... parts) {
    Path file = file(content);
    assertThatThrownBy(() -> NpyFile.read(file))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("in.npy")
        .hasMessageContainingAll(parts);
  }

  private static String header(String descr, String shape) {
    return "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void everyVersionOfTheFormatIsRead(int major) {
    byte[] content =
        bytes(major, 0, header("<i2", "(2, 1)"), (byte) 1, (byte) 2, (byte) 3, (byte) 4);

    NpyArray array = NpyFile.read(file(content));

    assertThat(array.header()).isEqualTo(new NpyHeader(new NpyType('i', 2), false, Shape.of(2, 1)));
    assertThat(array.data().toArray()).containsExactly(1, 2, 3, 4);
  }

  @Test
  void keysStandInAnyOrderWithAnyBlanksAndQuotes() {
    String header = " { \"shape\" :(3L,),'fortran_order':True , 'descr':\"|u1\"}  \n";
    NpyArray array = NpyFile.read(file(bytes(1, 0, header, (byte) 1, (byte) 2, (byte) 3)));
    assertThat(array.header().shape()).isEqualTo(Shape.of(3));
    assertThat(array.header().type().name()).isEqualTo("u1");
  }

  @Test
  void fortranOrderBecomesStrides() {
    NpyHeader header = new NpyHeader(new NpyType('f', 4), true, Shape.of(2, 3, 4));
    assertThat(header.layout()).isEqualTo(Layout.of(Shape.of(2, 3, 4), new long[] {1, 2, 6}, 0));
    NpyHeader empty = new NpyHeader(new NpyType('f', 4), true, Shape.of(1L << 60, 0, 1L << 60));
    assertThat(empty.layout().elementCount()).isZero();
  }

  @Test
  void scalarsHaveNoExtents() {
    NpyArray array = NpyFile.read(file(bytes(1, 0, header("<f2", "()"), (byte) 1, (byte) 2)));
    assertThat(array.header().shape()).isEqualTo(Shape.of());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "<f4 ; 3,4 ; {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), } ; 118",
        "<f8 ; '' ; {'descr': '<f8', 'fortran_order': False, 'shape': (), } ; 118",
        "|b1 ; 5 ; {'descr': '|b1', 'fortran_order': False, 'shape': (5,), } ; 118",
        "<i8 ; 0,7 ; {'descr': '<i8', 'fortran_order': False, 'shape': (0, 7), } ; 118",
        "|u1 ; 1,1,1,1,1,1,1,1 ; {'descr': '|u1', 'fortran_order': False, 'shape': (1, 1, 1, 1, 1, 1, 1, 1), } ; 118"
      },
      quoteCharacter = '`')
  void headersAreThoseThatNumPyWrites(String descr, String dims, String text, int length) {
    String plain = dims.replace("'", "");
    long[] extents =
        plain.isEmpty()
            ? new long[0]
            : Stream.of(plain.split(",")).mapToLong(Long::parseLong).toArray();

    byte[] header = new NpyHeader(NpyType.parse(descr), false, Shape.of(extents)).encode();

    assertThat(header).hasSize(10 + length);
    assertThat(header.length % 64).isZero();
    assertThat(new String(header, StandardCharsets.ISO_8859_1))
        .startsWith("\u0093NUMPY\1\0" + (char) length + "\0" + text + " ")
        .endsWith(" \n");
    assertThat(new String(header, StandardCharsets.ISO_8859_1).substring(10).strip())
        .isEqualTo(text);
  }

  @Test
  void wrongMagicIsRefused() {
    assertRefused("PK\3\4 this is a zip file".getBytes(StandardCharsets.UTF_8), "not a NumPy file");
    assertRefused(new byte[0], "truncated");
    assertRefused(Arrays.copyOf(bytes(1, 0, ""), 7), "truncated");
  }

  @Test
  void unknownVersionsAreRefused() {
    assertRefused(bytes(4, 0, ""), "version 4.0");
    assertRefused(bytes(1, 1, ""), "version 1.1");
  }

  @Test
  void truncatedAndTrailingBytesAreRefused() {
    assertRefused(bytes(1, 0, header("<f4", "(2,)"), new byte[7]), "truncated", "7", "8");
    assertRefused(bytes(1, 0, header("<f4", "(2,)"), new byte[9]), "trailing", "9", "8");
    assertRefused(bytes(1, 0, header("<f4", "(0,)"), new byte[1]), "trailing");
    byte[] whole = bytes(1, 0, header("<f4", "(2,)"), new byte[8]);
    assertRefused(Arrays.copyOf(whole, 30), "truncated");
  }

  @Test
  void shapesThatOverflowAreRefusedBeforeAnythingIsAllocated() {
    assertRefused(bytes(1, 0, header("<f4", "(4611686018427387904, 4)")), "2^63 - 1");
    assertRefused(bytes(1, 0, header("<f8", "(4611686018427387904,)")), "2^63 - 1");
    assertRefused(bytes(1, 0, header("<f8", "(99999999999999999999,)")), "99999999999999999999");
    assertRefused(bytes(1, 0, header("<f8", "(1152921504606846975,)")), "truncated");
    assertRefused(
        bytes(1, 0, header("<f4", "(2, 2, 5, 5581, 8681, 49477, 384773)"), new byte[16]),
        "2^63 - 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'descr': '<f4', 'fortran_order': False} | 'shape' is missing",
        "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': ()} | twice",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (), 'x': 1} | 'x' is unknown",
        "{'descr': '<f4', 'fortran_order': 0, 'shape': ()} | True or False",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3)} | (n,)",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (-3,)} | extent",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3.0,)} | expected",
        "{'descr': '<f4', 'fortran_order': False, 'shape': [3]} | '(' is expected",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3,) | '}' is expected",
        "{'descr': '<f4', 'fortran_order': False, 'shape': ()} x | after the closing brace",
        "{'descr: 3 | quoted string",
        "hello | '{' is expected"
      },
      quoteCharacter = '`')
  void brokenHeadersAreRefusedWithThePlace(String header, String expected) {
    assertRefused(bytes(1, 0, header), "bad NumPy header", expected);
  }

  @ParameterizedTest
  @CsvSource({
    ">f4, big-endian",
    "f4, byte order",
    "<c8, not supported",
    "|O, not supported",
    "<U5, not supported",
    "<M8[s], not supported",
    "|S3, not supported",
    "<f16, not supported",
    "<u3, not supported"
  })
  void otherElementTypesAreRefused(String descr, String expected) {
    assertRefused(bytes(1, 0, header(descr, "(2,)"), new byte[8]), expected, descr);
  }

  @Test
  void whatAHeaderHoldsIsQuotedShortAndOnOneLine() {
    String text = "\n\u001b[31m" + "x".repeat(500);
    for (String header :
        List.of(
            header(text, "(2,)"),
            "{'" + text + "': 1}",
            header("<f4", "(" + "9".repeat(500) + ",)"))) {
      assertThatThrownBy(() -> NpyHeaderParser.parse(header))
          .isInstanceOf(Failure.class)
          .message()
          .hasSizeLessThan(200)
          .doesNotContain("\n", "\u001b");
    }
    assertRefused(bytes(1, 0, header("<\nf4", "(2,)"), new byte[8]), "'<\\x0af4'");
  }

  @Test
  void recordsAreRefused() {
    assertRefused(
        bytes(1, 0, "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': ()}"), "records");
  }

  @Test
  void missingFilesAndFoldersAreNamed() {
    Path missing = folder.resolve("no.npy");
    assertThatThrownBy(() -> NpyFile.read(missing))
        .hasMessageContaining("no.npy")
        .hasMessageContaining("no such file");
    assertThatThrownBy(() -> NpyFile.read(folder)).isInstanceOf(Failure.class);
  }

  @Test
  void whatIsWrittenIsReadBack() {
    Path file = folder.resolve("a b.npy");
    NpyHeader header = new NpyHeader(new NpyType('u', 2), false, Shape.of(3, 1));
    NpyFile.write(file, header, ByteStore.wrap(new byte[] {1, 2, 3, 4, 5, 6}));
    NpyArray back = NpyFile.read(file);
    assertThat(back.header()).isEqualTo(header);
    assertThat(back.data().toArray()).containsExactly(1, 2, 3, 4, 5, 6);
  }

  @Test
  void aFailedWriteLeavesTheOldFileAndNoOther() throws IOException {
    NpyHeader header = new NpyHeader(new NpyType('u', 1), false, Shape.of(1));
    ByteStore data = ByteStore.wrap(new byte[1]);
    Path target = Files.createDirectory(folder.resolve("taken.npy"));
    assertThatThrownBy(() -> NpyFile.write(target, header, data))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("not a file");
    assertThatThrownBy(() -> NpyFile.write(folder.resolve("no/such.npy"), header, data))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("no folder");
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactly(target);
    }
  }

  @Test
  void aLinkedTargetIsWrittenThrough() throws IOException {
    Path real = Files.write(folder.resolve("real.npy"), new byte[3]);
    Path link = Files.createSymbolicLink(folder.resolve("link.npy"), real);
    NpyHeader header = new NpyHeader(new NpyType('u', 1), false, Shape.of(1));
    NpyFile.write(link, header, ByteStore.wrap(new byte[1]));
    assertThat(link).isSymbolicLink();
    assertThat(Files.size(real)).isEqualTo(129);

    Files.delete(real);
    NpyFile.write(link, header, ByteStore.wrap(new byte[1]));
    assertThat(link).isSymbolicLink();
    assertThat(real).hasSize(129);

    Path lost = Files.createSymbolicLink(folder.resolve("lost.npy"), Path.of("no/folder.npy"));
    assertThatThrownBy(() -> NpyFile.write(lost, header, ByteStore.wrap(new byte[1])))
        .hasMessageContaining("no folder");
    assertThat(lost).isSymbolicLink();
  }
}
