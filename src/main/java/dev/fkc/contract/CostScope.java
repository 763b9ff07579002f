package dev.fkc.contract;

import dev.fkc.document.YamlScalar;
import dev.fkc.source.DidYouMean;
import dev.fkc.source.Problem.Severity;
import dev.fkc.source.Rule;
import dev.fkc.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The symbols that a section's cost expressions may use (format §6 rule 8): {@code n}, {@code
 * dtype_bytes}, op-param fields, and dims of operands by role. An unknown one is an error for the
 * ops of this project and a warning for others, once per symbol.
 */
final class CostScope {
  private final Roles roles;
  private final List<String> names = new ArrayList<>(List.of("n", "dtype_bytes"));
  private final Severity severity;
  private final Findings findings;
  private final Set<String> reported = new HashSet<>();

  CostScope(Roles roles, @Nullable OpParamsDescriptor opParams, boolean ownOp, Findings findings) {
    this.roles = roles;
    if (opParams != null) {
      opParams.fields().forEach(field -> names.add(field.name()));
    }
    this.severity = ownOp ? Severity.ERROR : Severity.WARNING;
    this.findings = findings;
  }

  void check(CostExpression expression, YamlScalar scalar, String field) {
    for (CostNode.Symbol mention : expression.mentions()) {
      CostSymbol symbol = mention.symbol();
      if (!isInScope(symbol) && reported.add(symbol.name())) {
        SourceSpan span = ScalarField.part(scalar, mention.start(), mention.end());
        findings.add(
            findings
                .problem(
                    Rule.COST_SYMBOL,
                    span,
                    field,
                    "nothing declares the symbol '" + symbol.name() + "'")
                .as(severity)
                .withFound(symbol.name())
                .withExpected("dims by role (" + dims() + ") or one of " + String.join(", ", names))
                .withHelp(DidYouMean.help(symbol.name(), names)));
      }
    }
  }

  private String dims() {
    return roles.names().stream().sorted().findFirst().orElse("role") + ".dim[0]";
  }

  private boolean isInScope(CostSymbol symbol) {
    if (names.contains(symbol.name())) {
      return true;
    }
    int dot = symbol.name().indexOf('.');
    return dot > 0
        && symbol.index() != null
        && symbol.name().substring(dot).equals(".dim")
        && roles.allow(symbol.name().substring(0, dot));
  }
}
