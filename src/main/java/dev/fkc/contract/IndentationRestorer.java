package dev.fkc.contract;

import dev.fkc.contract.ContractSchema.Node;
import dev.fkc.contract.ContractSchema.Style;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Gives a block whose lines all stand at the left margin its nesting back.
 *
 * <p>Each line goes into one of the mappings and lists that are still open. A field that should
 * hold others and has no value takes the next line if it may. Otherwise exactly one open mapping
 * must have a place for the key that is not taken yet; with none, or with two, the nesting is not
 * certain and nothing is restored.
 */
final class IndentationRestorer {
  private static final Pattern ENTRY = Pattern.compile("([A-Za-z0-9_.]+)[ \\t]*:(?:[ \\t]+(.*))?");
  private static final Pattern PARAMETER = Pattern.compile("\\{.*\\bkind[ \\t]*:.*");

  /** A mapping or a list that may get more lines. */
  private static final class Open {
    final Node schema;
    final int indent;
    final Set<String> present = new HashSet<>();
    boolean hollow;

    Open(Node schema, int indent, boolean hollow) {
      this.schema = schema;
      this.indent = indent;
      this.hollow = hollow;
    }

    boolean isList() {
      return schema.style() == Style.LIST;
    }
  }

  private final Deque<Open> open = new ArrayDeque<>();
  private final List<String> restored = new ArrayList<>();
  private final List<String> waiting = new ArrayList<>();

  private IndentationRestorer() {}

  /** The block with its nesting, or null when it is not lost or cannot be told. */
  static @Nullable List<String> restore(List<String> lines, Node schema) {
    return isLost(lines, schema) ? new IndentationRestorer().run(lines, schema) : null;
  }

  /** Whether no line is indented and a field that should hold others has nothing behind it. */
  private static boolean isLost(List<String> lines, Node schema) {
    boolean hollow = false;
    for (String line : lines) {
      if (!line.isBlank() && Character.isWhitespace(line.charAt(0))) {
        return false;
      }
      Matcher entry = ENTRY.matcher(line);
      Node node = entry.matches() ? schema.at(entry.group(1)) : null;
      hollow |= node != null && isContainer(node) && isNothing(entry.group(2));
    }
    return hollow;
  }

  private @Nullable List<String> run(List<String> lines, Node schema) {
    open.push(new Open(schema, 0, false));
    for (String line : lines) {
      if (line.isBlank() || line.startsWith("#")) {
        waiting.add(line.strip());
      } else if (!(line.equals("-") || line.startsWith("- ") ? item(line) : entry(line))) {
        return null;
      }
    }
    flushWaiting(0);
    return restored;
  }

  private boolean item(String line) {
    String content = line.substring(1).strip();
    Matcher entry = ENTRY.matcher(content);
    boolean mapping = entry.matches() || content.startsWith("{");
    Open list = null;
    for (Open candidate : open) {
      Node item = candidate.schema.item();
      boolean fits = item != null && (item.style() == Style.MAP) == mapping;
      if (candidate.isList() && fits) {
        list = candidate;
        break;
      }
      if (candidate.hollow) {
        return false;
      }
    }
    if (list == null || list.schema.item() == null) {
      return false;
    }
    closeDownTo(list);
    list.hollow = false;
    write(list.indent, "- " + content);
    if (!entry.matches()) {
      return true;
    }
    Open map = new Open(list.schema.item(), list.indent + 2, false);
    Node node = map.schema.at(entry.group(1));
    if (node == null) {
      return false;
    }
    open.push(map);
    map.present.add(entry.group(1));
    openIfHollow(node, entry.group(2), map);
    return true;
  }

  private boolean entry(String line) {
    Matcher entry = ENTRY.matcher(line.stripTrailing());
    if (!entry.matches()) {
      return false;
    }
    String key = entry.group(1);
    String value = entry.group(2);
    Open target = target(key, value);
    if (target == null) {
      return false;
    }
    closeDownTo(target);
    target.hollow = false;
    target.present.add(key);
    write(target.indent, line.stripTrailing());
    Node node = target.schema.at(key);
    if (node != null) {
      openIfHollow(node, value, target);
    }
    return true;
  }

  private @Nullable Open target(String key, @Nullable String value) {
    Open top = open.element();
    if (top.hollow && accepts(top, key, value)) {
      return top;
    }
    Open only = null;
    for (Open candidate : open) {
      if (accepts(candidate, key, value)) {
        if (only != null) {
          return null;
        }
        only = candidate;
      }
    }
    return only;
  }

  private boolean accepts(Open candidate, String key, @Nullable String value) {
    if (candidate.isList() || candidate.present.contains(key)) {
      return false;
    }
    if (candidate.schema.style() == Style.OPEN_MAP) {
      return value != null && PARAMETER.matcher(value).matches();
    }
    return candidate.schema.at(key) != null;
  }

  private void openIfHollow(Node node, @Nullable String value, Open parent) {
    if (isContainer(node) && isNothing(value)) {
      open.push(new Open(node, parent.indent + 2, true));
    }
  }

  private void closeDownTo(Open target) {
    while (open.element() != target) {
      open.pop();
    }
  }

  private void write(int indent, String line) {
    flushWaiting(indent);
    restored.add(" ".repeat(indent) + line);
  }

  private void flushWaiting(int indent) {
    for (String line : waiting) {
      restored.add(line.isEmpty() ? "" : " ".repeat(indent) + line);
    }
    waiting.clear();
  }

  private static boolean isContainer(Node node) {
    return node.style() == Style.MAP
        || node.style() == Style.OPEN_MAP
        || node.style() == Style.LIST;
  }

  private static boolean isNothing(@Nullable String value) {
    return value == null || value.isBlank() || value.startsWith("#");
  }
}
