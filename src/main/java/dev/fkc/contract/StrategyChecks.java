package dev.fkc.contract;

import dev.fkc.contract.LayoutFlags.Contiguous;
import dev.fkc.source.Problem;
import dev.fkc.source.Rule;
import dev.fkc.source.SourceSpan;
import org.jspecify.annotations.Nullable;

/** The layout flags of an operand must fit its effective strategy (format §6 rule 5). */
final class StrategyChecks {
  private StrategyChecks() {}

  static void check(TensorDescriptor input, Fields operand, Caps caps, Fields block) {
    Fields layout = operand.reopen("layout");
    Fields capsFields = block.reopen("caps");
    if (layout == null || !input.layout().present()) {
      return;
    }
    Fields author = author(operand, layout, capsFields);
    if (author != null && authored(input, caps) == null) {
      return; // The word is unknown, which has been reported.
    }
    AwkwardLayoutStrategy strategy = authored(input, caps);
    if (strategy == null) {
      strategy = AwkwardLayoutStrategy.REQUIRES_CONTIGUOUS;
    }
    boolean dense = strategy == AwkwardLayoutStrategy.REQUIRES_CONTIGUOUS;
    boolean fits =
        dense
            ? input.layout().contiguous() == Contiguous.REQUIRED
            : input.layout().acceptsStrided();
    boolean nothingAccepted =
        input.layout().contiguous() == Contiguous.NOT_APPLICABLE
            && !input.layout().acceptsStrided();
    if (fits || nothingAccepted) {
      return;
    }
    String flag = dense ? "contiguous" : "strided";
    String needed = dense ? "contiguous: required" : "strided: accepted";
    String found = layout.has(flag) ? flag + ": " + layout.raw(flag) : "no " + flag;
    SourceSpan flagSpan = layout.has(flag) ? layout.spanOf(flag) : operand.keySpan("layout");
    Findings findings = operand.findings();
    Problem problem =
        findings
            .problem(
                Rule.STRATEGY_LAYOUT_MISMATCH,
                author == null ? flagSpan : author.spanOf("awkward_layout_strategy"),
                author == null ? layout.pathOf(flag) : author.pathOf("awkward_layout_strategy"),
                "operand '"
                    + input.name()
                    + "': "
                    + strategy.token()
                    + (author == null ? " (the default)" : "")
                    + " needs "
                    + needed)
            .withFound(found)
            .withExpected(needed + ", or another strategy");
    findings.add(author == null ? problem : problem.withRelated(flagSpan, found + " here"));
  }

  private static @Nullable AwkwardLayoutStrategy authored(TensorDescriptor input, Caps caps) {
    return input.strategy() != null ? input.strategy() : caps.strategy();
  }

  /** The mapping that names the strategy: the operand, its layout, or the kernel's caps. */
  private static @Nullable Fields author(Fields operand, Fields layout, @Nullable Fields caps) {
    String key = "awkward_layout_strategy";
    if (operand.has(key)) {
      return operand;
    }
    if (layout.has(key)) {
      return layout;
    }
    return caps != null && caps.has(key) ? caps : null;
  }
}
