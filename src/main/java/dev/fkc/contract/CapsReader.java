package dev.fkc.contract;

import dev.fkc.contract.Caps.FastPath;
import dev.fkc.document.Excerpt;
import dev.fkc.source.DidYouMean;
import dev.fkc.source.Problem;
import dev.fkc.source.Rule;
import dev.fkc.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the {@code caps} block (format §3). */
final class CapsReader {
  private static final List<String> PREDICATES =
      List.of(
          "all_inputs_contiguous",
          "any_input_strided",
          "any_input_broadcast",
          "any_input_reversed");
  private static final Pattern COMPARISON = Pattern.compile("==|!=|<=|>=|<|>");

  private CapsReader() {}

  static Caps read(@Nullable Fields caps, SourceSpan section) {
    if (caps == null) {
      return new Caps(null, List.of(), false, null, null, null, section);
    }
    return new Caps(
        InputReader.strategy(caps),
        fastPaths(caps),
        caps.flag("in_place", false),
        caps.integer("alignment_bytes", 0, 1 << 30),
        caps.integer("access_granularity_bits", 0, 1 << 16),
        caps.text("notes"),
        caps.map().span());
  }

  private static List<FastPath> fastPaths(Fields caps) {
    List<FastPath> paths = new ArrayList<>();
    List<Fields> entries = caps.maps("fast_paths");
    if (entries == null) {
      return paths;
    }
    for (Fields entry : entries) {
      String when = entry.text("when");
      if (when == null) {
        if (!entry.has("when")) {
          Findings findings = caps.findings();
          findings.add(
              findings
                  .problem(
                      Rule.UNKNOWN_FAST_PATH,
                      entry.firstKey(),
                      entry.pathOf("when"),
                      "a fast path without a predicate never applies")
                  .withExpected("when: all_inputs_contiguous or another predicate"));
        }
        continue;
      }
      boolean understood = isUnderstood(when.strip());
      if (!understood) {
        Findings findings = caps.findings();
        findings.add(
            findings
                .problem(
                    Rule.UNKNOWN_FAST_PATH,
                    entry.spanOf("when"),
                    entry.pathOf("when"),
                    "the predicate " + Excerpt.of(when) + " is not understood and never applies")
                .withFound(Excerpt.of(when))
                .withExpected(String.join(", ", PREDICATES) + " or a comparison")
                .withHelp(DidYouMean.help(when, PREDICATES)));
      }
      paths.add(
          new FastPath(when, understood, costClass(entry), entry.text("note"), entry.map().span()));
    }
    return paths;
  }

  private static boolean isUnderstood(String when) {
    if (PREDICATES.contains(when)) {
      return true;
    }
    Matcher comparison = COMPARISON.matcher(when);
    return comparison.find()
        && isExpression(when.substring(0, comparison.start()))
        && isExpression(when.substring(comparison.end()));
  }

  private static boolean isExpression(String text) {
    try {
      CostExpression.parse(text);
      return true;
    } catch (ExpressionException e) {
      return false;
    }
  }

  /** The class of a mapping; the dearest one for a word that is not known, with a warning. */
  static @Nullable CostClass costClass(Fields fields) {
    String word = fields.token("class");
    if (word == null) {
      return null;
    }
    CostClass known = CostClass.ofToken(word).orElse(null);
    if (known != null) {
      return known;
    }
    Problem problem =
        fields
            .findings()
            .problem(
                Rule.UNKNOWN_COST_CLASS,
                fields.spanOf("class"),
                fields.pathOf("class"),
                "cost class " + Excerpt.of(word) + " is not known and counts as the dearest")
            .withFound(Excerpt.of(word))
            .withExpected(String.join(", ", Words.COST_CLASSES))
            .withHelp(DidYouMean.help(word, Words.COST_CLASSES));
    fields.findings().add(problem);
    return CostClass.CONV;
  }
}
