package dev.fkc.document;

/** Text of a file, made short enough for a message. */
public final class Excerpt {
  private static final int LONGEST = 60;

  private Excerpt() {}

  /** The text in single quotes, control characters replaced, cut after 60 characters. */
  public static String of(String text) {
    StringBuilder out = new StringBuilder("'");
    int shown = 0;
    for (int i = 0; i < text.length() && shown < LONGEST; shown++) {
      int c = text.codePointAt(i);
      out.appendCodePoint(Character.isISOControl(c) ? ' ' : c);
      i += Character.charCount(c);
    }
    if (shown < text.codePointCount(0, Math.min(text.length(), 2 * LONGEST + 2))) {
      out.append("...");
    }
    return out.append('\'').toString();
  }
}
