package dev.fkc.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;

/**
 * Writes files that appear under their name only when all of them is written: beside their place
 * first, then moved there. An {@link Interruption} leaves nothing beside it.
 */
final class AtomicFile {
  /** Writes the content. */
  interface Content {
    void writeTo(FileChannel channel) throws IOException;
  }

  private AtomicFile() {}

  /**
   * Writes or replaces a file; a link is followed, permissions of a file that is there stay.
   *
   * @throws Failure naming the file and why it could not be written; what stood there before still
   *     does
   */
  static void write(Path file, Content content) {
    Path target = writable(file);
    Path temporary =
        target.resolveSibling(
            "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
    Interruption.Undo undo = Interruption.undoing(() -> delete(temporary));
    try {
      Interruption.before(() -> Files.createFile(temporary));
      try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
        content.writeTo(channel);
      }
      Interruption.before(() -> replace(target, temporary));
    } catch (IOException e) {
      delete(temporary);
      throw new Failure("cannot write " + file + ": " + reason(e), e);
    } finally {
      undo.close();
    }
  }

  /** Of no consequence to the file itself when it fails. */
  private static void delete(Path temporary) {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      System.getLogger("dev.fkc.cli")
          .log(System.Logger.Level.DEBUG, "cannot delete " + temporary, e);
    }
  }

  private static void replace(Path target, Path temporary) throws IOException {
    keepPermissions(target, temporary);
    Files.move(
        temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void keepPermissions(Path from, Path to) throws IOException {
    PosixFileAttributeView old = Files.getFileAttributeView(from, PosixFileAttributeView.class);
    if (old != null && Files.exists(from)) {
      Files.setPosixFilePermissions(to, old.readAttributes().permissions());
    }
  }

  /**
   * Where a file goes; a link is followed.
   *
   * @throws Failure if no file can be put there
   */
  static Path writable(Path file) {
    try {
      Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
      if (Files.isSymbolicLink(target)) {
        // A link to what is not there yet.
        target = target.resolveSibling(Files.readSymbolicLink(target));
      }
      Path folder = target.getParent();
      if (Files.exists(target) && !Files.isRegularFile(target)) {
        throw new Failure("cannot write " + file + ": it exists and is not a file");
      }
      if (folder == null || !Files.isDirectory(folder)) {
        throw new Failure("cannot write " + file + ": there is no folder " + folder);
      }
      return target;
    } catch (IOException e) {
      throw new Failure("cannot write " + file + ": " + reason(e), e);
    }
  }

  static void drain(FileChannel channel, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  /** What went wrong, without the name of an exception. */
  static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "there is no such file";
    } else if (e instanceof AccessDeniedException) {
      return "permission denied";
    } else if (e instanceof FileSystemException f && f.getReason() != null) {
      return f.getReason();
    }
    return String.valueOf(e.getMessage());
  }
}
