package dev.fkc.vulkan.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The file of a pipeline cache: a header that names whose cache it is, a checksum, and the driver's
 * bytes. It is read only if the header and the checksum match, so that a driver never sees bytes of
 * another one, nor half a file. Written to a temporary file that then takes its place, so that
 * there is a whole file at any time.
 */
final class CacheFile {
  private static final String MAGIC = "fuel-vulkan-kernels pipeline cache 1\n";
  private static final int CHECKSUM_BYTES = 32;
  private static final long MOST_BYTES = 256L << 20;

  private final Path path;
  private final byte[] header;

  /** The file of an identity in a folder, which need not exist. */
  CacheFile(Path folder, String identity) {
    this.header = (MAGIC + identity + "\n\n").getBytes(StandardCharsets.UTF_8);
    String name = HexFormat.of().formatHex(checksum(header, 0), 0, 8);
    this.path = folder.resolve("pipelines-" + name + ".bin");
  }

  Path path() {
    return path;
  }

  /** The driver's bytes; none if there is no file, or not a whole one of this identity. */
  byte[] read() {
    try {
      if (!Files.isRegularFile(path) || Files.size(path) > MOST_BYTES) {
        return new byte[0];
      }
      byte[] content = Files.readAllBytes(path);
      int start = header.length + CHECKSUM_BYTES;
      boolean whole =
          content.length > start
              && Arrays.equals(content, 0, header.length, header, 0, header.length)
              && Arrays.equals(
                  content, header.length, start, checksum(content, start), 0, CHECKSUM_BYTES);
      if (!whole) {
        note("ignored: " + path + " is not whole, or of another driver", null);
        return new byte[0];
      }
      return Arrays.copyOfRange(content, start, content.length);
    } catch (IOException e) {
      note("cannot read " + path, e);
      return new byte[0];
    }
  }

  /** Replaces the file. */
  void write(byte[] data) {
    byte[] content = Arrays.copyOf(header, header.length + CHECKSUM_BYTES + data.length);
    System.arraycopy(data, 0, content, header.length + CHECKSUM_BYTES, data.length);
    System.arraycopy(checksum(data, 0), 0, content, header.length, CHECKSUM_BYTES);
    Path temporary = null;
    try {
      Files.createDirectories(path.getParent());
      temporary = Files.createTempFile(path.getParent(), "pipelines", ".tmp");
      Files.write(temporary, content);
      try {
        Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(temporary, path, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      note("cannot write " + path, e);
      delete(temporary);
    }
  }

  private static void delete(@Nullable Path temporary) {
    try {
      if (temporary != null) {
        Files.deleteIfExists(temporary);
      }
    } catch (IOException e) {
      note("cannot delete " + temporary, e);
    }
  }

  /** Asks for the logger only when there is something to say: it takes a while to be made. */
  private static void note(String message, @Nullable IOException cause) {
    System.getLogger("dev.fkc.vulkan").log(System.Logger.Level.DEBUG, message, cause);
  }

  private static byte[] checksum(byte[] content, int start) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(content, start, content.length - start);
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
