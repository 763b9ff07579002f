package dev.fkc.source;

import java.util.Arrays;

/**
 * The text of one file, with the start of each of its lines.
 *
 * <p>Offsets are 0-based UTF-16 units into {@link #text()}. Lines and columns are 1-based; a column
 * counts UTF-16 units from the start of its line. LF, CRLF and a lone CR each end one line. A
 * leading byte order mark is not part of the text. Immutable.
 */
public final class SourceFile {
  private final String name;
  private final String text;
  private final int[] lineStarts;

  private SourceFile(String name, String text, int[] lineStarts) {
    this.name = name;
    this.text = text;
    this.lineStarts = lineStarts;
  }

  /**
   * A file whose text is at hand.
   *
   * @param name what messages call the file: a path as the user wrote it, or a resource name
   * @param text the decoded text; one leading byte order mark is dropped
   */
  public static SourceFile of(String name, String text) {
    String body = text.startsWith("\uFEFF") ? text.substring(1) : text;
    int[] starts = new int[16];
    int lines = 1;
    for (int i = 0; i < body.length(); i++) {
      char c = body.charAt(i);
      boolean ends =
          c == '\n' || c == '\r' && (i + 1 == body.length() || body.charAt(i + 1) != '\n');
      if (ends) {
        if (lines == starts.length) {
          starts = Arrays.copyOf(starts, lines * 2);
        }
        starts[lines++] = i + 1;
      }
    }
    return new SourceFile(name, body, Arrays.copyOf(starts, lines));
  }

  /** What messages call this file. */
  public String name() {
    return name;
  }

  /** The text without a leading byte order mark. */
  public String text() {
    return text;
  }

  /** Number of lines; an empty file has one. */
  public int lineCount() {
    return lineStarts.length;
  }

  /**
   * The offset at which a line starts.
   *
   * @param line 1-based
   */
  public int lineStart(int line) {
    return lineStarts[line - 1];
  }

  /** The 1-based line that holds an offset; the end of the text belongs to the last line. */
  public int lineOf(int offset) {
    int at = Arrays.binarySearch(lineStarts, offset);
    return at >= 0 ? at + 1 : -at - 1;
  }

  /** The 1-based column of an offset, in UTF-16 units. */
  public int columnOf(int offset) {
    return offset - lineStart(lineOf(offset)) + 1;
  }

  /**
   * The text of a line without its line end.
   *
   * @param line 1-based
   */
  public String line(int line) {
    int start = lineStart(line);
    int end = line < lineStarts.length ? lineStarts[line] : text.length();
    while (end > start && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
      end--;
    }
    return text.substring(start, end);
  }

  /** The span from {@code start} to {@code end}, both offsets into {@link #text()}. */
  public SourceSpan span(int start, int end) {
    return new SourceSpan(this, start, end);
  }

  @Override
  public String toString() {
    return name;
  }
}
