package dev.fkc.contract;

import dev.fkc.document.Limits;
import dev.fkc.source.Problem;
import dev.fkc.source.Rule;
import dev.fkc.source.SourceFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Contract files, loaded: the texts, and a problem for each that could not be (format §1 and §2).
 *
 * @param files by name
 * @param defaults the {@code _provider.fkc.md} files above them that were not asked for, but give
 *     defaults to them
 * @param problems of files that cannot be read, are too large, or are not UTF-8
 */
public record ContractSources(
    List<SourceFile> files, List<SourceFile> defaults, List<Problem> problems) {
  private static final String SUFFIX = ".fkc.md";

  public ContractSources {
    files = List.copyOf(files);
    defaults = List.copyOf(defaults);
    problems = List.copyOf(problems);
  }

  /**
   * Loads files, and from folders every file below them that ends in {@code .fkc.md}, in sorted
   * path order. A file that is reached twice is loaded once. The {@code _provider.fkc.md} files of
   * the folders above are loaded too, as {@link #defaults()}. What cannot be searched or read is
   * reported, and the rest is loaded.
   *
   * @param paths files and folders
   */
  public static ContractSources load(List<Path> paths) {
    Map<Path, Path> found = new LinkedHashMap<>();
    List<Problem> problems = new ArrayList<>();
    for (Path path : paths) {
      if (Files.isDirectory(path)) {
        find(path, found, problems);
      } else {
        found.putIfAbsent(path.toAbsolutePath().normalize(), path);
      }
    }
    List<SourceFile> files = new ArrayList<>();
    int room = Limits.IMPORT_BYTES;
    for (Path path : found.values()) {
      room -= load(path, room, files, problems);
    }
    files.sort(Comparator.comparing(SourceFile::name));
    return new ContractSources(files, defaults(paths, found, room, problems), problems);
  }

  private static List<SourceFile> defaults(
      List<Path> paths, Map<Path, Path> found, int room, List<Problem> problems) {
    Map<Path, Path> above = new LinkedHashMap<>();
    for (Path path : paths) {
      Path whole = path.toAbsolutePath().normalize();
      Path here = Path.of("").toAbsolutePath();
      for (Path folder = whole.getParent(); folder != null; folder = folder.getParent()) {
        Path provider = folder.resolve(ProviderDefaults.NAME);
        addDefaults(path.isAbsolute() ? provider : here.relativize(provider), found, above);
      }
    }
    List<SourceFile> defaults = new ArrayList<>();
    for (Path path : above.values()) {
      load(path, room, defaults, problems);
    }
    return defaults;
  }

  private static void addDefaults(Path path, Map<Path, Path> found, Map<Path, Path> above) {
    Path identity = path.toAbsolutePath().normalize();
    if (!found.containsKey(identity) && Files.isRegularFile(path)) {
      above.putIfAbsent(identity, path);
    }
  }

  /** Collects the files below a folder; what cannot be searched is reported, the rest is found. */
  private static void find(Path folder, Map<Path, Path> found, List<Problem> problems) {
    List<Path> inside = new ArrayList<>();
    FileVisitor<Path> visitor =
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.getFileName().toString().endsWith(SUFFIX)) {
              inside.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            problems.add(unreadable(name(file), "this cannot be searched: " + reason(e)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e) {
            return e == null ? FileVisitResult.CONTINUE : visitFileFailed(directory, e);
          }
        };
    try {
      Files.walkFileTree(
          folder, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, visitor);
    } catch (IOException e) {
      problems.add(unreadable(name(folder), "this cannot be searched: " + reason(e)));
    }
    inside.sort(Comparator.comparing(ContractSources::name));
    inside.forEach(path -> found.putIfAbsent(path.toAbsolutePath().normalize(), path));
  }

  /**
   * Loads a file.
   *
   * @param room how many bytes the import may still take
   * @return how many it takes
   */
  private static int load(Path path, int room, List<SourceFile> files, List<Problem> problems) {
    String name = name(path);
    if (!Files.isRegularFile(path)) {
      problems.add(
          unreadable(name, Files.exists(path) ? "this is not a file" : "there is no such file"));
      return 0;
    }
    try (InputStream in = Files.newInputStream(path)) {
      byte[] bytes = in.readNBytes(Math.min(room, Limits.FILE_BYTES) + 1);
      if (bytes.length > room) {
        problems.add(
            Problem.of(
                    Rule.FILE_TOO_LARGE,
                    SourceFile.of(name, "").span(0, 0),
                    "the files together are over " + (Limits.IMPORT_BYTES >> 20) + " MiB")
                .withExpected("at most " + Limits.IMPORT_BYTES + " bytes"));
        return 0;
      }
      decode(name, bytes, files, problems);
      return bytes.length;
    } catch (IOException e) {
      problems.add(unreadable(name, "the file cannot be read: " + reason(e)));
      return 0;
    }
  }

  /**
   * A single file whose bytes are at hand.
   *
   * @param name what messages call it
   */
  public static ContractSources of(String name, byte[] bytes) {
    List<SourceFile> files = new ArrayList<>();
    List<Problem> problems = new ArrayList<>();
    decode(name, bytes, files, problems);
    return new ContractSources(files, List.of(), problems);
  }

  private static void decode(
      String name, byte[] bytes, List<SourceFile> files, List<Problem> problems) {
    if (bytes.length > Limits.FILE_BYTES) {
      SourceFile empty = SourceFile.of(name, "");
      problems.add(
          Problem.of(Rule.FILE_TOO_LARGE, empty.span(0, 0), "the file is over 16 MiB")
              .withExpected("at most " + Limits.FILE_BYTES + " bytes"));
      return;
    }
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(in, out, true);
    out.flip();
    if (result.isError()) {
      SourceFile valid = SourceFile.of(name, out.toString());
      int end = valid.text().length();
      problems.add(
          Problem.of(
                  Rule.INVALID_UTF8,
                  valid.span(end, end),
                  "byte " + in.position() + " of the file is not UTF-8")
              .withFound(String.format("0x%02X", bytes[in.position()]))
              .withExpected("UTF-8 text"));
      return;
    }
    files.add(SourceFile.of(name, out.toString()));
  }

  private static Problem unreadable(String name, String message) {
    SourceFile empty = SourceFile.of(name, "");
    return Problem.of(Rule.UNREADABLE_FILE, empty.span(0, 0), message);
  }

  private static String reason(IOException e) {
    if (e instanceof FileSystemLoopException) {
      return "a link makes a loop here";
    } else if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    return e instanceof FileSystemException f && f.getReason() != null
        ? f.getReason()
        : String.valueOf(e.getMessage());
  }

  private static String name(Path path) {
    return path.toString().replace('\\', '/');
  }
}
