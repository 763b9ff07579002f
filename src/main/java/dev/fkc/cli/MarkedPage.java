package dev.fkc.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A Markdown page of which a part is made by a command: the lines between {@link #BEGIN} and {@link
 * #END}.
 */
final class MarkedPage {
  static final String BEGIN = "<!-- fkc bench: begin -->";
  static final String END = "<!-- fkc bench: end -->";

  private MarkedPage() {}

  /**
   * Does nothing if a page can be changed.
   *
   * @throws Failure if it cannot be read, or does not have both marks
   */
  static void check(Path page) {
    replaced(page, List.of());
  }

  /**
   * Writes a page anew with other lines between its marks.
   *
   * @throws Failure as {@link #check}, and if it cannot be written
   */
  static void replace(Path page, List<String> lines) {
    String text = String.join("\n", replaced(page, lines)) + "\n";
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    AtomicFile.write(page, channel -> AtomicFile.drain(channel, ByteBuffer.wrap(bytes)));
  }

  private static List<String> replaced(Path page, List<String> lines) {
    List<String> old;
    try {
      old = Files.readAllLines(page);
    } catch (IOException e) {
      throw new Failure("cannot read " + page + ": " + AtomicFile.reason(e), e);
    }
    int begin = old.indexOf(BEGIN);
    int end = old.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new Failure(
          page
              + " has no lines '"
              + BEGIN
              + "' and, after it, '"
              + END
              + "' to put tables between");
    }
    List<String> all = new ArrayList<>(old.subList(0, begin + 1));
    all.add("");
    all.addAll(lines);
    if (!all.get(all.size() - 1).isEmpty()) {
      all.add("");
    }
    all.addAll(old.subList(end, old.size()));
    return all;
  }
}
