package dev.fkc.cli;

import dev.fkc.reference.ByteStore;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * NumPy's NPY files, versions 1.0 to 3.0. A file that is not whole is refused; a result appears
 * under its name only when all of it is written.
 */
final class NpyFile {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final long MAX_HEADER = 1 << 20;

  private NpyFile() {}

  /**
   * Reads a file.
   *
   * @throws Failure naming the file and what is wrong with it
   */
  static NpyArray read(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      NpyHeader header = NpyHeaderParser.parse(headerText(channel));
      long needed = header.dataBytes();
      if (Files.isRegularFile(file)) {
        long found = channel.size() - channel.position();
        if (found != needed) {
          throw new Failure(
              (found < needed ? "truncated: " : "trailing bytes: ")
                  + found
                  + " bytes follow the header, "
                  + header.shape()
                  + " of "
                  + header.type().name()
                  + " needs "
                  + needed);
        }
      }
      ByteStore data = ByteStore.allocate(needed);
      for (long at = 0; at < needed; ) {
        ByteBuffer window = data.window(at);
        at += window.remaining();
        fill(channel, window);
      }
      if (channel.read(ByteBuffer.allocate(1)) > 0) {
        throw new Failure("trailing bytes: there is more than the " + needed + " that it needs");
      }
      return new NpyArray(header, data);
    } catch (EOFException e) {
      throw new Failure(file + ": truncated: it ends within its header or elements", e);
    } catch (Failure | IllegalArgumentException e) {
      throw new Failure(file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new Failure("cannot read " + file + ": " + AtomicFile.reason(e), e);
    }
  }

  private static String headerText(ReadableByteChannel channel) throws IOException {
    ByteBuffer start = fill(channel, ByteBuffer.allocate(MAGIC.length + 2));
    for (int k = 0; k < MAGIC.length; k++) {
      if (start.get(k) != MAGIC[k]) {
        throw new Failure("not a NumPy file: it does not start with \\x93NUMPY");
      }
    }
    int major = start.get(6) & 0xFF;
    int minor = start.get(7) & 0xFF;
    if (major < 1 || major > 3 || minor != 0) {
      throw new Failure(
          "NumPy file version " + major + "." + minor + "; 1.0, 2.0 and 3.0 are supported");
    }
    ByteBuffer length =
        fill(channel, ByteBuffer.allocate(major == 1 ? 2 : 4)).order(ByteOrder.LITTLE_ENDIAN);
    long bytes = major == 1 ? length.getShort(0) & 0xFFFFL : length.getInt(0) & 0xFFFF_FFFFL;
    if (bytes > MAX_HEADER) {
      throw new Failure("bad NumPy header: " + bytes + " bytes long; " + MAX_HEADER + " at most");
    }
    byte[] text = fill(channel, ByteBuffer.allocate((int) bytes)).array();
    return new String(text, major == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
  }

  private static ByteBuffer fill(ReadableByteChannel channel, ByteBuffer buffer)
      throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw new EOFException();
      }
    }
    return buffer;
  }

  /**
   * Writes a file, whole or not at all.
   *
   * @throws Failure naming the file and why it could not be written; there is no output then, and a
   *     file that stood there before still does
   */
  static void write(Path file, NpyHeader header, ByteStore data) {
    AtomicFile.write(
        file,
        channel -> {
          AtomicFile.drain(channel, ByteBuffer.wrap(header.encode()));
          for (long at = 0; at < data.size(); ) {
            ByteBuffer window = data.window(at);
            at += window.remaining();
            AtomicFile.drain(channel, window);
          }
        });
  }
}
