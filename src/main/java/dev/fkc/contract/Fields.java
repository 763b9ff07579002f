package dev.fkc.contract;

import dev.fkc.document.Excerpt;
import dev.fkc.document.YamlList;
import dev.fkc.document.YamlMap;
import dev.fkc.document.YamlNode;
import dev.fkc.document.YamlScalar;
import dev.fkc.source.DidYouMean;
import dev.fkc.source.Rule;
import dev.fkc.source.SourceSpan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one mapping, read with their types. Every accessor gives null for what is absent,
 * is null in the text, or has the wrong type; the last is reported. No value is turned into another
 * type.
 */
final class Fields {
  private static final int LONGEST_KEY = 60;

  private final YamlMap map;
  private final String path;
  private final Findings findings;
  private final ContractSchema.Node schema;

  private Fields(YamlMap map, String path, ContractSchema.Node schema, Findings findings) {
    this.map = map;
    this.path = path;
    this.schema = schema;
    this.findings = findings;
  }

  /** The fields of a mapping; reports the keys that the schema does not have. */
  static Fields open(YamlMap map, String path, ContractSchema.Node schema, Findings findings) {
    Fields fields = new Fields(map, path, schema, findings);
    fields.reportUnknownKeys();
    return fields;
  }

  private void reportUnknownKeys() {
    if (schema.style() != ContractSchema.Style.MAP) {
      return;
    }
    for (YamlMap.Entry entry : map.entries()) {
      if (schema.at(entry.key()) == null && !entry.key().equals("<<")) {
        String here = path.isEmpty() ? "the block" : path;
        findings.add(
            findings
                .problem(
                    Rule.UNKNOWN_KEY,
                    entry.keySpan(),
                    pathOf(entry.key()),
                    here + " has no key " + Excerpt.of(entry.key()))
                .withFound(Excerpt.of(entry.key()))
                .withExpected(String.join(", ", schema.names()))
                .withHelp(DidYouMean.help(entry.key(), schema.names())));
      }
    }
  }

  YamlMap map() {
    return map;
  }

  Findings findings() {
    return findings;
  }

  /** The dotted path of a key of this mapping. */
  String pathOf(String key) {
    String name = key.length() > LONGEST_KEY ? key.substring(0, LONGEST_KEY) + "..." : key;
    return path.isEmpty() ? name : path + "." + name;
  }

  /** Where the value of a key stands; the mapping when the key is absent. */
  SourceSpan spanOf(String key) {
    YamlMap.Entry entry = map.entry(key);
    if (entry == null) {
      return map.span();
    }
    return entry.value() instanceof YamlScalar scalar && scalar.text().isEmpty() && scalar.plain()
        ? entry.keySpan()
        : entry.value().span();
  }

  /** Where a key stands; the mapping when it is absent. */
  SourceSpan keySpan(String key) {
    YamlMap.Entry entry = map.entry(key);
    return entry == null ? map.span() : entry.keySpan();
  }

  /** Where the first key stands; the mapping when it has none. */
  SourceSpan firstKey() {
    return map.entries().isEmpty() ? map.span() : map.entries().get(0).keySpan();
  }

  /** Whether the key is there with a value that is not null. */
  boolean has(String key) {
    return map.value(key) != null;
  }

  /** Whether the text has an empty list. */
  boolean isEmptyList(String key) {
    return map.value(key) instanceof YamlList list && list.items().isEmpty();
  }

  /** How many items the text has in a list, readable or not; 0 for anything else. */
  int size(String key) {
    return map.value(key) instanceof YamlList list ? list.items().size() : 0;
  }

  /** Whether the key is there, even with a null value. */
  boolean mentions(String key) {
    return map.entry(key) != null;
  }

  /** The text of a single value as written, or empty; for the revision hash. */
  String raw(String key) {
    return map.value(key) instanceof YamlScalar scalar ? scalar.text() : "";
  }

  /** Reports that a required key is absent. */
  void missing(String key, String expected) {
    YamlMap.Entry entry = map.entry(key);
    boolean blank = entry != null && has(key) && entry.value() instanceof YamlScalar;
    SourceSpan place = entry == null ? start(map.span()) : blank ? spanOf(key) : entry.keySpan();
    findings.add(
        findings
            .problem(
                Rule.MISSING_FIELD,
                place,
                pathOf(key),
                entry == null ? "'" + key + "' is missing" : "'" + key + "' has no value")
            .withFound("nothing")
            .withExpected(expected));
  }

  private static SourceSpan start(SourceSpan span) {
    int end = span.start();
    String text = span.file().text();
    while (end < span.end() && text.charAt(end) != '\n' && text.charAt(end) != ':') {
      end++;
    }
    return span.file().span(span.start(), end);
  }

  private @Nullable YamlScalar scalar(String key, String expected) {
    YamlNode value = map.value(key);
    if (value == null) {
      return null;
    }
    if (value instanceof YamlScalar scalar) {
      return scalar;
    }
    wrongStructure(key, value, expected);
    return null;
  }

  private void wrongStructure(String key, YamlNode value, String expected) {
    findings.add(
        findings
            .problem(
                Rule.WRONG_STRUCTURE,
                value.span(),
                pathOf(key),
                "'" + key + "' is " + value.describe())
            .withFound(value.describe())
            .withExpected(expected));
  }

  private @Nullable ScalarField field(String key, String expected) {
    YamlScalar scalar = scalar(key, expected);
    return scalar == null ? null : new ScalarField(scalar, pathOf(key), "'" + key + "'", findings);
  }

  /** A word: plain or quoted text; a number, a boolean or a date is refused. */
  @Nullable String token(String key) {
    ScalarField field = field(key, "a word");
    return field == null ? null : field.token();
  }

  /** Text for people; anything but a list or a mapping will do, kept as written. */
  @Nullable String text(String key) {
    YamlScalar scalar = scalar(key, "text");
    return scalar == null ? null : scalar.text();
  }

  /** A single value of any type. */
  @Nullable YamlScalar value(String key, String expected) {
    return scalar(key, expected);
  }

  /** A word of a closed set; an unknown one is reported under the given rule. */
  <T> @Nullable T word(
      String key, Rule rule, Collection<String> tokens, Function<String, Optional<T>> lookup) {
    ScalarField field = field(key, "a word");
    return field == null ? null : field.word(rule, "'" + key + "'", tokens, lookup);
  }

  /** A boolean, or the default where the key is absent. */
  boolean flag(String key, boolean otherwise) {
    ScalarField field = field(key, "true or false");
    return field == null ? otherwise : field.flag(otherwise);
  }

  /** A whole number in a range. */
  @Nullable Integer integer(String key, int min, int max) {
    ScalarField field = field(key, "a whole number");
    return field == null ? null : field.integer(min, max);
  }

  /** A number that is not negative; infinities and NaN are refused. */
  @Nullable Double bound(String key) {
    ScalarField field = field(key, "a number");
    return field == null ? null : field.bound();
  }

  /** A nested mapping. */
  @Nullable Fields map(String key) {
    YamlNode value = map.value(key);
    if (value == null) {
      return null;
    }
    if (value instanceof YamlMap nested) {
      return open(nested, pathOf(key), schemaAt(key), findings);
    }
    wrongStructure(key, value, "a mapping");
    return null;
  }

  /** A nested mapping that was read before, without reporting anything again. */
  @Nullable Fields reopen(String key) {
    return map.value(key) instanceof YamlMap nested
        ? new Fields(nested, pathOf(key), schemaAt(key), findings)
        : null;
  }

  private ContractSchema.Node schemaAt(String key) {
    ContractSchema.Node node = schema.at(key);
    if (node == null) {
      throw new IllegalArgumentException("no schema for " + pathOf(key));
    }
    return node;
  }

  /** A list of mappings; null when the key is absent. */
  @Nullable List<Fields> maps(String key) {
    YamlList list = list(key, "a list of mappings");
    if (list == null) {
      return null;
    }
    ContractSchema.Node item = schemaAt(key).item();
    List<Fields> maps = new ArrayList<>();
    for (int i = 0; i < list.items().size(); i++) {
      YamlNode node = list.items().get(i);
      String itemPath = pathOf(key) + "[" + i + "]";
      if (node instanceof YamlMap nested && item != null) {
        maps.add(open(nested, itemPath, item, findings));
      } else {
        findings.add(
            findings
                .problem(
                    Rule.WRONG_STRUCTURE,
                    node.span(),
                    itemPath,
                    "item " + i + " of '" + key + "' is " + node.describe())
                .withFound(node.describe())
                .withExpected("a mapping"));
      }
    }
    return maps;
  }

  private @Nullable YamlList list(String key, String expected) {
    YamlNode value = map.value(key);
    if (value == null) {
      return null;
    }
    if (value instanceof YamlList list) {
      return list;
    }
    wrongStructure(key, value, expected);
    return null;
  }

  /** A list of words of a closed set; unknown ones are reported and left out. */
  <T> List<T> words(
      String key, Rule rule, Collection<String> tokens, Function<String, Optional<T>> lookup) {
    List<T> values = new ArrayList<>();
    YamlList list = list(key, "a list of words");
    if (list == null) {
      return values;
    }
    for (int i = 0; i < list.items().size(); i++) {
      ScalarField item = item(list, i, key, "a word");
      T value = item == null ? null : item.word(rule, "'" + key + "'", tokens, lookup);
      if (value != null) {
        values.add(value);
      }
    }
    return values;
  }

  /** A list of whole numbers in a range; null when the key is absent. */
  @Nullable List<Integer> integers(String key, int min, int max) {
    YamlList list = list(key, "a list of whole numbers");
    if (list == null) {
      return null;
    }
    List<Integer> values = new ArrayList<>();
    for (int i = 0; i < list.items().size(); i++) {
      ScalarField item = item(list, i, key, "a whole number");
      Integer value = item == null ? null : item.integer(min, max);
      if (value != null) {
        values.add(value);
      }
    }
    return values;
  }

  private @Nullable ScalarField item(YamlList list, int i, String key, String expected) {
    YamlNode node = list.items().get(i);
    String field = pathOf(key) + "[" + i + "]";
    if (node instanceof YamlScalar scalar) {
      return new ScalarField(scalar, field, "item " + i, findings);
    }
    findings.add(
        findings
            .problem(Rule.WRONG_STRUCTURE, node.span(), field, "the item is " + node.describe())
            .withFound(node.describe())
            .withExpected(expected));
    return null;
  }

  /** The texts of a list's items as written, joined by commas; for the revision hash. */
  String rawList(String key) {
    if (!(map.value(key) instanceof YamlList list)) {
      return raw(key);
    }
    return list.items().stream()
        .map(node -> node instanceof YamlScalar scalar ? scalar.text() : "")
        .collect(Collectors.joining(","));
  }
}
