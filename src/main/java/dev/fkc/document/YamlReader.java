package dev.fkc.document;

import dev.fkc.source.Problem;
import dev.fkc.source.Rule;
import dev.fkc.source.SourceSpan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * The restricted YAML of a block (format §2) as a tree of located values.
 *
 * <p>The tree is built from the parser's events on an explicit stack, so that depth is bounded
 * before anything recursive could see it, and so that a reference, a tag or a duplicate key is
 * reported where it stands while reading goes on behind it. Only broken syntax ends the reading of
 * a block.
 */
final class YamlReader {
  private static final LoadSettings SETTINGS =
      LoadSettings.builder()
          .setUseMarks(true)
          .setCodePointLimit(2 * Limits.BLOCK_CHARS)
          .setBufferSize(4096)
          .build();

  /** Words that are booleans in YAML 1.1 and strings in 1.2. */
  private static final Set<String> AMBIGUOUS = Set.of("yes", "no", "on", "off", "y", "n");

  private static final String LOOK_ALIKES =
      "\u2018\u2019\u201A\u201B\u201C\u201D\u201E\u00AB\u00BB"
          + "\u2032\u2033\u0060\u00B4\uFF02\uFF07";

  private final BlockText block;
  private final Consumer<Problem> problems;
  private final Deque<Open> open = new ArrayDeque<>();
  private @Nullable YamlNode root;
  private int values;

  /** A collection whose end has not come yet. */
  private static final class Open {
    final boolean isMap;
    final SourceSpan start;
    final List<YamlNode> items = new ArrayList<>();
    final List<YamlMap.Entry> entries = new ArrayList<>();
    final Map<String, SourceSpan> keys = new LinkedHashMap<>();
    @Nullable String key;
    @Nullable SourceSpan keySpan;
    boolean duplicate;

    Open(boolean isMap, SourceSpan start) {
      this.isMap = isMap;
      this.start = start;
    }
  }

  private YamlReader(BlockText block, Consumer<Problem> problems) {
    this.block = block;
    this.problems = problems;
  }

  /**
   * The mapping that a block holds, or null when there is none; every reason for that has been
   * given to {@code problems}.
   *
   * @param what how messages call the block
   */
  static @Nullable YamlMap read(BlockText block, String what, Consumer<Problem> problems) {
    return new YamlReader(block, problems).read(what);
  }

  private @Nullable YamlMap read(String what) {
    if (block.text().length() > Limits.BLOCK_CHARS) {
      problems.accept(
          Problem.of(Rule.BLOCK_TOO_LARGE, block.spanOfUnits(0, 0), what + " is over 1 MiB of text")
              .withFound(block.text().length() + " characters")
              .withExpected("at most " + Limits.BLOCK_CHARS));
      return null;
    }
    List<Problem> invisible = new ArrayList<>();
    String text = IndentationCheck.check(block, invisible::add);
    invisible.forEach(problems);
    try {
      // The parser itself: the package of its front door is not exported to named modules.
      ParserImpl events = new ParserImpl(SETTINGS, new StreamReader(SETTINGS, text));
      while (events.hasNext()) {
        if (!accept(events.next())) {
          return null;
        }
      }
    } catch (MarkedYamlEngineException e) {
      Problem syntax = new SyntaxProblems(block, what).syntax(e);
      // A level that invisible indentation has shifted breaks there or below; that is no news.
      if (invisible.isEmpty() || syntax.span().start() < invisible.get(0).span().start()) {
        problems.accept(syntax);
      }
      return null;
    } catch (ReaderException e) {
      int at = Math.max(0, e.getPosition());
      problems.accept(
          Problem.of(
                  Rule.CONTROL_CHARACTER,
                  block.spanOfCodePoints(at, at + 1),
                  String.format("character U+%04X is not allowed in YAML", e.getCodePoint()))
              .withFound(String.format("U+%04X", e.getCodePoint()))
              .withExpected("text without control characters"));
      return null;
    } catch (IllegalArgumentException e) {
      // An escape such as \UFFFFFFFF, which the scanner does not check.
      problems.accept(new SyntaxProblems(block, what).escape());
      return null;
    } catch (YamlEngineException e) {
      problems.accept(
          Problem.of(Rule.YAML_SYNTAX, block.spanOfUnits(0, 0), what + " is not YAML")
              .withFound(e.getMessage()));
      return null;
    }
    if (root instanceof YamlMap map) {
      return map;
    }
    boolean empty = root == null || root instanceof YamlScalar scalar && scalar.isNull();
    problems.accept(
        Problem.of(
                Rule.WRONG_STRUCTURE,
                root == null ? block.spanOfUnits(0, 0) : root.span(),
                what + (empty ? " is empty" : " is " + root.describe() + ", not a mapping"))
            .withExpected("a mapping of 'key: value' lines"));
    return null;
  }

  /** Hands on a problem of the value, or the key, that is being read. */
  private void report(Problem problem) {
    problems.accept(problem.in(problem.section(), path()));
  }

  /** The dotted path of what is being read: {@code accept.inputs[0].dtypes}; null at the top. */
  private @Nullable String path() {
    StringBuilder path = new StringBuilder();
    for (Iterator<Open> outer = open.descendingIterator(); outer.hasNext(); ) {
      Open level = outer.next();
      if (!level.isMap) {
        path.append('[').append(level.items.size()).append(']');
      } else if (level.key != null) {
        path.append(path.isEmpty() ? "" : ".")
            .append(level.key, 0, Math.min(level.key.length(), 60));
      }
    }
    return path.isEmpty() ? null : path.toString();
  }

  private boolean accept(Event event) {
    switch (event.getEventId()) {
      case Scalar, Alias, SequenceStart, MappingStart:
        return acceptNode((NodeEvent) event);
      case SequenceEnd, MappingEnd:
        close(event);
        return true;
      case DocumentStart:
        if (root != null || ((DocumentStartEvent) event).isExplicit()) {
          problems.accept(
              Problem.of(Rule.YAML_SYNTAX, spanOf(event), "a document marker inside the block")
                  .withFound("---")
                  .withExpected("one mapping, without '---' lines"));
          return false;
        }
        return true;
      default:
        return true;
    }
  }

  private boolean acceptNode(NodeEvent event) {
    SourceSpan span = spanOf(event);
    if (++values > Limits.BLOCK_VALUES) {
      report(
          Problem.of(Rule.BLOCK_TOO_LARGE, span, "the block has too many values")
              .withExpected("at most " + Limits.BLOCK_VALUES + " keys and values"));
      return false;
    }
    if (event instanceof AliasEvent alias) {
      reference(span, "alias *" + alias.getAlias().getValue());
      add(new YamlScalar("", YamlScalar.Type.NULL, true, span));
      return true;
    }
    event.getAnchor().ifPresent(anchor -> reference(span, "anchor &" + anchor.getValue()));
    if (event instanceof ScalarEvent scalar) {
      tag(scalar.getTag(), span);
      scalar(scalar, span);
      return true;
    }
    CollectionStartEvent start = (CollectionStartEvent) event;
    tag(start.getTag(), span);
    if (open.size() == Limits.DEPTH) {
      report(
          Problem.of(Rule.NESTING_TOO_DEEP, span, "nesting deeper than " + Limits.DEPTH + " levels")
              .withFound("level " + (Limits.DEPTH + 1))
              .withExpected("at most " + Limits.DEPTH + " levels of lists and mappings"));
      return false;
    }
    if (atKey()) {
      report(
          Problem.of(Rule.WRONG_STRUCTURE, span, "a key must be a single word")
              .withFound(event instanceof MappingStartEvent ? "a mapping" : "a list")
              .withExpected("'key: value'"));
      return false;
    }
    open.push(new Open(event instanceof MappingStartEvent, span));
    return true;
  }

  private boolean atKey() {
    return !open.isEmpty() && open.peek().isMap && open.peek().key == null;
  }

  private void reference(SourceSpan span, String found) {
    report(
        Problem.of(Rule.YAML_REFERENCE, span, "anchors, aliases and merge keys are not allowed")
            .withFound(found)
            .withExpected("the value itself"));
  }

  private void tag(Optional<String> tag, SourceSpan span) {
    tag.ifPresent(
        name ->
            report(
                Problem.of(Rule.YAML_TAG, span, "YAML tags are not allowed")
                    .withFound("!" + name.replaceFirst("^!", ""))
                    .withExpected("a plain value")));
  }

  private void scalar(ScalarEvent event, SourceSpan span) {
    String text = event.getValue();
    if (text.length() > Limits.SCALAR_CHARS) {
      report(
          Problem.of(Rule.SCALAR_TOO_LARGE, span, "a value over 64 KiB")
              .withFound(text.length() + " characters")
              .withExpected("at most " + Limits.SCALAR_CHARS));
      text = text.substring(0, 64);
    }
    boolean plain = event.isPlain();
    if (plain && !text.isEmpty() && LOOK_ALIKES.indexOf(text.charAt(0)) >= 0) {
      report(
          Problem.of(Rule.LOOK_ALIKE_QUOTE, span, "this is not a quote that YAML knows")
              .withFound(text.substring(0, 1))
              .withExpected("\" or '"));
    }
    if (atKey()) {
      key(text, plain, span);
      return;
    }
    if (plain
        && text.length() <= 3
        && AMBIGUOUS.contains(text.toLowerCase(Locale.ROOT))
        && !isNameValue()) {
      report(
          Problem.of(
                  Rule.AMBIGUOUS_WORD,
                  span,
                  "'" + text + "' is a boolean in YAML 1.1 and a string in 1.2")
              .withFound(text)
              .withExpected("true, false or a quoted \"" + text + "\""));
    }
    YamlScalar.Type type = plain ? YamlScalar.typeOf(text) : YamlScalar.Type.TEXT;
    add(new YamlScalar(text, type, plain, span));
  }

  private boolean isNameValue() {
    return !open.isEmpty() && open.peek().isMap && "name".equals(open.peek().key);
  }

  private void key(String text, boolean plain, SourceSpan span) {
    Open map = open.element();
    map.key = text;
    map.keySpan = span;
    if (plain && text.equals("<<")) {
      reference(span, "merge key <<");
    }
    SourceSpan first = map.keys.putIfAbsent(text, span);
    map.duplicate = first != null;
    if (first != null) {
      report(
          Problem.of(Rule.DUPLICATE_KEY, span, "key " + Excerpt.of(text) + " is there twice")
              .withFound(Excerpt.of(text))
              .withExpected("each key once")
              .withRelated(first, "first here"));
    }
  }

  private void add(YamlNode node) {
    Open parent = open.peek();
    if (parent == null) {
      root = node;
    } else if (!parent.isMap) {
      parent.items.add(node);
    } else if (parent.key == null || parent.keySpan == null) {
      // An alias as a key: reported; it takes no part in the mapping.
      parent.key = "*";
      parent.keySpan = node.span();
      parent.duplicate = true;
    } else {
      if (!parent.duplicate) {
        parent.entries.add(new YamlMap.Entry(parent.key, parent.keySpan, node));
      }
      parent.key = null;
      parent.keySpan = null;
    }
  }

  private void close(Event event) {
    Open done = open.pop();
    int start = done.start.start();
    // A block collection's own end mark lies at the next token, behind comments and blank lines.
    int end = Math.max(spanOf(event).end(), start);
    if (done.isMap && !done.entries.isEmpty()) {
      end = isFlowEnd(event) ? end : done.entries.get(done.entries.size() - 1).value().span().end();
    } else if (!done.isMap && !done.items.isEmpty()) {
      end = isFlowEnd(event) ? end : done.items.get(done.items.size() - 1).span().end();
    }
    SourceSpan span = done.start.file().span(start, Math.max(start, end));
    add(done.isMap ? new YamlMap(done.entries, span) : new YamlList(done.items, span));
  }

  private static boolean isFlowEnd(Event event) {
    int start = event.getStartMark().map(Mark::getIndex).orElse(0);
    int end = event.getEndMark().map(Mark::getIndex).orElse(0);
    return end > start;
  }

  private SourceSpan spanOf(Event event) {
    int start = event.getStartMark().map(Mark::getIndex).orElse(0);
    int end = event.getEndMark().map(Mark::getIndex).orElse(start);
    return block.spanOfCodePoints(start, end);
  }
}
