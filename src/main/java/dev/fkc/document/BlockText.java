package dev.fkc.document;

import dev.fkc.source.SourceFile;
import dev.fkc.source.SourceSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The text of a block, cut out of its file, and the way back from a place in it.
 *
 * <p>Lines are joined by {@code \n} whatever ends them in the file, and what a surrounding quote,
 * list item or fence indentation puts before each line is left out. The YAML parser counts code
 * points of this text; {@link SourceFile} counts UTF-16 units of the file. The conversion happens
 * here and nowhere else.
 */
final class BlockText {
  private final SourceFile file;
  private final String text;
  private final int[] textStarts;
  private final int[] fileStarts;
  private final int[] lengths;
  private final int[] surrogatePairs;

  private BlockText(SourceFile file, List<SourceSpan> lines, int at) {
    this.file = file;
    int count = lines.size();
    this.textStarts = new int[count];
    this.fileStarts = new int[count];
    this.lengths = new int[count];
    StringBuilder joined = new StringBuilder();
    for (int i = 0; i < count; i++) {
      SourceSpan line = lines.get(i);
      textStarts[i] = joined.length();
      fileStarts[i] = line.start();
      lengths[i] = line.end() - line.start();
      joined.append(file.text(), line.start(), line.end()).append('\n');
    }
    this.text = joined.toString();
    this.surrogatePairs = findSurrogatePairs(text);
    this.emptyAt = at;
  }

  private final int emptyAt;

  /**
   * A block of these lines.
   *
   * @param lines each without its line end
   * @param at the offset in the file that an empty block stands at
   */
  static BlockText of(SourceFile file, List<SourceSpan> lines, int at) {
    return new BlockText(file, lines, at);
  }

  /** A block of whole lines of a file, from {@code first} to {@code last}, both 1-based. */
  static BlockText ofLines(SourceFile file, int first, int last) {
    List<SourceSpan> lines = new ArrayList<>();
    for (int line = first; line <= last; line++) {
      int start = file.lineStart(line);
      lines.add(file.span(start, start + file.line(line).length()));
    }
    return of(file, lines, file.lineStart(Math.min(first, file.lineCount())));
  }

  /** The lines, each ended by {@code \n}. */
  String text() {
    return text;
  }

  /** The place in the file of a stretch of code points. */
  SourceSpan spanOfCodePoints(int start, int end) {
    int from = fileOffset(unitOf(start));
    return file.span(from, Math.max(from, fileOffset(unitOf(end))));
  }

  /** The place in the file of a stretch of UTF-16 units of {@link #text()}. */
  SourceSpan spanOfUnits(int start, int end) {
    int from = fileOffset(start);
    return file.span(from, Math.max(from, fileOffset(end)));
  }

  /** The UTF-16 index into {@link #text()} of a code point index. */
  int unitOf(int codePoint) {
    // Each pair that starts before the place adds one unit; pair k starts at code point
    // surrogatePairs[k].
    int at = Arrays.binarySearch(surrogatePairs, codePoint);
    int before = at >= 0 ? at : -at - 1;
    return Math.min(codePoint + before, text.length());
  }

  private int fileOffset(int unit) {
    if (textStarts.length == 0) {
      return emptyAt;
    }
    int at = Arrays.binarySearch(textStarts, unit);
    int line = at >= 0 ? at : -at - 2;
    return fileStarts[line] + Math.min(unit - textStarts[line], lengths[line]);
  }

  private static int[] findSurrogatePairs(String text) {
    int[] pairs = new int[8];
    int count = 0;
    for (int i = 0, codePoint = 0; i < text.length(); codePoint++) {
      int width = Character.charCount(text.codePointAt(i));
      if (width == 2) {
        if (count == pairs.length) {
          pairs = Arrays.copyOf(pairs, count * 2);
        }
        pairs[count++] = codePoint;
      }
      i += width;
    }
    return Arrays.copyOf(pairs, count);
  }
}
