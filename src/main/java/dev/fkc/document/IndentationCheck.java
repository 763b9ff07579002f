package dev.fkc.document;

import dev.fkc.source.Problem;
import dev.fkc.source.Rule;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Looks at what stands before the first visible character of each line of a block (format §2, tab
 * in indentation), and levels the parser's one gap: a tab after {@code key:} or {@code -} is fine
 * in YAML 1.2 and is handed on as a blank.
 */
final class IndentationCheck {
  private static final Pattern SEPARATING_TAB =
      Pattern.compile("^ *(?:- +)*(?:-|[A-Za-z0-9_.]+ *:)([ \\t]++)(?=[^\\s#])");

  private IndentationCheck() {}

  /**
   * Reports invisible indentation.
   *
   * @return the block's text, of the same length, with plain blanks in those places
   */
  static String check(BlockText block, Consumer<Problem> problems) {
    String text = block.text();
    StringBuilder plain = null;
    for (int start = 0; start < text.length(); ) {
      int end = text.indexOf('\n', start);
      int at = start;
      while (at < end && (text.charAt(at) == ' ' || isOdd(text.charAt(at)))) {
        at++;
      }
      int odd = firstOdd(text, start, at);
      if (odd >= 0 && at < end && text.charAt(at) != '#' && text.charAt(at) != '\r') {
        report(block, problems, text, odd, at);
      }
      if (odd >= 0) {
        plain = plain == null ? new StringBuilder(text) : plain;
        for (int i = start; i < at; i++) {
          plain.setCharAt(i, ' ');
        }
      }
      if (text.indexOf('\t', at) >= 0 && text.indexOf('\t', at) < end) {
        Matcher matcher = SEPARATING_TAB.matcher(text.substring(start, end));
        if (matcher.find()) {
          plain = plain == null ? new StringBuilder(text) : plain;
          for (int i = matcher.start(1); i < matcher.end(1); i++) {
            plain.setCharAt(start + i, ' ');
          }
        }
      }
      start = end + 1;
    }
    return plain == null ? text : plain.toString();
  }

  private static void report(
      BlockText block, Consumer<Problem> problems, String text, int odd, int end) {
    char c = text.charAt(odd);
    problems.accept(
        Problem.of(
                Rule.YAML_TAB,
                block.spanOfUnits(odd, end),
                c == '\t'
                    ? "a tab in the indentation"
                    : "an invisible character in the indentation")
            .withFound(c == '\t' ? "a tab" : String.format("U+%04X", (int) c))
            .withExpected("blanks"));
  }

  private static int firstOdd(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (isOdd(text.charAt(i))) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isOdd(char c) {
    return c == '\t'
        || c == '\u00A0'
        || c == '\uFEFF'
        || c == '\u3000'
        || c == '\u200B'
        || c >= '\u2000' && c <= '\u200A';
  }
}
