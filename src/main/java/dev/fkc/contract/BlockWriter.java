package dev.fkc.contract;

import dev.fkc.contract.ContractSchema.Node;
import dev.fkc.contract.ContractSchema.Style;
import dev.fkc.document.YamlList;
import dev.fkc.document.YamlMap;
import dev.fkc.document.YamlNode;
import dev.fkc.document.YamlScalar;
import dev.fkc.source.SourceFile;
import dev.fkc.source.SourceSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes one block in canonical form, comments in their places. */
final class BlockWriter {
  private final String text;
  private final Trivia trivia;
  private final List<String> lines = new ArrayList<>();

  private BlockWriter(SourceFile block, YamlMap root) {
    this.text = block.text();
    this.trivia = new Trivia(block, root);
  }

  /** The lines of a block, or null when it has a form that cannot be kept. */
  static @Nullable List<String> write(SourceFile block, YamlMap root, Node schema) {
    BlockWriter writer = new BlockWriter(block, root);
    if (root.entries().isEmpty() || writer.isFlow(root)) {
      return null;
    }
    writer.map(root, schema, 0, "");
    writer.leading(writer.trivia.atEnd(), 0);
    if (!writer.trivia.isUsedUp()) {
      return null;
    }
    List<String> lines = writer.lines;
    while (!lines.isEmpty() && lines.get(0).isEmpty()) {
      lines.remove(0);
    }
    while (!lines.isEmpty() && lines.get(lines.size() - 1).isEmpty()) {
      lines.remove(lines.size() - 1);
    }
    return lines;
  }

  // Recursion is bounded: the document reader refuses nesting deeper than 32.
  private void map(YamlMap map, @Nullable Node schema, int indent, String firstPrefix) {
    String prefix = firstPrefix;
    for (YamlMap.Entry entry : ordered(map, schema)) {
      entry(entry, schema == null ? null : schema.at(entry.key()), indent, prefix);
      prefix = "";
    }
  }

  private static List<YamlMap.Entry> ordered(YamlMap map, @Nullable Node schema) {
    if (schema == null || schema.style() != Style.MAP) {
      return map.entries();
    }
    List<String> names = List.copyOf(schema.names());
    List<YamlMap.Entry> entries = new ArrayList<>(map.entries());
    entries.sort(
        Comparator.comparingInt(
            entry -> names.contains(entry.key()) ? names.indexOf(entry.key()) : names.size()));
    return entries;
  }

  private void entry(YamlMap.Entry entry, @Nullable Node schema, int indent, String prefix) {
    leading(trivia.takeBefore(entry.keySpan().start()), indent);
    String head = pad(indent - prefix.length()) + prefix + YamlWords.word(entry.key(), false) + ":";
    value(head, entry.keySpan(), entry.value(), schema, indent);
  }

  private void value(
      String head, SourceSpan key, YamlNode value, @Nullable Node schema, int indent) {
    if (value instanceof YamlScalar scalar) {
      scalar(head, key, scalar, schema, indent);
      return;
    }
    boolean inline = isFlow(value) && !trivia.isInside(value.span()) || isEmpty(value);
    if (inline) {
      String comment = trivia.takeBehind(key.start()) + trivia.takeBehindAll(value.span());
      List<String> after = trivia.takeAfterAll(value.span());
      lines.add(head + " " + flow(value, schema) + comment);
      leading(after, indent);
      return;
    }
    lines.add(head + trivia.takeBehind(key.start()));
    leading(trivia.takeAfter(key.start()), indent + 2);
    if (value instanceof YamlMap map) {
      map(map, schema, indent + 2, "");
    } else if (value instanceof YamlList list) {
      list(list, schema == null ? null : schema.item(), indent + 2);
    }
  }

  private void list(YamlList list, @Nullable Node item, int indent) {
    for (YamlNode node : list.items()) {
      leading(trivia.takeBefore(firstToken(node)), indent);
      String dash = pad(indent) + "-";
      if (node instanceof YamlMap map && !isFlow(map) && !isEmpty(map)) {
        map(map, item, indent + 2, "- ");
      } else if (node instanceof YamlScalar scalar) {
        scalar(dash, scalar.span(), scalar, item, indent);
      } else {
        String comment = trivia.takeBehindAll(node.span());
        List<String> after = trivia.takeAfterAll(node.span());
        lines.add(dash + " " + flow(node, item) + comment);
        leading(after, indent);
      }
    }
  }

  private int firstToken(YamlNode node) {
    if (node instanceof YamlMap map && !map.entries().isEmpty()) {
      return map.entries().get(0).keySpan().start();
    }
    if (node instanceof YamlList list && !list.items().isEmpty()) {
      return firstToken(list.items().get(0));
    }
    return node.span().start();
  }

  private void scalar(
      String head, SourceSpan key, YamlScalar scalar, @Nullable Node schema, int indent) {
    boolean empty = scalar.span().start() == scalar.span().end();
    leading(empty ? List.of() : trivia.takeBefore(scalar.span().start()), indent);
    String comment = trivia.takeBehind(key.start());
    List<String> verbatim = empty ? null : blockScalar(scalar, indent + 2);
    if (verbatim != null) {
      lines.add(head + " " + verbatim.get(0) + comment);
      lines.addAll(verbatim.subList(1, verbatim.size()));
      leading(trivia.takeAfter(scalar.span().start()), indent);
      return;
    }
    comment += empty ? "" : trivia.takeBehind(scalar.span().start());
    String word = word(scalar, schema, false);
    lines.add(head + (word.isEmpty() ? "" : " " + word) + comment);
    leading(trivia.takeAfter(empty ? key.start() : scalar.span().start()), indent);
  }

  private static String word(YamlScalar scalar, @Nullable Node schema, boolean inFlow) {
    if (scalar.type() != YamlScalar.Type.TEXT) {
      return scalar.text();
    }
    Style style = schema == null ? null : schema.style();
    boolean quoted =
        style == Style.QUOTED
            || style == Style.HASH && !scalar.text().equals("auto")
            || schema == null && !scalar.plain();
    return quoted ? YamlWords.quoted(scalar.text()) : YamlWords.word(scalar.text(), inFlow);
  }

  /** A {@code |} or {@code >} text with its content moved, or null where quotes must do. */
  private @Nullable List<String> blockScalar(YamlScalar scalar, int indent) {
    char style = text.charAt(scalar.span().start());
    if (scalar.plain() || style != '|' && style != '>') {
      return null;
    }
    List<String> source = scalar.span().text().stripTrailing().lines().toList();
    String header = source.get(0);
    if (header.matches(".*[0-9+].*") || source.size() < 2) {
      return null;
    }
    int margin = Integer.MAX_VALUE;
    for (String line : source.subList(1, source.size())) {
      if (!line.isBlank()) {
        margin = Math.min(margin, line.length() - line.stripLeading().length());
      }
    }
    List<String> moved = new ArrayList<>(List.of(header));
    for (String line : source.subList(1, source.size())) {
      moved.add(line.isBlank() ? "" : pad(indent) + line.substring(margin));
    }
    return moved;
  }

  private String flow(YamlNode node, @Nullable Node schema) {
    StringBuilder out = new StringBuilder();
    if (node instanceof YamlMap map) {
      for (YamlMap.Entry entry : ordered(map, schema)) {
        Node at = schema == null ? null : schema.at(entry.key());
        String value = flow(entry.value(), at);
        out.append(out.length() == 0 ? "{ " : ", ").append(YamlWords.word(entry.key(), true));
        out.append(':').append(value.isEmpty() ? "" : " ").append(value);
      }
      return out.length() == 0 ? "{}" : out.append(" }").toString();
    }
    if (node instanceof YamlList list) {
      Node item = schema == null ? null : schema.item();
      for (YamlNode one : list.items()) {
        String value = flow(one, item);
        out.append(out.length() == 0 ? "[" : ", ").append(value.isEmpty() ? "~" : value);
      }
      return out.length() == 0 ? "[]" : out.append(']').toString();
    }
    return word((YamlScalar) node, schema, true);
  }

  private boolean isFlow(YamlNode node) {
    char first = text.charAt(Math.min(node.span().start(), text.length() - 1));
    return !(node instanceof YamlScalar) && (first == '{' || first == '[');
  }

  private static boolean isEmpty(YamlNode node) {
    return node instanceof YamlMap map && map.entries().isEmpty()
        || node instanceof YamlList list && list.items().isEmpty();
  }

  private void leading(List<String> comments, int indent) {
    for (String comment : comments) {
      boolean blank = comment.isEmpty();
      if (!blank || !lines.isEmpty() && !lines.get(lines.size() - 1).isEmpty()) {
        lines.add(blank ? "" : pad(indent) + comment);
      }
    }
  }

  private static String pad(int width) {
    return " ".repeat(Math.max(0, width));
  }
}
