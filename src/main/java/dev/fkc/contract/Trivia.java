package dev.fkc.contract;

import dev.fkc.document.YamlList;
import dev.fkc.document.YamlMap;
import dev.fkc.document.YamlNode;
import dev.fkc.document.YamlScalar;
import dev.fkc.source.SourceFile;
import dev.fkc.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The comments and blank lines of a block, each with the key or value that it belongs to: what
 * stands on lines of its own belongs to the next one, what stands behind something to that.
 */
final class Trivia {
  private final String text;
  private final Map<Integer, List<String>> before = new HashMap<>();
  private final Map<Integer, String> behind = new HashMap<>();
  private final Map<Integer, List<String>> after = new HashMap<>();
  private final List<String> atEnd = new ArrayList<>();

  Trivia(SourceFile block, YamlMap root) {
    this.text = block.text();
    TreeMap<Integer, SourceSpan> tokens = new TreeMap<>();
    collect(root, tokens);
    int end = 0;
    int last = -1;
    for (SourceSpan token : tokens.values()) {
      List<String> leading = new ArrayList<>();
      scan(end, token.start(), column(token.start()), last, leading);
      before.put(token.start(), leading);
      last = token.start();
      end = contentEnd(token);
    }
    scan(end, text.length(), 0, last, atEnd);
  }

  /** The lines in front of what starts here: comments, and an empty one for blank lines. */
  List<String> takeBefore(int start) {
    List<String> lines = before.remove(start);
    return lines == null ? List.of() : lines;
  }

  /** The comment behind what starts here, with the blanks in front of it, or nothing. */
  String takeBehind(int start) {
    String comment = behind.remove(start);
    return comment == null ? "" : comment;
  }

  /** The comments on lines of their own that belong to what starts here, though they follow it. */
  List<String> takeAfter(int start) {
    List<String> lines = after.remove(start);
    return lines == null ? List.of() : lines;
  }

  /** As {@link #takeAfter}, for everything inside a value. */
  List<String> takeAfterAll(SourceSpan span) {
    List<String> all = new ArrayList<>();
    after.keySet().stream()
        .filter(start -> start >= span.start() && start < span.end())
        .sorted()
        .toList()
        .forEach(start -> all.addAll(takeAfter(start)));
    return all;
  }

  /** Whether every comment has been taken, so that none is lost. */
  boolean isUsedUp() {
    return behind.isEmpty()
        && after.isEmpty()
        && before.values().stream().allMatch(Trivia::isAllBlank);
  }

  /** The comments after the last value. */
  List<String> atEnd() {
    return atEnd;
  }

  /** Whether a comment or a blank line stands inside a value, not counting what follows it. */
  boolean isInside(SourceSpan span) {
    for (Map.Entry<Integer, List<String>> entry : before.entrySet()) {
      boolean comment = entry.getValue().stream().anyMatch(line -> !line.isEmpty());
      if (entry.getKey() > span.start() && entry.getKey() < span.end() && comment) {
        return true;
      }
    }
    for (int start : after.keySet()) {
      int last = text.indexOf('#', start);
      if (start >= span.start() && start < span.end() && last < span.end()) {
        return true;
      }
    }
    for (int start : behind.keySet()) {
      int lineEnd = text.indexOf('\n', start);
      if (start >= span.start() && start < span.end() && lineEnd >= 0 && lineEnd < span.end()) {
        return true;
      }
    }
    return false;
  }

  /** The comment behind a value on one line: that of the last thing in it. */
  String takeBehindAll(SourceSpan span) {
    StringBuilder all = new StringBuilder();
    behind.keySet().stream()
        .filter(start -> start >= span.start() && start < span.end())
        .sorted()
        .toList()
        .forEach(start -> all.append(takeBehind(start)));
    before.keySet().removeIf(start -> start > span.start() && start < span.end());
    return all.toString();
  }

  private void collect(YamlNode node, TreeMap<Integer, SourceSpan> tokens) {
    if (node instanceof YamlMap map) {
      for (YamlMap.Entry entry : map.entries()) {
        tokens.put(entry.keySpan().start(), entry.keySpan());
        collect(entry.value(), tokens);
      }
    } else if (node instanceof YamlList list) {
      list.items().forEach(item -> collect(item, tokens));
    } else if (node instanceof YamlScalar scalar && scalar.span().end() > scalar.span().start()) {
      tokens.putIfAbsent(scalar.span().start(), scalar.span());
    }
  }

  /**
   * A block scalar's span runs to the next token; its content ends at its last visible character.
   */
  private int contentEnd(SourceSpan token) {
    int end = token.end();
    while (end > token.start() && Character.isWhitespace(text.charAt(end - 1))) {
      end--;
    }
    return end;
  }

  /** Reads the text between two tokens: punctuation, blanks, line ends and comments. */
  private void scan(int from, int to, int margin, int last, List<String> leading) {
    int at = from;
    boolean sameLine = last >= 0;
    while (at < to) {
      int lineEnd = text.indexOf('\n', at);
      boolean whole = lineEnd >= 0 && lineEnd < to;
      int end = whole ? lineEnd : to;
      int hash = comment(at, end);
      if (hash >= 0) {
        end = lineEnd < 0 ? text.length() : lineEnd;
        String comment = text.substring(hash, end).stripTrailing();
        if (sameLine) {
          int gap = hash;
          while (gap > at && text.charAt(gap - 1) == ' ') {
            gap--;
          }
          behind.merge(last, " ".repeat(Math.max(1, hash - gap)) + comment, String::concat);
        } else if (last >= 0 && hash - at > margin && isAllBlank(leading)) {
          after.computeIfAbsent(last, key -> new ArrayList<>()).add(comment);
        } else {
          leading.add(comment);
        }
      } else if (!sameLine && whole && text.substring(at, end).isBlank()) {
        boolean doubled = !leading.isEmpty() && leading.get(leading.size() - 1).isEmpty();
        if (!doubled) {
          leading.add("");
        }
      }
      sameLine = false;
      at = end + 1;
    }
  }

  private static boolean isAllBlank(List<String> lines) {
    return lines.stream().allMatch(String::isEmpty);
  }

  /** How far the line of a place is indented; a list item's dash counts as its start. */
  private int column(int at) {
    int start = text.lastIndexOf('\n', at - 1) + 1;
    int column = 0;
    while (text.charAt(start + column) == ' ') {
      column++;
    }
    return column;
  }

  private int comment(int from, int to) {
    for (int i = from; i < to; i++) {
      boolean separated = i == 0 || Character.isWhitespace(text.charAt(i - 1));
      if (text.charAt(i) == '#' && separated) {
        return i;
      }
    }
    return -1;
  }
}
