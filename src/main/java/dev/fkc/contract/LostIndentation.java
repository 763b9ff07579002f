package dev.fkc.contract;

import dev.fkc.document.YamlMap;
import dev.fkc.document.YamlScalar;
import dev.fkc.source.Rule;
import java.util.Map;

/**
 * Recognizes a mapping whose nested fields stand at its own level: a field that should hold a
 * mapping is empty, and a key that belongs inside it stands beside it.
 */
final class LostIndentation {
  private LostIndentation() {}

  /** Reports the first such key. Whether there was one: the mapping's fields then mean nothing. */
  static boolean report(YamlMap map, ContractSchema.Node schema, Findings findings) {
    for (YamlMap.Entry holder : map.entries()) {
      ContractSchema.Node inside = schema.at(holder.key());
      boolean hollow =
          inside != null
              && !inside.names().isEmpty()
              && holder.value() instanceof YamlScalar scalar
              && scalar.isNull();
      if (!hollow || inside == null) {
        continue;
      }
      for (Map.Entry<String, ContractSchema.Node> key : inside.keys().entrySet()) {
        YamlMap.Entry stray = map.entry(key.getKey());
        if (stray != null && schema.at(key.getKey()) == null) {
          findings.add(
              findings
                  .problem(
                      Rule.LOST_INDENTATION,
                      stray.keySpan(),
                      holder.key() + "." + stray.key(),
                      "'"
                          + stray.key()
                          + "' belongs inside '"
                          + holder.key()
                          + "', but stands beside it: the indentation is lost")
                  .withFound("'" + stray.key() + "' at the level of '" + holder.key() + "'")
                  .withExpected("'" + stray.key() + "' indented below '" + holder.key() + "'")
                  .withHelp("fkc fmt restores the indentation where it is unambiguous")
                  .withRelated(holder.keySpan(), "'" + holder.key() + "' is empty"));
          return true;
        }
      }
    }
    return false;
  }
}
