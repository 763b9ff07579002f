package dev.fkc.contract;

import dev.fkc.source.Rule;
import dev.fkc.source.SourceSpan;
import dev.fkc.type.DType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the {@code return} block: outputs, or the slots of a bundle (format §3, rule 13). */
final class ReturnReader {
  private static final int MAX_SLOT_RANK = 6;

  private final Fields block;
  private final List<TensorDescriptor> inputs;
  private final List<String> roles;
  private final boolean registrable;
  private final Findings findings;

  ReturnReader(
      Fields block,
      @Nullable List<TensorDescriptor> inputs,
      boolean registrable,
      Findings findings) {
    this.block = block;
    this.inputs = inputs == null ? List.of() : inputs;
    this.roles = this.inputs.stream().map(TensorDescriptor::name).toList();
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
    if (returned.has("outputs") && returned.has("bundle")) {
      findings.add(
          findings
              .problem(
                  Rule.RETURN_CHOICE,
                  returned.keySpan("bundle"),
                  returned.pathOf("bundle"),
                  "both outputs and bundle are given")
              .withExpected("one of the two")
              .withRelated(returned.keySpan("outputs"), "outputs here"));
    }
    boolean isBundle = returned.has("bundle") && !returned.has("outputs");
    List<Fields> entries = returned.maps(isBundle ? "bundle" : "outputs");
    if (entries == null || entries.isEmpty()) {
      if (entries != null || !returned.has("outputs") && !isBundle) {
        returned.missing(isBundle ? "bundle" : "outputs", "at least one output descriptor");
      }
      return nothing;
    }
    List<OutputDescriptor> outputs = new ArrayList<>();
    List<BundleSlot> slots = new ArrayList<>();
    Map<String, SourceSpan> seen = new HashMap<>();
    for (Fields entry : entries) {
      OutputDescriptor output = new OutputReader(entry, roles).read();
      Rank rank = RankReader.read(entry);
      if (isBundle) {
        checkRank(entry, rank);
      }
      if (output == null) {
        continue;
      }
      outputs.add(output);
      slots.add(new BundleSlot(output, rank, entry.map().span()));
      checkName(entry, output.name(), seen);
      checkFacts(entry, output);
    }
    boolean complete = outputs.size() == entries.size();
    return isBundle
        ? new Returned(List.of(), slots, complete)
        : new Returned(outputs, List.of(), complete);
  }

  private void checkRank(Fields slot, Rank rank) {
    Integer max = rank.max();
    boolean unbounded = max == null && slot.has("rank");
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
    new FdxChecks(output.name(), dtypes, entry, inputs, registrable).check(output.fdx());
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
              .withRelated(first, "first here"));
    }
  }
}
