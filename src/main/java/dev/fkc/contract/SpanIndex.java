package dev.fkc.contract;

import dev.fkc.document.YamlList;
import dev.fkc.document.YamlMap;
import dev.fkc.document.YamlNode;
import dev.fkc.source.SourceSpan;
import java.util.HashMap;
import java.util.Map;

/** Notes the place of every value of a block under its dotted path. */
final class SpanIndex {
  private final Map<String, SourceSpan> spans = new HashMap<>();

  private SpanIndex() {}

  /** The places of a block's fields. */
  static FieldSpans of(YamlMap block) {
    SpanIndex index = new SpanIndex();
    index.add("", block);
    return new FieldSpans(block.span(), index.spans);
  }

  // Recursion is bounded: the document reader refuses nesting deeper than 32.
  private void add(String path, YamlNode node) {
    if (!path.isEmpty()) {
      spans.put(path, node.span());
    }
    if (node instanceof YamlMap map) {
      for (YamlMap.Entry entry : map.entries()) {
        add(path.isEmpty() ? entry.key() : path + "." + entry.key(), entry.value());
      }
    } else if (node instanceof YamlList list) {
      for (int i = 0; i < list.items().size(); i++) {
        add(path + "[" + i + "]", list.items().get(i));
      }
    }
  }
}
