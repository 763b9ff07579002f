package dev.fkc.cli;

import java.util.Locale;

/** Foreign text, of files and arguments, as messages show it. */
final class Quoted {
  private static final int LONGEST = 60;

  private Quoted() {}

  /** In quotes, on one line, without control characters; a long one is cut. */
  static String text(String text) {
    return "'" + cut(visible(text).replace("\n", "\\x0a")) + "'";
  }

  /** Cut to a length that a message can carry. */
  static String cut(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "..";
  }

  /** Control characters but line ends replaced by their codes. */
  static String visible(String text) {
    StringBuilder visible = new StringBuilder();
    text.chars()
        .forEach(
            c -> {
              if (Character.isISOControl(c) && c != '\n') {
                visible.append(String.format(Locale.ROOT, "\\x%02x", c));
              } else {
                visible.append((char) c);
              }
            });
    return visible.toString();
  }
}
