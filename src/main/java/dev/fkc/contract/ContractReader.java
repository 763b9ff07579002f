package dev.fkc.contract;

import dev.fkc.document.ContractDocument;
import dev.fkc.document.DocumentReader;
import dev.fkc.document.YamlScalar;
import dev.fkc.source.Problem;
import dev.fkc.source.Rule;
import dev.fkc.source.SourceFile;
import dev.fkc.source.SourceSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads contract files into typed records and checks them by every rule that needs no link registry
 * (format §1 to §9). All problems of all files are found in one pass. Stateless, thread-safe.
 */
public final class ContractReader {
  private ContractReader() {}

  /**
   * The contracts of some files.
   *
   * @param files in any order; they are processed by name, and a file called {@code
   *     _provider.fkc.md} gives defaults to the files of its folder tree
   */
  public static ContractSet read(List<SourceFile> files) {
    return read(files, List.of(), List.of());
  }

  /**
   * The contracts of what {@link ContractSources} found, with the problems that it met.
   *
   * @param sources files, and problems of those that could not be loaded
   */
  public static ContractSet read(ContractSources sources) {
    return read(sources.files(), sources.defaults(), sources.problems());
  }

  private static ContractSet read(
      List<SourceFile> files, List<SourceFile> above, List<Problem> known) {
    List<SourceFile> ordered = new ArrayList<>(files);
    ordered.sort(Comparator.comparing(SourceFile::name));
    List<Problem> problems = new ArrayList<>(known);
    ProviderDefaults defaults = new ProviderDefaults();
    for (List<SourceFile> some : List.of(above, ordered)) {
      for (SourceFile file : some) {
        if (ProviderDefaults.isProviderFile(file)) {
          Findings findings = new Findings();
          defaults.add(file, findings);
          problems.addAll(findings.problems());
        }
      }
    }
    List<ContractFile> read = new ArrayList<>();
    ProviderAgreement agreement = new ProviderAgreement();
    for (SourceFile file : ordered) {
      Findings findings = new Findings();
      read.add(
          ProviderDefaults.isProviderFile(file)
              ? new ContractFile(file, null, 0, 0, List.of())
              : readFile(file, defaults, agreement, findings));
      problems.addAll(findings.problems());
    }
    return new ContractSet(read, sorted(problems));
  }

  private static List<Problem> sorted(List<Problem> problems) {
    List<Problem> unique = new ArrayList<>(new LinkedHashSet<>(problems));
    unique.sort(Comparator.comparing(Problem::span).thenComparing(Problem::code));
    return unique;
  }

  private static ContractFile readFile(
      SourceFile file, ProviderDefaults defaults, ProviderAgreement agreement, Findings findings) {
    ContractDocument document = DocumentReader.read(file, findings::add);
    Provider provider = provider(document, defaults, agreement, findings);
    List<KernelContract> contracts = new ArrayList<>();
    Map<String, SourceSpan> names = new HashMap<>();
    int registrable = 0;
    for (ContractDocument.Section section : document.sections()) {
      if (section.block() == null) {
        continue;
      }
      SectionReader.Result result =
          SectionReader.read(section, section.block(), provider, findings);
      registrable += result.registrable() ? 1 : 0;
      if (result.contract() != null) {
        contracts.add(result.contract());
      }
      checkName(section, names, findings);
    }
    findings.enter(null);
    return new ContractFile(file, provider, document.sections().size(), registrable, contracts);
  }

  private static @Nullable Provider provider(
      ContractDocument document,
      ProviderDefaults defaults,
      ProviderAgreement agreement,
      Findings findings) {
    if (document.frontMatter() == null) {
      return null;
    }
    ProviderReader.Own own =
        ProviderReader.read(
            document.frontMatter(), defaults.giveVersion(document.file()), findings);
    if (own == null) {
      return null;
    }
    ProviderReader.Value backend = own.values().get("backend");
    if (backend != null) {
      ProviderReader.checkBackend(backend.text(), backend.span(), "provider.backend", findings);
    }
    ProviderReader.Own inherited = defaults.inherit(document.file(), own);
    SourceSpan place = place(document);
    Provider provider = ProviderReader.provider(inherited, place, findings);
    if (provider != null) {
      agreement.check(inherited.values(), place, findings);
    }
    return provider;
  }

  /** Where a file's provider block stands, or its first line. */
  private static SourceSpan place(ContractDocument document) {
    var entry = document.frontMatter() == null ? null : document.frontMatter().entry("provider");
    return entry == null
        ? document.file().span(0, document.file().line(1).length())
        : entry.keySpan();
  }

  private static void checkName(
      ContractDocument.Section section, Map<String, SourceSpan> names, Findings findings) {
    if (section.block() == null || !(section.block().value("kernel") instanceof YamlScalar name)) {
      return;
    }
    SourceSpan first = names.putIfAbsent(name.text(), name.span());
    if (first != null) {
      findings.add(
          findings
              .problem(
                  Rule.DUPLICATE_KERNEL_NAME,
                  name.span(),
                  "kernel",
                  "kernel '" + name.text() + "' is described twice in this file")
              .withFound(name.text())
              .withExpected("a name of its own")
              .withRelated(first, "first here"));
    }
  }
}
