package dev.fkc.contract;

import dev.fkc.source.Problem;
import dev.fkc.source.Rule;
import dev.fkc.type.Determinism;
import org.jspecify.annotations.Nullable;

/** Reads the {@code precision} block and checks it against the determinism (format §6 rule 9). */
final class PrecisionReader {
  private PrecisionReader() {}

  static @Nullable PrecisionBlock read(Fields block) {
    Fields precision = block.map("precision");
    if (precision == null) {
      return null;
    }
    return new PrecisionBlock(
        precision.flag("bit_stable_on_same_hardware", false),
        precision.bound("max_ulp"),
        precision.bound("max_relative"),
        precision.bound("max_absolute"),
        precision.flag("audited", false),
        precision.text("notes"),
        precision.map().span());
  }

  static void check(
      Fields block, @Nullable PrecisionBlock precision, @Nullable Determinism determinism) {
    Findings findings = block.findings();
    Fields fields = block.reopen("precision");
    if (determinism == Determinism.NONDETERMINISTIC && block.has("determinism")) {
      boolean stable = precision != null && precision.bitStableOnSameHardware();
      boolean audited = precision != null && precision.audited();
      if (stable || !audited) {
        Problem problem =
            findings
                .problem(
                    Rule.NONDETERMINISM,
                    block.spanOf("determinism"),
                    "determinism",
                    stable
                        ? "nondeterministic, yet bit_stable_on_same_hardware"
                        : "nondeterministic without an audit")
                .withFound(stable ? "bit_stable_on_same_hardware: true" : "no audited: true")
                .withExpected("bit_stable_on_same_hardware: false and audited: true");
        String key = stable ? "bit_stable_on_same_hardware" : "audited";
        boolean there = fields != null && fields.has(key);
        findings.add(
            there && fields != null
                ? problem.withRelated(fields.spanOf(key), key + " here")
                : problem);
      }
      return;
    }
    if (precision == null || precision.isUnaudited()) {
      findings.add(
          findings
              .problem(
                  Rule.UNAUDITED,
                  fields == null ? block.keySpan("kernel") : fields.spanOf("audited"),
                  "precision",
                  "no bound is claimed and nobody has checked: UNAUDITED")
              .withFound(fields == null ? "no precision" : "audited: false and no bound")
              .withExpected("a bound, or audited: true with notes"));
    }
  }
}
