package dev.fkc.document;

import dev.fkc.document.ContractDocument.Section;
import dev.fkc.document.MarkdownOutline.Fence;
import dev.fkc.document.MarkdownOutline.Part;
import dev.fkc.source.Problem;
import dev.fkc.source.Rule;
import dev.fkc.source.SourceFile;
import dev.fkc.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a contract file into located fields (format §1 and §2). Whatever is wrong with the text is
 * handed to the consumer, and reading goes on with the next section.
 */
public final class DocumentReader {
  private static final Pattern CONTRACT_FENCE =
      Pattern.compile("^[ \\t>*+-]*(`{3,}|~{3,})[ \\t]*(fkc|FKC|Fkc)\\b");

  private static final Pattern SWALLOWED = Pattern.compile(" {0,3}(`{3,}|~{3,})[ \\t]*fkc\\b.*");
  private static final Pattern MARK = Pattern.compile("`{3,}|~{3,}");

  private final SourceFile file;
  private final Consumer<Problem> problems;

  private DocumentReader(SourceFile file, Consumer<Problem> problems) {
    this.file = file;
    this.problems = problems;
  }

  /**
   * The fields of a file.
   *
   * @param problems takes what is wrong, in no particular order
   */
  public static ContractDocument read(SourceFile file, Consumer<Problem> problems) {
    return new DocumentReader(file, problems).read();
  }

  /**
   * The mapping that a text holds which is a block and nothing else, or null.
   *
   * @param problems takes what is wrong, in no particular order
   */
  public static @Nullable YamlMap readBlock(SourceFile block, Consumer<Problem> problems) {
    BlockText text = BlockText.ofLines(block, 1, block.lineCount());
    return YamlReader.read(text, "the block", problems);
  }

  private ContractDocument read() {
    ContractDocument nothing = new ContractDocument(file, null, null, List.of());
    if (file.lineCount() > Limits.FILE_LINES) {
      problems.accept(
          Problem.of(Rule.FILE_TOO_LARGE, file.span(0, 0), "the file has too many lines")
              .withFound(file.lineCount() + " lines")
              .withExpected("at most " + Limits.FILE_LINES));
      return nothing;
    }
    int paragraph = longParagraph();
    if (paragraph > 0) {
      int start = file.lineStart(paragraph);
      problems.accept(
          Problem.of(
                  Rule.FILE_TOO_LARGE,
                  file.span(start, start + file.line(paragraph).length()),
                  "too many lines in a row without a blank one")
              .withExpected("at most " + Limits.PARAGRAPH_LINES));
      return nothing;
    }
    int nul = file.text().indexOf('\0');
    if (nul >= 0) {
      problems.accept(
          Problem.of(Rule.CONTROL_CHARACTER, file.span(nul, nul + 1), "a NUL character")
              .withExpected("text"));
      return nothing;
    }
    int frontMatterEnd = frontMatterEnd();
    YamlMap frontMatter = null;
    if (frontMatterEnd > 0) {
      BlockText text = BlockText.ofLines(file, 2, frontMatterEnd - 1);
      frontMatter = YamlReader.read(text, "the front matter", problems);
    } else if (frontMatterEnd < 0) {
      return nothing;
    }
    return new ContractDocument(
        file, frontMatter, frontMatterSpan(frontMatterEnd), sections(frontMatterEnd + 1));
  }

  private @Nullable SourceSpan frontMatterSpan(int end) {
    if (end < 3) {
      return null;
    }
    int start = file.lineStart(end - 1);
    return file.span(file.lineStart(2), start + file.line(end - 1).length());
  }

  /** The line that makes a paragraph too long, or 0. */
  private int longParagraph() {
    int run = 0;
    for (int line = 1; line <= file.lineCount(); line++) {
      run = endsParagraph(file.lineStart(line)) ? 0 : run + 1;
      if (run > Limits.PARAGRAPH_LINES) {
        return line;
      }
    }
    return 0;
  }

  private boolean endsParagraph(int start) {
    String text = file.text();
    int at = start;
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
    boolean blank = at == text.length() || text.charAt(at) == '\n' || text.charAt(at) == '\r';
    return blank
        || text.startsWith("# ", at)
        || text.startsWith("## ", at)
        || text.startsWith("```", at)
        || text.startsWith("~~~", at);
  }

  /** The line that ends the front matter; 0 when there is none, -1 when it never ends. */
  private int frontMatterEnd() {
    if (!file.line(1).stripTrailing().equals("---")) {
      problems.accept(
          Problem.of(
                  Rule.FRONT_MATTER_MISSING,
                  file.span(0, file.line(1).length()),
                  "the file does not start with front matter")
              .withFound(Excerpt.of(file.line(1)))
              .withExpected("'---' as the first line"));
      return 0;
    }
    for (int line = 2; line <= file.lineCount(); line++) {
      if (file.line(line).stripTrailing().equals("---")) {
        return line;
      }
    }
    problems.accept(
        Problem.of(Rule.FRONT_MATTER_UNCLOSED, file.span(0, 3), "the front matter never ends")
            .withExpected("a second line '---'"));
    return -1;
  }

  private List<Section> sections(int firstLine) {
    List<Part> parts = MarkdownOutline.of(file, firstLine);
    List<Section> sections = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      for (Fence fence : part.fences) {
        checkClosed(fence);
      }
      if (part.heading == null) {
        checkNoContract(part);
        continue;
      }
      if (sections.size() == Limits.SECTIONS) {
        problems.accept(
            Problem.of(Rule.FILE_TOO_LARGE, part.heading, "the file has too many sections")
                .withExpected("at most " + Limits.SECTIONS));
        break;
      }
      SourceSpan next = i + 1 < parts.size() ? parts.get(i + 1).heading : null;
      sections.add(section(part, part.heading, next));
    }
    return sections;
  }

  /** Reports a fence that no line closes, or only the end of a later block. */
  private void checkClosed(Fence fence) {
    SourceSpan swallowed = swallowed(fence);
    if (!fence.closed() || swallowed != null) {
      String mark = mark(fence.opening().text());
      Problem problem =
          Problem.of(
                  Rule.FENCE_UNCLOSED,
                  fence.opening(),
                  swallowed == null
                      ? "this fence never closes"
                      : "this fence does not close before the next block")
              .withFound(swallowed == null ? "the end of the file" : swallowed.text().strip())
              .withExpected("a line '" + mark + "', at least as long as the opening one");
      problems.accept(
          swallowed == null ? problem : problem.withRelated(swallowed, "this is inside the fence"));
    }
  }

  /**
   * The line inside a fence that was meant to open a block of its own, or null. Its closing line
   * ends the outer fence; a longer outer fence may well show such a line.
   */
  private static @Nullable SourceSpan swallowed(Fence fence) {
    String outer = mark(fence.opening().text());
    for (SourceSpan line : fence.lines()) {
      Matcher opening = SWALLOWED.matcher(line.text());
      if (opening.matches() && opening.group(1).startsWith(outer)) {
        return line;
      }
    }
    return null;
  }

  private static String mark(String line) {
    Matcher mark = MARK.matcher(line);
    return mark.find() ? mark.group() : "```";
  }

  private void checkNoContract(Part part) {
    for (Fence fence : part.fences) {
      if (fence.isContract()) {
        problems.accept(
            Problem.of(
                    Rule.BLOCK_OUTSIDE_SECTION,
                    fence.opening(),
                    "an fkc block before the first '## ' heading")
                .withFound("no heading above")
                .withExpected("a '## ' heading above it"));
      }
    }
  }

  private Section section(Part part, SourceSpan heading, @Nullable SourceSpan next) {
    String title = title(heading.text());
    List<Fence> contracts = part.fences.stream().filter(Fence::isContract).toList();
    String prose = part.prose == null ? null : part.prose.text().strip().replaceAll("\\s+", " ");
    if (contracts.isEmpty()) {
      problems.accept(withoutBlock(part, title, heading, next));
      return new Section(title, heading, prose, part.prose, null, heading, false);
    }
    for (Fence second : contracts.subList(1, contracts.size())) {
      problems.accept(
          Problem.of(
                  Rule.SECTION_WITH_SEVERAL_BLOCKS,
                  second.opening(),
                  "a second fkc block in the same section")
              .in(Section.name(title, null), null)
              .withFound(contracts.size() + " fkc blocks")
              .withExpected("one fkc block under each '## ' heading")
              .withRelated(contracts.get(0).opening(), "the first block"));
    }
    Fence fence = contracts.get(0);
    int at = Math.min(fence.opening().end(), file.text().length());
    BlockText text = BlockText.of(file, fence.lines(), at);
    YamlMap block = null;
    if (fence.closed() && swallowed(fence) == null) {
      List<Problem> found = new ArrayList<>();
      block = YamlReader.read(text, "the block", found::add);
      String name = Section.name(title, block);
      found.forEach(p -> problems.accept(p.in(name, p.field())));
    }
    boolean replaceable =
        fence.closed() && !fence.lines().isEmpty() && fence.lines().get(0).column() == 1;
    SourceSpan lines = text.spanOfUnits(0, text.text().length());
    return new Section(title, heading, prose, part.prose, block, lines, replaceable);
  }

  private Problem withoutBlock(
      Part part, String title, SourceSpan heading, @Nullable SourceSpan next) {
    Problem problem =
        Problem.of(Rule.SECTION_WITHOUT_BLOCK, heading, "this section has no fkc block")
            .in(Section.name(title, null), null)
            .withFound(part.fences.isEmpty() ? "no fence" : "no fence with the word fkc")
            .withExpected("one fence whose info string starts with the word fkc");
    for (Fence fence : part.fences) {
      if (fence.firstWord().toLowerCase(java.util.Locale.ROOT).startsWith("fkc")) {
        return problem
            .withFound("a fence with the first word '" + fence.firstWord() + "'")
            .withHelp("the first word must be exactly 'fkc'")
            .withRelated(fence.opening(), "this fence");
      }
    }
    int last = next == null ? file.lineCount() : next.line() - 1;
    for (int line = heading.line() + 1; line <= last; line++) {
      Matcher matcher = CONTRACT_FENCE.matcher(file.line(line));
      if (matcher.find()) {
        int start = file.lineStart(line);
        return problem
            .withHelp("indented by four blanks, or inside HTML or another fence, it is only text")
            .withRelated(file.span(start, start + matcher.end()), "this does not open a fence");
      }
    }
    return problem;
  }

  /** A heading without its marks; a closing run of # counts only behind a blank. */
  private static String title(String line) {
    int start = 0;
    while (start < line.length() && line.charAt(start) == '#') {
      start++;
    }
    String text = line.substring(start).strip();
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == '#') {
      end--;
    }
    boolean closed = end == 0 || Character.isWhitespace(text.charAt(end - 1));
    return closed ? text.substring(0, end).strip() : text;
  }
}
