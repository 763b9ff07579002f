package dev.fkc.contract;

import dev.fkc.document.YamlList;
import dev.fkc.document.YamlMap;
import dev.fkc.document.YamlNode;
import dev.fkc.document.YamlScalar;
import org.jspecify.annotations.Nullable;

/** Compares values by meaning: the order of keys, places and quotes do not count. */
final class YamlTrees {
  private YamlTrees() {}

  // Recursion is bounded: the document reader refuses nesting deeper than 32.
  static boolean same(YamlNode a, @Nullable YamlNode b) {
    if (a instanceof YamlScalar x && b instanceof YamlScalar y) {
      return x.type() == y.type() && (x.text().equals(y.text()) || x.isNull());
    }
    if (a instanceof YamlList x && b instanceof YamlList y) {
      boolean same = x.items().size() == y.items().size();
      for (int i = 0; same && i < x.items().size(); i++) {
        same = same(x.items().get(i), y.items().get(i));
      }
      return same;
    }
    if (a instanceof YamlMap x && b instanceof YamlMap y) {
      boolean same = x.entries().size() == y.entries().size();
      for (int i = 0; same && i < x.entries().size(); i++) {
        YamlMap.Entry entry = x.entries().get(i);
        YamlMap.Entry other = y.entry(entry.key());
        same = other != null && same(entry.value(), other.value());
      }
      return same;
    }
    return false;
  }
}
