package dev.fkc.document;

import dev.fkc.source.SourceSpan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A mapping, its entries in file order, each key once. Immutable. */
public final class YamlMap implements YamlNode {
  private final List<Entry> entries;
  private final Map<String, Entry> byKey;
  private final SourceSpan span;

  /**
   * One key and its value.
   *
   * @param key the key's text
   * @param keySpan where the key stands
   * @param value the value; an empty one is a null scalar
   */
  public record Entry(String key, SourceSpan keySpan, YamlNode value) {}

  YamlMap(List<Entry> entries, SourceSpan span) {
    this.entries = List.copyOf(entries);
    this.span = span;
    this.byKey = new LinkedHashMap<>();
    for (Entry entry : entries) {
      byKey.putIfAbsent(entry.key(), entry);
    }
  }

  /** The entries in file order. */
  public List<Entry> entries() {
    return entries;
  }

  /** The entry of a key, or null. */
  public @Nullable Entry entry(String key) {
    return byKey.get(key);
  }

  /** The value of a key; null when the key is absent or its value is null. */
  public @Nullable YamlNode value(String key) {
    Entry entry = byKey.get(key);
    if (entry == null || entry.value() instanceof YamlScalar scalar && scalar.isNull()) {
      return null;
    }
    return entry.value();
  }

  @Override
  public SourceSpan span() {
    return span;
  }

  @Override
  public String describe() {
    return "a mapping";
  }
}
