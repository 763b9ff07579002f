package dev.fkc.contract;

import dev.fkc.document.ContractDocument;
import dev.fkc.document.DocumentReader;
import dev.fkc.source.Rule;
import dev.fkc.source.SourceFile;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What the {@code _provider.fkc.md} files of an import give to the files below them (format §1).
 */
final class ProviderDefaults {
  /** What such a file is called. */
  static final String NAME = "_provider.fkc.md";

  private final Map<String, ProviderReader.Own> byFolder = new HashMap<>();
  private final Set<String> versioned = new HashSet<>();

  static boolean isProviderFile(SourceFile file) {
    return file.name().equals(NAME)
        || file.name().endsWith("/" + NAME)
        || file.name().endsWith("\\" + NAME);
  }

  /** Reads a provider file; reports what is wrong with it. */
  void add(SourceFile file, Findings findings) {
    ContractDocument document = DocumentReader.read(file, findings::add);
    for (ContractDocument.Section section : document.sections()) {
      findings.add(
          findings
              .problem(
                  Rule.PROVIDER_FILE_WITH_SECTIONS,
                  section.heading(),
                  null,
                  "a " + NAME + " file holds front matter only")
              .withFound("section " + section.name())
              .withExpected("the sections in another file of the folder"));
    }
    if (document.frontMatter() == null) {
      return;
    }
    ProviderReader.Own own = ProviderReader.read(document.frontMatter(), true, findings);
    if (own == null) {
      return;
    }
    Map<String, ProviderReader.Value> values = own.values();
    ProviderReader.Value backend = values.get("backend");
    if (backend != null) {
      ProviderReader.checkBackend(backend.text(), backend.span(), "provider.backend", findings);
    }
    byFolder.put(folder(file.name()), own);
    if (document.frontMatter().value("fkc_version") != null) {
      versioned.add(folder(file.name()));
    }
  }

  /** Whether a provider file above a file gives the format's version. */
  boolean giveVersion(SourceFile file) {
    String folder = folder(file.name());
    return versioned.stream().anyMatch(folder::startsWith);
  }

  /** A file's own fields over those of its folder, over those of the folders above. */
  ProviderReader.Own inherit(SourceFile file, ProviderReader.Own own) {
    ProviderReader.Own all = new ProviderReader.Own(Map.of(), Set.of());
    String folder = folder(file.name());
    for (int end = 0; end >= 0; ) {
      ProviderReader.Own defaults = byFolder.get(folder.substring(0, end));
      if (defaults != null) {
        all = all.overriddenBy(defaults);
      }
      if (end == folder.length()) {
        break;
      }
      end = nextSeparator(folder, end) + 1;
    }
    return all.overriddenBy(own);
  }

  private static int nextSeparator(String folder, int from) {
    for (int i = from; i < folder.length(); i++) {
      if (folder.charAt(i) == '/' || folder.charAt(i) == '\\') {
        return i;
      }
    }
    return folder.length() - 1;
  }

  /**
   * The folder of a name, with its last separator. It is made absolute, since a file may be named
   * from inside the tree that a provider file above is the default of.
   */
  private static String folder(String name) {
    String path = name;
    try {
      path = Path.of(name).toAbsolutePath().normalize().toString();
    } catch (InvalidPathException e) {
      // Not the name of a file of this system; its own separators must do.
    }
    return path.substring(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  }
}
