package dev.fkc.cli;

import dev.fkc.contract.BundleSlot;
import dev.fkc.contract.Caps;
import dev.fkc.contract.CostBlock;
import dev.fkc.contract.FdxFacts;
import dev.fkc.contract.KernelContract;
import dev.fkc.contract.LayoutFlags;
import dev.fkc.contract.OpParamsDescriptor;
import dev.fkc.contract.OutputDescriptor;
import dev.fkc.contract.PrecisionBlock;
import dev.fkc.contract.ShapeConstraint;
import dev.fkc.contract.TensorDescriptor;
import dev.fkc.registry.KernelVariant;
import dev.fkc.registry.RevisionHash;
import dev.fkc.type.OpKind;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One contract, explained to people. */
final class ContractText {
  private final KernelContract contract;
  private final List<Listing> listings;
  private final PrintWriter out;

  /**
   * A contract and the bindings that it fans out to.
   *
   * @param listings those of this contract; none for a section that only documents
   */
  ContractText(KernelContract contract, List<Listing> listings, PrintWriter out) {
    this.contract = contract;
    this.listings = listings;
    this.out = out;
  }

  void print() {
    OpKind op = contract.op();
    out.println(contract.kernel() + ": " + contract.blurb());
    line("op", (op == null ? "none" : op.name()) + (contract.fused() ? ", fused" : ""));
    line("backend", contract.backend() + ", " + contract.kernelSource());
    line("provider", contract.provider().name());
    line("symbol", contract.entryPoint());
    line("revision", RevisionHash.text(RevisionHash.of(contract)));
    line("described", contract.span().toString());
    for (TensorDescriptor input : contract.inputs()) {
      input(input);
    }
    OpParamsDescriptor params = contract.opParams();
    if (params != null) {
      line("params", params.variant() == null ? "none" : String.valueOf(params.variant()));
      for (OpParamsDescriptor.Field field : params.fields()) {
        more(words(": ", field.name(), join(", ", field.kind(), field.constraint(), field.note())));
      }
    }
    contract.outputs().forEach(output -> output("output", output, ""));
    for (BundleSlot slot : contract.bundle()) {
      output("slot", slot.output(), ", rank " + slot.rank());
    }
    caps(contract.caps());
    cost(contract.cost());
    precision(contract.precision());
    line(
        "same bits",
        switch (contract.determinism()) {
          case BITWISE -> "on any hardware";
          case SAME_HARDWARE_BITWISE -> "on the same hardware";
          case NONDETERMINISTIC -> "not from run to run";
        });
    for (Listing listing : listings) {
      KernelVariant variant = listing.variant();
      line("binding", variant.key() + (listing.isResolved() ? "" : ", unresolved"));
    }
    if (!contract.registrable()) {
      line("binding", "none: the section only documents");
    }
  }

  private void input(TensorDescriptor input) {
    line(
        "input",
        input.name()
            + ": "
            + (input.dtypes().isEmpty() ? "no dtype" : Listing.words(input.dtypes()))
            + ", rank "
            + input.rank()
            + (input.optional() ? ", optional" : "")
            + (input.variadic() ? ", any number of them" : ""));
    LayoutFlags flags = input.layout();
    List<String> views = new ArrayList<>(List.of("dense"));
    add(views, flags.acceptsStrided(), "strided");
    add(views, flags.acceptsBroadcast(), "repeated by stride 0");
    add(views, flags.acceptsStartOffset(), "offset");
    add(views, flags.acceptsReverseStrides(), "reversed");
    more(
        "takes "
            + (views.size() == 5 ? "any view" : String.join(", ", views) + " views")
            + switch (contract.strategy(input)) {
              case REQUIRES_CONTIGUOUS -> "; of others a dense copy is made first";
              case HANDLES_STRIDED -> "";
              case CONTIGUIZE_INTERNALLY -> "; copies inside the kernel";
            });
    if (!input.shapeConstraints().isEmpty()) {
      more(
          "shape: "
              + input.shapeConstraints().stream()
                  .map(ContractText::rule)
                  .collect(Collectors.joining("; ")));
    }
    if (input.fdx() != null) {
      more(fdx(input.fdx()));
    }
    if (input.notes() != null) {
      more(input.notes());
    }
  }

  /** Exchange facts: what is quantized, symbolic or gathered. */
  static String fdx(FdxFacts facts) {
    List<String> words = new ArrayList<>();
    FdxFacts.Quant quant = facts.quant();
    if (quant != null) {
      words.add(
          "quantized "
              + join(
                  " ",
                  quant.family().token(),
                  quant.ggmlDtype(),
                  quant.granularity() == null ? null : quant.granularity().token(),
                  quant.role() == null ? null : quant.role().token(),
                  quant.scaleOperand() == null ? null : "scaled by " + quant.scaleOperand()));
    }
    FdxFacts.Gather gather = facts.gather();
    if (gather != null) {
      words.add(join(" ", "gathered as", gather.kind(), gather.blockTable(), gather.contextLens()));
    }
    add(words, facts.subByte(), "sub-byte elements");
    add(words, facts.requiresExt(), "needs the extension");
    if (facts.symbolicExtent() != null) {
      words.add("symbolic extent " + facts.symbolicExtent().name().toLowerCase(Locale.ROOT));
    }
    if (facts.extentKind() != null) {
      words.add("extent kind " + facts.extentKind().name().toLowerCase(Locale.ROOT));
    }
    return words.isEmpty() ? "plain exchange" : String.join(", ", words);
  }

  private void output(String label, OutputDescriptor output, String rank) {
    line(
        label,
        output.name()
            + ": dtype "
            + rule(output.dtypeRule())
            + (output.shapeRule() == null ? "" : ", shape " + rule(output.shapeRule()))
            + ", layout "
            + rule(output.layoutGuarantee())
            + ", aliasing "
            + rule(output.aliasing())
            + rank);
    if (output.notes() != null) {
      more(output.notes());
    }
  }

  private void caps(Caps caps) {
    for (Caps.FastPath path : caps.fastPaths()) {
      line(
          "fast when",
          path.when()
              + Optional.ofNullable(path.costClass()).map(c -> ": " + c.token()).orElse("")
              + (path.understood() ? "" : " (not understood, never applies)"));
    }
    line(
        "caps",
        join(
            ", ",
            caps.inPlace() ? "in place" : "not in place",
            caps.alignmentBytes() == null ? null : "aligned to " + caps.alignmentBytes() + " bytes",
            caps.accessGranularityBits() == null
                ? null
                : "access of " + caps.accessGranularityBits() + " bits"));
    if (caps.notes() != null) {
      more(caps.notes());
    }
  }

  private void cost(@Nullable CostBlock cost) {
    if (cost == null) {
      line("cost", "unknown");
      return;
    }
    line(
        "cost",
        join(
            ", ",
            cost.provenance().token(),
            cost.costClass() == null ? null : cost.costClass().token(),
            cost.costFn()));
    named("flops", cost.flops());
    named("bytes moved", cost.bytesMoved());
    named("overhead ns", cost.overheadNanos());
    named("device bytes", cost.deviceBytes());
    named("host bytes", cost.hostBytes());
    named("disk bytes", cost.diskBytes());
  }

  private void precision(@Nullable PrecisionBlock precision) {
    if (precision == null) {
      line("precision", "nothing is claimed");
      return;
    }
    line(
        "precision",
        join(
            ", ",
            precision.hasBounds() ? null : "no bound",
            precision.maxUlp() == null ? null : "max_ulp " + precision.maxUlp(),
            precision.maxRelative() == null ? null : "max_relative " + precision.maxRelative(),
            precision.maxAbsolute() == null ? null : "max_absolute " + precision.maxAbsolute(),
            precision.audited() ? "said to be audited" : "unaudited"));
    if (precision.notes() != null) {
      more(precision.notes());
    }
  }

  private void named(String name, @Nullable Object value) {
    if (value != null) {
      more(name + " = " + value);
    }
  }

  private static void add(List<String> words, boolean holds, String word) {
    if (holds) {
      words.add(word);
    }
  }

  private static String words(String separator, String first, String rest) {
    return rest.isEmpty() ? first : first + separator + rest;
  }

  private static String join(String separator, @Nullable String... parts) {
    return Stream.of(parts)
        .filter(part -> part != null && !part.isEmpty())
        .collect(Collectors.joining(separator));
  }

  /** A rule of the contract in its own spelling: {@code passthrough(input)}, {@code contiguous}. */
  static String rule(Object rule) {
    if (rule instanceof ShapeConstraint.Prose prose) {
      return prose.text();
    }
    String text = rule.toString().replaceAll("\\w+=null(, )?", "").replaceAll("\\w+=", "");
    text = text.replaceAll("\\[\\]", "").replaceAll("(?<=[a-z0-9])(?=[A-Z][a-z])", "_");
    int open = text.indexOf('[');
    if (open > 0 && text.endsWith("]")) {
      text =
          text.substring(0, open).toLowerCase(Locale.ROOT)
              + "("
              + text.substring(open + 1, text.length() - 1)
              + ")";
    } else if (open < 0) {
      text = text.toLowerCase(Locale.ROOT);
    }
    return text;
  }

  private void line(String label, String value) {
    out.printf(Locale.ROOT, "  %-10s %s%n", label, value);
  }

  private void more(String value) {
    out.printf(Locale.ROOT, "  %-10s %s%n", "", value);
  }
}
