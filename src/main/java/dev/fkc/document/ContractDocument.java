package dev.fkc.document;

import dev.fkc.source.SourceFile;
import dev.fkc.source.SourceSpan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A contract file as located fields (format §1). Immutable.
 *
 * @param file the text
 * @param frontMatter the mapping between the first two {@code ---} lines; null when there is none
 *     that can be read
 * @param frontMatterLines the lines between them; null when there are none
 * @param sections the kernel sections, in file order
 */
public record ContractDocument(
    SourceFile file,
    @Nullable YamlMap frontMatter,
    @Nullable SourceSpan frontMatterLines,
    List<Section> sections) {
  public ContractDocument {
    sections = List.copyOf(sections);
  }

  /**
   * What stands under one level-2 heading.
   *
   * @param title the heading's text
   * @param heading where the heading stands
   * @param prose the first paragraph, its lines joined by blanks; null without one
   * @param proseSpan where that paragraph stands
   * @param block the mapping in the fkc fence; null when there is none that can be read
   * @param fence the lines inside the fence; the heading without one
   * @param replaceable whether {@code fence} holds whole lines of a fence that is closed and stands
   *     at the left margin, so that they can be replaced
   */
  public record Section(
      String title,
      SourceSpan heading,
      @Nullable String prose,
      @Nullable SourceSpan proseSpan,
      @Nullable YamlMap block,
      SourceSpan fence,
      boolean replaceable) {
    private static final int LONGEST_NAME = 80;

    /** What messages call the section: its kernel, or its heading where it names none. */
    public String name() {
      return name(title, block);
    }

    static String name(String title, @Nullable YamlMap block) {
      return block != null
              && block.value("kernel") instanceof YamlScalar kernel
              && !kernel.text().isBlank()
              && kernel.text().length() <= LONGEST_NAME
          ? kernel.text()
          : title.length() <= LONGEST_NAME ? title : title.substring(0, LONGEST_NAME) + "...";
    }
  }
}
