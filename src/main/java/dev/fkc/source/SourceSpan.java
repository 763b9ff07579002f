package dev.fkc.source;

import java.util.Objects;

/**
 * A stretch of a file: where a record comes from, or where a problem lies. Immutable.
 *
 * @param file the file
 * @param start offset of the first UTF-16 unit
 * @param end offset after the last unit; equal to {@code start} for a point
 */
public record SourceSpan(SourceFile file, int start, int end) implements Comparable<SourceSpan> {
  public SourceSpan {
    Objects.requireNonNull(file, "file");
    if (start < 0 || end < start || end > file.text().length()) {
      throw new IllegalArgumentException(
          "span ["
              + start
              + ", "
              + end
              + ") leaves "
              + file.name()
              + " of "
              + file.text().length());
    }
  }

  /** 1-based line of the start. */
  public int line() {
    return file.lineOf(start);
  }

  /** 1-based column of the start, in UTF-16 units. */
  public int column() {
    return file.columnOf(start);
  }

  /** 1-based line of the end. */
  public int endLine() {
    return file.lineOf(end);
  }

  /** 1-based column after the last unit. */
  public int endColumn() {
    return file.columnOf(end);
  }

  /** The text inside. */
  public String text() {
    return file.text().substring(start, end);
  }

  /** By file name, then start, then end. */
  @Override
  public int compareTo(SourceSpan other) {
    int byFile = file.name().compareTo(other.file.name());
    if (byFile != 0) {
      return byFile;
    }
    return start != other.start
        ? Integer.compare(start, other.start)
        : Integer.compare(end, other.end);
  }

  /** {@code file:line:column}, the form that editors and terminals turn into a link. */
  @Override
  public String toString() {
    return file.name() + ":" + line() + ":" + column();
  }
}
