package dev.fkc.contract;

import dev.fkc.document.ContractDocument;
import dev.fkc.document.DocumentReader;
import dev.fkc.document.YamlMap;
import dev.fkc.source.Problem;
import dev.fkc.source.SourceFile;
import dev.fkc.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Brings the front matter and the fkc blocks of a file into canonical form: keys in the order of
 * the format, two blanks per level, quotes where they belong. Prose and comments stay as they are,
 * and so does the meaning: the records and hashes of the result are those of the original.
 * Formatting twice changes nothing more. Stateless, thread-safe.
 *
 * <p>A block whose only fault is that all its lines stand at the left margin gets its nesting back
 * where the schema leaves no choice. A block that cannot be read stands as it was, with the reason.
 */
public final class ContractFormatter {
  private ContractFormatter() {}

  /** A stretch of the file and the lines that replace it. */
  private record Replacement(SourceSpan lines, List<String> text) {}

  /** The file in canonical form. */
  public static FormattedFile format(SourceFile file) {
    Findings findings = new Findings();
    ContractDocument document = DocumentReader.read(file, findings::add);
    List<Problem> problems = new ArrayList<>(findings.problems());
    List<Replacement> replacements = new ArrayList<>();
    SourceSpan front = document.frontMatterLines();
    if (front != null) {
      replace(front, document.frontMatter(), ContractSchema.FRONT_MATTER, replacements);
    }
    for (ContractDocument.Section section : document.sections()) {
      if (section.replaceable()) {
        replace(section.fence(), section.block(), ContractSchema.BLOCK, replacements);
      }
    }
    // What was wrong with a block that now has its indentation back is no longer so.
    problems.removeIf(
        problem -> replacements.stream().anyMatch(r -> covers(r.lines(), problem.span())));
    String text = apply(file, replacements);
    return new FormattedFile(text, !text.equals(file.text()), problems);
  }

  private static boolean covers(SourceSpan lines, SourceSpan span) {
    return span.start() >= lines.start() && span.start() <= lines.end();
  }

  private static void replace(
      SourceSpan lines, @Nullable YamlMap block, ContractSchema.Node schema, List<Replacement> to) {
    List<String> text = lines.text().lines().toList();
    List<String> restored = IndentationRestorer.restore(text, schema);
    if (restored == null && block == null) {
      return;
    }
    SourceFile copy = SourceFile.of("block", String.join("\n", restored == null ? text : restored));
    List<Problem> faults = new ArrayList<>();
    YamlMap map = DocumentReader.readBlock(copy, faults::add);
    if (map == null || !faults.isEmpty()) {
      return;
    }
    List<String> written = BlockWriter.write(copy, map, schema);
    if (written != null && YamlTrees.same(map, reread(written))) {
      to.add(new Replacement(lines, written));
    }
  }

  private static @Nullable YamlMap reread(List<String> lines) {
    List<Problem> faults = new ArrayList<>();
    YamlMap map =
        DocumentReader.readBlock(SourceFile.of("block", String.join("\n", lines)), faults::add);
    return faults.isEmpty() ? map : null;
  }

  private static String apply(SourceFile file, List<Replacement> replacements) {
    StringBuilder text = new StringBuilder(file.text());
    for (int i = replacements.size() - 1; i >= 0; i--) {
      Replacement replacement = replacements.get(i);
      SourceSpan lines = replacement.lines();
      text.replace(
          lines.start(), lines.end(), String.join(lineEnd(file, lines), replacement.text()));
    }
    return text.toString();
  }

  /** How the line in front of a block ends. */
  private static String lineEnd(SourceFile file, SourceSpan lines) {
    String before = file.text().substring(Math.max(0, lines.start() - 2), lines.start());
    if (before.endsWith("\r\n")) {
      return "\r\n";
    }
    return before.endsWith("\r") ? "\r" : "\n";
  }
}
