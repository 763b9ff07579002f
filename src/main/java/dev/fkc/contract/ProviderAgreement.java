package dev.fkc.contract;

import dev.fkc.source.Problem;
import dev.fkc.source.Rule;
import dev.fkc.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Files of one provider must agree on its fields, absence included (format §1). */
final class ProviderAgreement {
  /** What the first file of a provider says, and where. */
  private record First(Map<String, ProviderReader.Value> values, SourceSpan place) {}

  /** Whatever but the name tells providers apart. */
  private record Traits(List<String> texts) {}

  private final Map<String, First> byName = new HashMap<>();
  private final Map<Traits, First> byTraits = new HashMap<>();

  /**
   * Compares a file's fields with those of the provider's first file.
   *
   * @param values after inheritance, {@code name} among them
   * @param place where the file's provider block stands
   */
  void check(Map<String, ProviderReader.Value> values, SourceSpan place, Findings findings) {
    ProviderReader.Value name = values.get("name");
    if (name == null) {
      return;
    }
    checkName(values, name, place, findings);
    First first = byName.putIfAbsent(name.text(), new First(values, place));
    if (first == null) {
      return;
    }
    for (String field : List.of("backend", "kernel_source", "link_registry", "revision_base")) {
      ProviderReader.Value here = values.get(field);
      ProviderReader.Value there = first.values().get(field);
      if (here == null && there == null
          || here != null && there != null && here.text().equals(there.text())) {
        continue;
      }
      SourceSpan otherPlace = there == null ? first.place() : there.span();
      Problem problem =
          findings
              .problem(
                  Rule.PROVIDER_DISAGREEMENT,
                  here == null ? place : here.span(),
                  "provider." + field,
                  "provider '"
                      + name.text()
                      + "' disagrees with "
                      + first.place().file().name()
                      + " on "
                      + field)
              .withFound(here == null ? "no " + field : here.text())
              .withExpected(there == null ? "no " + field : there.text())
              .withRelated(otherPlace, there == null ? "absent here" : "declared here");
      findings.add(problem);
    }
  }

  /** Two names for what is the same in every other field, link registry included. */
  private void checkName(
      Map<String, ProviderReader.Value> values,
      ProviderReader.Value name,
      SourceSpan place,
      Findings findings) {
    if (!values.containsKey("link_registry") || byName.containsKey(name.text())) {
      return;
    }
    List<String> texts = new ArrayList<>();
    for (String field : List.of("backend", "kernel_source", "link_registry", "revision_base")) {
      ProviderReader.Value value = values.get(field);
      texts.add(value == null ? "" : value.text());
    }
    First first = byTraits.putIfAbsent(new Traits(texts), new First(values, place));
    if (first == null) {
      return;
    }
    ProviderReader.Value other = first.values().get("name");
    if (other != null) {
      findings.add(
          findings
              .problem(
                  Rule.PROVIDER_DISAGREEMENT,
                  name.span(),
                  "provider.name",
                  "the provider of "
                      + first.place().file().name()
                      + " has another name, and all other fields are the same")
              .withFound(name.text())
              .withExpected(other.text() + ", or another link_registry")
              .withRelated(other.span(), "declared here"));
    }
  }
}
