package dev.fkc.contract;

import dev.fkc.document.YamlScalar;
import java.util.Locale;
import java.util.Set;

/** How a value is written: plain where nothing can go wrong, in double quotes otherwise. */
final class YamlWords {
  private static final Set<String> AMBIGUOUS = Set.of("yes", "no", "on", "off", "y", "n");
  private static final String INDICATORS = "-?:,[]{}#&*!|>'\"%@`=";

  private YamlWords() {}

  /** A text as a plain word if that is safe, else in quotes. */
  static String word(String text, boolean inFlow) {
    return isPlain(text, inFlow) ? text : quoted(text);
  }

  private static boolean isPlain(String text, boolean inFlow) {
    if (text.isEmpty()
        || !text.equals(text.strip())
        || YamlScalar.typeOf(text) != YamlScalar.Type.TEXT
        || AMBIGUOUS.contains(text.toLowerCase(Locale.ROOT))
        || INDICATORS.indexOf(text.charAt(0)) >= 0
        || text.startsWith("<<")
        || text.endsWith(":")
        || text.contains(": ")
        || text.contains(" #")) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean letter = c < 0x80 && Character.isLetterOrDigit(c);
      boolean harmless = letter || "_.:()=,/+- ".indexOf(c) >= 0;
      if (!harmless || inFlow && c == ',') {
        return false;
      }
    }
    return true;
  }

  /** A text in double quotes, on one line. */
  static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\t' -> out.append("\\t");
        case '\r' -> out.append("\\r");
        default -> {
          boolean escape =
              Character.isISOControl(c) || c == '\u2028' || c == '\u2029' || c == '\uFEFF';
          out.append(escape ? String.format("\\u%04X", (int) c) : String.valueOf(c));
        }
      }
    }
    return out.append('"').toString();
  }
}
