package dev.fkc.contract;

import dev.fkc.document.Excerpt;
import dev.fkc.document.YamlMap;
import dev.fkc.document.YamlScalar;
import dev.fkc.source.DidYouMean;
import dev.fkc.source.Rule;
import dev.fkc.source.SourceSpan;
import dev.fkc.type.BackendId;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Front matter before and after inheritance (format §1): which of the five provider fields a file
 * has, and where each of them stands.
 */
final class ProviderReader {
  static final List<String> FIELDS =
      List.of("name", "backend", "kernel_source", "link_registry", "revision_base");

  /** A field's text and its place, which may lie in a {@code _provider.fkc.md} file. */
  record Value(String text, SourceSpan span) {}

  /**
   * What a front matter says.
   *
   * @param values the fields that could be read
   * @param faulty the fields that are there and could not; that has been reported
   */
  record Own(Map<String, Value> values, Set<String> faulty) {
    /** These fields, those of a nearer front matter first. */
    Own overriddenBy(Own nearer) {
      Map<String, Value> all = new LinkedHashMap<>(values);
      nearer.faulty.forEach(all::remove);
      all.putAll(nearer.values);
      Set<String> bad = new HashSet<>(faulty);
      bad.addAll(nearer.faulty);
      bad.removeAll(all.keySet());
      return new Own(all, bad);
    }
  }

  private ProviderReader() {}

  /**
   * The provider fields that a front matter has itself; reports version and types. Null when its
   * structure is lost.
   */
  static @Nullable Own read(YamlMap frontMatter, boolean versionOptional, Findings findings) {
    Map<String, Value> values = new LinkedHashMap<>();
    Set<String> faulty = new HashSet<>();
    if (LostIndentation.report(frontMatter, ContractSchema.FRONT_MATTER, findings)) {
      return null;
    }
    Fields fields = Fields.open(frontMatter, "", ContractSchema.FRONT_MATTER, findings);
    checkVersion(fields, versionOptional);
    Fields provider = fields.map("provider");
    if (provider == null) {
      return new Own(values, fields.has("provider") ? Set.copyOf(FIELDS) : Set.of());
    }
    for (String name : FIELDS) {
      String text = provider.token(name);
      if (text == null && provider.has(name)) {
        faulty.add(name);
      }
      if (text != null) {
        values.put(name, new Value(text, provider.spanOf(name)));
        if (name.equals("link_registry") && text.matches("0[xX][0-9a-fA-F]+|[0-9]+")) {
          findings.add(
              findings
                  .problem(
                      Rule.ADDRESS,
                      provider.spanOf(name),
                      provider.pathOf(name),
                      "the link registry is an address, " + Excerpt.of(text))
                  .withFound(Excerpt.of(text))
                  .withExpected("a symbol, such as provider::ENTRY_POINTS"));
        }
      }
    }
    return new Own(values, faulty);
  }

  private static void checkVersion(Fields fields, boolean versionOptional) {
    YamlScalar version = fields.value("fkc_version", "1");
    if (version == null) {
      if (!fields.has("fkc_version") && !versionOptional) {
        fields.missing("fkc_version", "fkc_version: 1");
      }
      return;
    }
    Findings findings = fields.findings();
    if (version.type() != YamlScalar.Type.INTEGER) {
      findings.add(
          findings
              .problem(
                  Rule.BAD_SCALAR_TYPE,
                  version.span(),
                  "fkc_version",
                  "'fkc_version' is " + version.describe())
              .withFound(version.span().text())
              .withExpected("the whole number 1, without quotes"));
      return;
    }
    Long number = ScalarField.parseInteger(version.text());
    if (number == null || number != 1) {
      findings.add(
          findings
              .problem(
                  Rule.UNSUPPORTED_VERSION,
                  version.span(),
                  "fkc_version",
                  "format version " + version.text() + " is not supported")
              .withFound(version.text())
              .withExpected("1"));
    }
  }

  /**
   * The provider that the fields make, or null when a required one is missing, which is reported.
   *
   * @param place where the file's own provider block, or what comes nearest, stands
   */
  static @Nullable Provider provider(Own fields, SourceSpan place, Findings findings) {
    Map<String, Value> values = fields.values();
    for (String required : List.of("name", "backend", "kernel_source")) {
      if (!values.containsKey(required) && !fields.faulty().contains(required)) {
        findings.add(
            findings
                .problem(
                    Rule.MISSING_FIELD,
                    place,
                    "provider." + required,
                    "'provider." + required + "' is missing")
                .withFound("nothing")
                .withExpected("a word here or in a _provider.fkc.md above"));
      }
    }
    Value name = values.get("name");
    Value backend = values.get("backend");
    Value source = values.get("kernel_source");
    if (name == null || backend == null || source == null) {
      return null;
    }
    Value registry = values.get("link_registry");
    Value base = values.get("revision_base");
    return new Provider(
        name.text(),
        new BackendId(backend.text()),
        source.text(),
        registry == null ? null : registry.text(),
        base == null ? null : base.text(),
        name.span());
  }

  /** Warns about a backend that is not in the table (format §4). */
  static void checkBackend(String backend, SourceSpan span, String field, Findings findings) {
    if (!Words.BACKENDS.contains(backend)) {
      findings.add(
          findings
              .problem(
                  Rule.UNKNOWN_BACKEND,
                  span,
                  field,
                  "backend " + Excerpt.of(backend) + " is not in the table")
              .withFound(Excerpt.of(backend))
              .withExpected(String.join(", ", Words.BACKENDS))
              .withHelp(DidYouMean.help(backend, Words.BACKENDS)));
    }
  }
}
