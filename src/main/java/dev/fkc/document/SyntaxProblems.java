package dev.fkc.document;

import dev.fkc.source.Problem;
import dev.fkc.source.Rule;
import dev.fkc.source.SourceSpan;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/** Says where and why a block is not YAML. */
final class SyntaxProblems {
  private static final Pattern BAD_ESCAPE = Pattern.compile("\\\\U(?!0010|000)[0-9A-Fa-f]{8}");

  private final BlockText block;
  private final String what;

  /**
   * Problems of a block.
   *
   * @param what how messages call it
   */
  SyntaxProblems(BlockText block, String what) {
    this.block = block;
    this.what = what;
  }

  /** What the parser stumbled over. */
  Problem syntax(MarkedYamlEngineException e) {
    int at = e.getProblemMark().map(Mark::getIndex).orElse(0);
    SourceSpan span = block.spanOfCodePoints(at, at + 1);
    String reason = e.getProblem() == null ? "cannot be parsed" : e.getProblem();
    if (isFlat(block.text())) {
      return Problem.of(Rule.LOST_INDENTATION, span, what + " has lost its indentation")
          .withFound("no line is indented; " + firstLine(reason))
          .withExpected("nested fields indented below the field that holds them")
          .withHelp("fkc fmt restores the indentation where it is unambiguous");
    }
    Problem problem =
        Problem.of(Rule.YAML_SYNTAX, span, what + " is not YAML: " + firstLine(reason));
    if (e.getContext() != null && e.getContextMark().isPresent()) {
      int context = e.getContextMark().get().getIndex();
      SourceSpan place = block.spanOfCodePoints(context, context);
      if (!place.equals(span)) {
        problem = problem.withRelated(place, firstLine(e.getContext()));
      }
    }
    int end = Math.max(span.start(), Math.min(span.end() + 20, span.file().text().length()));
    String found = firstLine(span.file().text().substring(span.start(), end)).strip();
    if (!found.isEmpty()) {
      problem = problem.withFound(Excerpt.of(found));
    }
    return problem
        .withExpected("'key: value' lines and '- ' items, each indented as its neighbours are")
        .withHelp("check quotes, ': ' after the key and the indentation of this line");
  }

  /** A Unicode escape that stands for no character. */
  Problem escape() {
    Matcher escape = BAD_ESCAPE.matcher(block.text());
    boolean found = escape.find();
    Problem problem =
        Problem.of(
                Rule.YAML_SYNTAX,
                found ? block.spanOfUnits(escape.start(), escape.end()) : block.spanOfUnits(0, 0),
                what + " is not YAML: an escape stands for no character")
            .withExpected("\\U with a code point up to 0010FFFF");
    return found ? problem.withFound(escape.group()) : problem;
  }

  /** Whether no line is indented although some hold nothing but a key (format §3 nests deeply). */
  private static boolean isFlat(String text) {
    int bareKeys = 0;
    for (String line : (Iterable<String>) text.lines()::iterator) {
      if (!line.isBlank() && Character.isWhitespace(line.charAt(0))) {
        return false;
      }
      bareKeys += line.stripTrailing().endsWith(":") ? 1 : 0;
    }
    return bareKeys > 1;
  }

  private static String firstLine(String text) {
    int end = text.indexOf('\n');
    return end < 0 ? text : text.substring(0, end);
  }
}
