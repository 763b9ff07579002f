package dev.fkc.contract;

import dev.fkc.source.Rule;
import dev.fkc.source.SourceSpan;
import dev.fkc.type.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the {@code return} block: outputs, or the slots of a bundle (format §3, rule 13). */
final class ReturnReader {
  private static final int MAX_SLOT_RANK = 6;

  private final Fields block;
  private final Operands operands;
  private final boolean registrable;
  private final Findings findings;

  ReturnReader(Fields block, Operands operands, boolean registrable, Findings findings) {
    this.block = block;
    this.operands = operands;
    this.registrable = registrable;
    this.findings = findings;
  }

  Returned read() {
    Returned nothing = new Returned(List.of(), List.of(), false);
    Fields returned = block.map("return");
    if (returned == null) {
      if (!block.has("return")) {
        block.missing("return", "return: { outputs: [..] }");
      }
      return nothing;
    }
    List<Fields> outputEntries = returned.maps("outputs");
    List<Fields> slotEntries = returned.maps("bundle");
    int count = size(outputEntries) + size(slotEntries);
    if (count == 0) {
      boolean wrong = returned.has("outputs") && outputEntries == null;
      if (!wrong && (!returned.has("bundle") || slotEntries != null)) {
        returned.missing(
            returned.has("bundle") ? "bundle" : "outputs", "at least one output descriptor");
      }
      return nothing;
    }
    List<String> results = new ArrayList<>();
    for (List<Fields> entries : Arrays.asList(outputEntries, slotEntries)) {
      if (entries != null) {
        entries.forEach(entry -> results.add(entry.raw("name")));
      }
    }
    List<OutputDescriptor> outputs = new ArrayList<>();
    List<BundleSlot> slots = new ArrayList<>();
    Map<String, SourceSpan> names = new HashMap<>();
    for (Fields entry : outputEntries == null ? List.<Fields>of() : outputEntries) {
      OutputDescriptor output = new OutputReader(entry, operands.roles(), results, null).read();
      if (output != null) {
        outputs.add(output);
        checkName(entry, output.name(), names);
        checkFacts(entry, output);
      }
    }
    Map<String, SourceSpan> slotNames = new HashMap<>();
    for (Fields entry : slotEntries == null ? List.<Fields>of() : slotEntries) {
      OutputDescriptor slot =
          new OutputReader(entry, operands.roles(), results, "slot" + slots.size()).read();
      Rank rank = RankReader.read(entry);
      checkRank(entry, rank);
      if (slot != null) {
        slots.add(new BundleSlot(slot, rank, entry.map().span()));
        checkName(entry, slot.name(), slotNames);
        checkFacts(entry, slot);
      }
    }
    checkChoice(returned, outputs, slots);
    int written = returned.size("outputs") + returned.size("bundle");
    return new Returned(outputs, slots, outputs.size() + slots.size() == written);
  }

  private static int size(@Nullable List<Fields> entries) {
    return entries == null ? 0 : entries.size();
  }

  /** Outputs next to a bundle make sense only where an output is that bundle. */
  private void checkChoice(
      Fields returned, List<OutputDescriptor> outputs, List<BundleSlot> slots) {
    boolean isBundle = outputs.stream().anyMatch(o -> o.dtypeRule() instanceof DtypeRule.Bundle);
    if (outputs.isEmpty() || slots.isEmpty() || isBundle) {
      return;
    }
    findings.add(
        findings
            .problem(
                Rule.RETURN_CHOICE,
                returned.keySpan("bundle"),
                returned.pathOf("bundle"),
                "both outputs and bundle are given")
            .withFound("outputs and bundle")
            .withExpected("one of the two, or an output with dtype_rule: bundle")
            .withRelated(returned.keySpan("outputs"), "outputs here"));
  }

  private void checkRank(Fields slot, Rank rank) {
    Integer max = rank.max();
    boolean unbounded = max == null && rank.min() > 0;
    if (unbounded || max != null && max > MAX_SLOT_RANK) {
      findings.add(
          findings
              .problem(
                  Rule.BUNDLE_RANK,
                  slot.spanOf("rank"),
                  slot.pathOf("rank"),
                  "a bundle slot has rank " + rank)
              .withFound(rank.toString())
              .withExpected("at most " + MAX_SLOT_RANK));
    }
  }

  private void checkFacts(Fields entry, OutputDescriptor output) {
    List<DType> dtypes =
        output.dtypeRule() instanceof DtypeRule.Fixed fixed ? List.of(fixed.dtype()) : List.of();
    new FdxChecks(output.name(), dtypes, entry, operands.inputs(), operands.roles(), registrable)
        .check(output.fdx());
  }

  private void checkName(Fields entry, String name, Map<String, SourceSpan> seen) {
    SourceSpan first = seen.putIfAbsent(name, entry.spanOf("name"));
    if (first != null) {
      findings.add(
          findings
              .problem(
                  Rule.DUPLICATE_ROLE,
                  entry.spanOf("name"),
                  entry.pathOf("name"),
                  "two results are named '" + name + "'")
              .withFound(name)
              .withExpected("a name of its own")
              .withRelated(first, "first here"));
    }
  }
}
