package dev.fkc.contract;

import dev.fkc.document.Excerpt;
import dev.fkc.document.YamlList;
import dev.fkc.document.YamlMap;
import dev.fkc.document.YamlNode;
import dev.fkc.document.YamlScalar;
import dev.fkc.source.DidYouMean;
import dev.fkc.source.Problem;
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
    return path.isEmpty() ? key : path + "." + key;
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

  private void badType(YamlScalar scalar, String field, String what, String expected) {
    findings.add(
        findings
            .problem(
                Rule.BAD_SCALAR_TYPE,
                scalar.span(),
                field,
                what + " is " + scalar.describe() + ", " + Excerpt.of(scalar.text()))
            .withFound(scalar.span().text().length() > 60 ? null : scalar.span().text())
            .withExpected(expected));
  }

  /** A word: plain or quoted text; a number, a boolean or a date is refused. */
  @Nullable String token(String key) {
    YamlScalar scalar = scalar(key, "a word");
    return scalar == null ? null : token(scalar, pathOf(key), "'" + key + "'");
  }

  private @Nullable String token(YamlScalar scalar, String field, String what) {
    if (scalar.type() != YamlScalar.Type.TEXT) {
      badType(scalar, field, what, "a word, in quotes if it looks like a number");
      return null;
    }
    return scalar.text();
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

  /** The place of a stretch of a value's text; the whole value where escapes or folds hide it. */
  static SourceSpan part(YamlScalar scalar, int start, int end) {
    SourceSpan span = scalar.span();
    int from = span.start() + (scalar.plain() ? 0 : 1);
    String source = span.file().text();
    boolean verbatim = source.startsWith(scalar.text(), from);
    if (!verbatim || end > scalar.text().length()) {
      return span;
    }
    return span.file().span(from + start, from + end);
  }

  /** A word of a closed set; an unknown one is reported under the given rule. */
  <T> @Nullable T word(
      String key, Rule rule, Collection<String> tokens, Function<String, Optional<T>> lookup) {
    String token = token(key);
    if (token == null) {
      return null;
    }
    Optional<T> value = lookup.apply(token);
    if (value.isEmpty()) {
      findings.add(unknownWord(rule, spanOf(key), pathOf(key), "'" + key + "'", token, tokens));
    }
    return value.orElse(null);
  }

  private Problem unknownWord(
      Rule rule,
      SourceSpan span,
      String field,
      String what,
      String found,
      Collection<String> tokens) {
    return findings
        .problem(rule, span, field, what + " has the unknown word " + Excerpt.of(found))
        .withFound(Excerpt.of(found))
        .withExpected(String.join(", ", tokens))
        .withHelp(DidYouMean.help(found, tokens));
  }

  /** A boolean, or the default where the key is absent. */
  boolean flag(String key, boolean otherwise) {
    YamlScalar scalar = scalar(key, "true or false");
    if (scalar == null) {
      return otherwise;
    }
    if (scalar.type() != YamlScalar.Type.BOOLEAN) {
      badType(scalar, pathOf(key), "'" + key + "'", "true or false");
      return otherwise;
    }
    return scalar.text().equals("true");
  }

  /** A whole number in a range. */
  @Nullable Integer integer(String key, int min, int max) {
    YamlScalar scalar = scalar(key, "a whole number");
    return scalar == null ? null : integer(scalar, pathOf(key), "'" + key + "'", min, max);
  }

  private @Nullable Integer integer(
      YamlScalar scalar, String field, String what, int min, int max) {
    if (scalar.type() != YamlScalar.Type.INTEGER) {
      badType(scalar, field, what, "a whole number");
      return null;
    }
    Long value = parseInteger(scalar.text());
    if (value == null || value < min || value > max) {
      findings.add(
          findings
              .problem(
                  Rule.VALUE_RANGE, scalar.span(), field, what + " is " + Excerpt.of(scalar.text()))
              .withFound(Excerpt.of(scalar.text()))
              .withExpected(min + " to " + max));
      return null;
    }
    return value.intValue();
  }

  /** A core-schema integer, or null when it does not fit a long. */
  static @Nullable Long parseInteger(String text) {
    try {
      if (text.startsWith("0x")) {
        return Long.parseLong(text.substring(2), 16);
      }
      if (text.startsWith("0o")) {
        return Long.parseLong(text.substring(2), 8);
      }
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** A number that is not negative; infinities and NaN are refused. */
  @Nullable Double bound(String key) {
    YamlScalar scalar = scalar(key, "a number");
    if (scalar == null) {
      return null;
    }
    boolean integer = scalar.type() == YamlScalar.Type.INTEGER;
    if (!integer && scalar.type() != YamlScalar.Type.FLOAT) {
      badType(scalar, pathOf(key), "'" + key + "'", "a number or ~");
      return null;
    }
    Long whole = integer ? parseInteger(scalar.text()) : null;
    double value = whole != null ? whole : parseReal(scalar.text());
    if (!(value >= 0) || Double.isInfinite(value)) {
      findings.add(
          findings
              .problem(
                  Rule.VALUE_RANGE,
                  scalar.span(),
                  pathOf(key),
                  "'" + key + "' is " + Excerpt.of(scalar.text()))
              .withFound(Excerpt.of(scalar.text()))
              .withExpected("a finite number, 0 or more"));
      return null;
    }
    return value;
  }

  private static double parseReal(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
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
      String field = pathOf(key) + "[" + i + "]";
      YamlScalar scalar = item(list.items().get(i), field, "a word");
      String token = scalar == null ? null : token(scalar, field, "item " + i);
      if (token == null) {
        continue;
      }
      Optional<T> value = lookup.apply(token);
      if (value.isPresent()) {
        values.add(value.get());
      } else if (scalar != null) {
        findings.add(unknownWord(rule, scalar.span(), field, "'" + key + "'", token, tokens));
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
      String field = pathOf(key) + "[" + i + "]";
      YamlScalar scalar = item(list.items().get(i), field, "a whole number");
      Integer value = scalar == null ? null : integer(scalar, field, "item " + i, min, max);
      if (value != null) {
        values.add(value);
      }
    }
    return values;
  }

  private @Nullable YamlScalar item(YamlNode node, String field, String expected) {
    if (node instanceof YamlScalar scalar) {
      return scalar;
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
