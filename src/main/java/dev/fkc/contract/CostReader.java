package dev.fkc.contract;

import dev.fkc.contract.CostBlock.Provenance;
import dev.fkc.document.Excerpt;
import dev.fkc.document.YamlScalar;
import dev.fkc.source.Rule;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the {@code cost} block (format §6 rules 8 and 8a, §9). */
final class CostReader {
  /** Words that say how a number came about; none of them is a number. */
  private static final Set<String> NO_NUMBERS =
      Set.of("declared", "judge_measured", "measured", "unknown", "auto", "none", "tbd", "free");

  private final Fields cost;
  private final Findings findings;
  private final CostScope scope;

  CostReader(Fields cost, CostScope scope) {
    this.cost = cost;
    this.findings = cost.findings();
    this.scope = scope;
  }

  CostBlock read() {
    Provenance provenance =
        cost.word(
            "provenance",
            Rule.PROVENANCE,
            Words.PROVENANCES,
            word -> Words.of(Provenance.values(), Provenance::token, word));
    if (provenance == null && !cost.has("provenance")) {
      findings.add(
          findings
              .problem(
                  Rule.PROVENANCE,
                  cost.mentions("provenance") ? cost.spanOf("provenance") : cost.firstKey(),
                  cost.pathOf("provenance"),
                  "the cost block has no provenance")
              .withFound("no provenance")
              .withExpected(String.join(" or ", Words.PROVENANCES)));
    }
    CostClass costClass = CapsReader.costClass(cost);
    Fields memory = cost.map("memory");
    CostBlock block =
        new CostBlock(
            provenance == null ? Provenance.JUDGE_MEASURED : provenance,
            costClass,
            cost.token("cost_fn"),
            expression(cost, "flops"),
            expression(cost, "bytes_moved"),
            expression(cost, "overhead_ns"),
            memory == null ? null : expression(memory, "device_bytes"),
            memory == null ? null : expression(memory, "host_bytes"),
            memory == null ? null : expression(memory, "disk_bytes"),
            cost.map().span());
    check(block, provenance);
    return block;
  }

  private @Nullable CostExpression expression(Fields fields, String key) {
    YamlScalar scalar = fields.value(key, "a number or an expression");
    if (scalar == null) {
      return null;
    }
    String field = fields.pathOf(key);
    switch (scalar.type()) {
      case BOOLEAN, ODD_BOOLEAN, DATE:
        findings.add(
            findings
                .problem(
                    Rule.BAD_SCALAR_TYPE,
                    scalar.span(),
                    field,
                    "'" + key + "' is " + scalar.describe())
                .withFound(Excerpt.of(scalar.text()))
                .withExpected("a number, an expression in quotes, or ~"));
        return null;
      default:
        break;
    }
    String word = scalar.text().strip();
    if (NO_NUMBERS.contains(word.toLowerCase(Locale.ROOT))) {
      findings.add(
          findings
              .problem(
                  Rule.COST_NOT_A_NUMBER,
                  scalar.span(),
                  field,
                  "'" + key + "' is the word " + Excerpt.of(word))
              .withFound(Excerpt.of(word))
              .withExpected("a number, an expression in quotes, or ~"));
      return null;
    }
    try {
      CostExpression expression = CostExpression.parse(scalar.text());
      scope.check(expression, scalar, field);
      return expression;
    } catch (ExpressionException e) {
      findings.add(
          findings
              .problem(
                  Rule.COST_SYNTAX,
                  ScalarField.part(scalar, e.start(), e.end()),
                  field,
                  "'" + key + "' cannot be parsed: " + e.getMessage())
              .withFound(Excerpt.of(scalar.text()))
              .withExpected(e.expected()));
      return null;
    }
  }

  private void check(CostBlock block, @Nullable Provenance provenance) {
    boolean says = cost.has("flops") || cost.has("bytes_moved") || cost.has("overhead_ns");
    boolean free = block.costClass() == CostClass.FREE || block.costFn() != null;
    if (provenance == Provenance.DECLARED && !says && !free) {
      findings.add(
          findings
              .problem(
                  Rule.DECLARED_WITHOUT_COST,
                  cost.spanOf("provenance"),
                  cost.pathOf("provenance"),
                  "the cost is declared, but nothing is declared")
              .withFound("no flops, bytes_moved or overhead_ns")
              .withExpected("flops, bytes_moved or overhead_ns, or class: free"));
    }
    if (provenance == Provenance.JUDGE_MEASURED && cost.has("overhead_ns")) {
      findings.add(
          findings
              .problem(
                  Rule.MEASURED_OVERHEAD,
                  cost.spanOf("overhead_ns"),
                  cost.pathOf("overhead_ns"),
                  "an authored overhead_ns although the cost is measured")
              .withFound(Excerpt.of(cost.raw("overhead_ns")))
              .withExpected("overhead_ns: ~, or provenance: declared")
              .withRelated(cost.spanOf("provenance"), "the provenance"));
    }
  }

  /** The words of the block for the revision hash. */
  static RawIdentity.Cost raw(Fields cost) {
    return new RawIdentity.Cost(
        cost.raw("flops"), cost.raw("bytes_moved"), cost.raw("class"), cost.raw("provenance"));
  }
}
