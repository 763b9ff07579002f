package dev.fkc.contract;

import dev.fkc.document.ContractDocument;
import dev.fkc.document.DocumentReader;
import dev.fkc.source.Rule;
import dev.fkc.source.SourceFile;
import java.util.HashMap;
import java.util.Map;

/**
 * What the {@code _provider.fkc.md} files of an import give to the files below them (format §1).
 */
final class ProviderDefaults {
  /** What such a file is called. */
  static final String NAME = "_provider.fkc.md";

  private final Map<String, Map<String, ProviderReader.Value>> byFolder = new HashMap<>();

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
              .withFound("section " + section.title()));
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
    byFolder.put(folder(file.name()), values);
  }

  /** A file's own fields over those of its folder, over those of the folders above. */
  Map<String, ProviderReader.Value> inherit(
      SourceFile file, Map<String, ProviderReader.Value> own) {
    Map<String, ProviderReader.Value> values = new HashMap<>();
    String folder = folder(file.name());
    for (int end = 0; end >= 0; ) {
      Map<String, ProviderReader.Value> defaults = byFolder.get(folder.substring(0, end));
      if (defaults != null) {
        values.putAll(defaults);
      }
      if (end == folder.length()) {
        break;
      }
      end = nextSeparator(folder, end) + 1;
    }
    values.putAll(own);
    return values;
  }

  private static int nextSeparator(String folder, int from) {
    for (int i = from; i < folder.length(); i++) {
      if (folder.charAt(i) == '/' || folder.charAt(i) == '\\') {
        return i;
      }
    }
    return folder.length() - 1;
  }

  /** The part of a name up to and with its last separator. */
  private static String folder(String name) {
    return name.substring(0, Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  }
}
