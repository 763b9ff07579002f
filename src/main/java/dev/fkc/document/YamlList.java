package dev.fkc.document;

import dev.fkc.source.SourceSpan;
import java.util.List;

/**
 * A list.
 *
 * @param items in file order
 * @param span where it stands
 */
public record YamlList(List<YamlNode> items, SourceSpan span) implements YamlNode {
  public YamlList {
    items = List.copyOf(items);
  }

  @Override
  public String describe() {
    return "a list";
  }
}
