package dev.fkc.contract;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A rule in the form {@code word} or {@code word(argument, ..)}; arguments are cut at top-level
 * commas and kept as text.
 *
 * @param name the word
 * @param arguments trimmed; empty without parentheses
 */
record FunctionWord(String name, List<String> arguments) {
  /** Parses a rule, or gives null when it does not have that form. */
  static @Nullable FunctionWord parse(String text) {
    String trimmed = text.strip();
    int open = trimmed.indexOf('(');
    String name = (open < 0 ? trimmed : trimmed.substring(0, open)).strip();
    if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
      return null;
    }
    if (open < 0) {
      return new FunctionWord(name, List.of());
    }
    List<String> arguments = arguments(trimmed, open);
    return arguments == null ? null : new FunctionWord(name, arguments);
  }

  private static @Nullable List<String> arguments(String text, int open) {
    List<String> arguments = new ArrayList<>();
    int depth = 0;
    int start = open + 1;
    for (int i = open; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '(' || c == '[') {
        depth++;
      } else if (c == ')' || c == ']') {
        depth--;
      }
      if (depth == 0 && i < text.length() - 1) {
        return null;
      }
      if (depth == 0 || depth == 1 && c == ',') {
        arguments.add(text.substring(start, i).strip());
        start = i + 1;
      }
    }
    if (depth != 0 || text.charAt(text.length() - 1) != ')') {
      return null;
    }
    if (arguments.size() == 1 && arguments.get(0).isEmpty()) {
      return List.of();
    }
    return arguments.contains("") ? null : List.copyOf(arguments);
  }
}
