package dev.fkc.document;

import dev.fkc.source.SourceFile;
import dev.fkc.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.commonmark.node.Block;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;
import org.jspecify.annotations.Nullable;

/**
 * The headings, first paragraphs and code fences of a Markdown text, with their places (format §1).
 * Inlines are never parsed: what counts here are blocks.
 */
final class MarkdownOutline {
  private static final Parser PARSER =
      Parser.builder()
          .includeSourceSpans(IncludeSourceSpans.BLOCKS)
          .maxOpenBlockParsers(Limits.MARKDOWN_DEPTH)
          .inlineParserFactory(context -> (lines, block) -> {})
          .build();

  /** A level-2 heading and what follows it; the part before the first heading has none. */
  static final class Part {
    final @Nullable SourceSpan heading;
    final List<Fence> fences = new ArrayList<>();
    @Nullable SourceSpan prose;

    Part(@Nullable SourceSpan heading) {
      this.heading = heading;
    }
  }

  /**
   * A code fence.
   *
   * @param info the info string
   * @param opening the line that opens it
   * @param lines the lines inside, without what surrounds them
   * @param closed whether it ends with a closing fence
   */
  record Fence(String info, SourceSpan opening, List<SourceSpan> lines, boolean closed) {
    /** Whether the info string's first word is {@code fkc}. */
    boolean isContract() {
      return firstWord().equals("fkc");
    }

    String firstWord() {
      return info.strip().split("\\s", 2)[0];
    }
  }

  private final SourceFile file;
  private final int base;
  private final int baseLine;

  private MarkdownOutline(SourceFile file, int firstLine) {
    this.file = file;
    this.base = firstLine > file.lineCount() ? file.text().length() : file.lineStart(firstLine);
    this.baseLine = firstLine;
  }

  /**
   * The parts of a text. The first is what stands before the first level-2 heading.
   *
   * @param firstLine the 1-based line that the Markdown starts at, behind the front matter
   */
  static List<Part> of(SourceFile file, int firstLine) {
    return new MarkdownOutline(file, firstLine).parts();
  }

  private List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    parts.add(new Part(null));
    Node document = PARSER.parse(file.text().substring(base));
    for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
      Part part = parts.get(parts.size() - 1);
      if (node instanceof Heading heading && heading.getLevel() == 2 && isAtx(heading)) {
        parts.add(new Part(span(heading)));
      } else if (node instanceof Paragraph paragraph && part.prose == null) {
        part.prose = span(paragraph);
      } else {
        collectFences(node, part.fences);
      }
    }
    return parts;
  }

  /** A text line underlined with dashes is a heading to Markdown, but not a section (format §1). */
  private boolean isAtx(Heading heading) {
    SourceSpan span = span(heading);
    return span.text().startsWith("##");
  }

  private SourceSpan span(Block block) {
    List<org.commonmark.node.SourceSpan> spans = block.getSourceSpans();
    org.commonmark.node.SourceSpan first = spans.get(0);
    org.commonmark.node.SourceSpan last = spans.get(spans.size() - 1);
    int start = first.getInputIndex();
    String text = file.text();
    while (base + start < text.length() && text.charAt(base + start) == ' ') {
      start++;
    }
    return file.span(base + start, base + last.getInputIndex() + last.getLength());
  }

  /** Walks the blocks under a node without recursion. */
  private void collectFences(Node root, List<Fence> into) {
    Node node = root;
    while (node != null) {
      if (node instanceof FencedCodeBlock fence) {
        into.add(fence(fence));
      }
      if (node.getFirstChild() != null) {
        node = node.getFirstChild();
        continue;
      }
      while (node != root && node.getNext() == null) {
        node = node.getParent();
      }
      node = node == root ? null : node.getNext();
    }
  }

  private Fence fence(FencedCodeBlock fence) {
    List<org.commonmark.node.SourceSpan> spans = fence.getSourceSpans();
    Map<Integer, org.commonmark.node.SourceSpan> byLine = new HashMap<>();
    for (org.commonmark.node.SourceSpan span : spans) {
      byLine.put(span.getLineIndex(), span);
    }
    boolean closed = fence.getClosingFenceLength() != null;
    int first = spans.get(0).getLineIndex();
    int last = spans.get(spans.size() - 1).getLineIndex() - (closed ? 1 : 0);
    List<SourceSpan> lines = new ArrayList<>();
    for (int index = first + 1; index <= last; index++) {
      lines.add(line(index, byLine.get(index), fence.getFenceIndent()));
    }
    org.commonmark.node.SourceSpan opening = spans.get(0);
    int start = base + opening.getInputIndex();
    return new Fence(
        fence.getInfo() == null ? "" : fence.getInfo(),
        file.span(start, start + opening.getLength()),
        List.copyOf(lines),
        closed);
  }

  /** A line inside a fence; one that is blank has no span of its own. */
  private SourceSpan line(
      int index, org.commonmark.node.@Nullable SourceSpan span, int fenceIndent) {
    if (span == null) {
      int at = file.lineStart(baseLine + index);
      return file.span(at, at);
    }
    int start = base + span.getInputIndex();
    int end = start + span.getLength();
    int indent = 0;
    while (indent < fenceIndent && start < end && file.text().charAt(start) == ' ') {
      start++;
      indent++;
    }
    return file.span(start, end);
  }
}
