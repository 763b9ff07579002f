package dev.fkc.cli;

import dev.fkc.contract.Caps;
import dev.fkc.contract.CostBlock;
import dev.fkc.contract.CostExpression;
import dev.fkc.contract.KernelContract;
import dev.fkc.contract.LayoutFlags;
import dev.fkc.contract.OpParamsDescriptor;
import dev.fkc.contract.OutputDescriptor;
import dev.fkc.contract.PrecisionBlock;
import dev.fkc.contract.TensorDescriptor;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parts of a contract as JSON, under the contract's own names. */
final class ContractJson {
  private ContractJson() {}

  static Json.Fields input(KernelContract contract, TensorDescriptor input) {
    LayoutFlags flags = input.layout();
    return Json.fields()
        .put("name", input.name())
        .put("optional", input.optional())
        .put("variadic", input.variadic())
        .put("dtypes", input.dtypes())
        .put("rank", input.rank())
        .put(
            "layout",
            Json.fields()
                .put(
                    "contiguous",
                    flags.contiguous() == LayoutFlags.Contiguous.NOT_APPLICABLE
                        ? "n/a"
                        : word(flags.contiguous()))
                .put("strided", word(flags.strided()))
                .put("broadcast_stride0", word(flags.broadcastStride0()))
                .put("start_offset", word(flags.startOffset()))
                .put("reverse_strides", word(flags.reverseStrides())))
        .put("awkward_layout_strategy", contract.strategy(input).token())
        .put("shape_constraint", input.shapeConstraints().stream().map(ContractText::rule).toList())
        .put("fdx", input.fdx() == null ? null : ContractText.fdx(input.fdx()))
        .put("notes", input.notes());
  }

  static Json.Fields output(OutputDescriptor output) {
    return Json.fields()
        .put("name", output.name())
        .put("dtype_rule", ContractText.rule(output.dtypeRule()))
        .put(
            "shape_rule", output.shapeRule() == null ? null : ContractText.rule(output.shapeRule()))
        .put("layout_guarantee", ContractText.rule(output.layoutGuarantee()))
        .put("aliasing", ContractText.rule(output.aliasing()))
        .put("notes", output.notes());
  }

  static Json.Fields field(OpParamsDescriptor.Field field) {
    return Json.fields()
        .put("name", field.name())
        .put("kind", field.kind())
        .put("constraint", field.constraint())
        .put("note", field.note());
  }

  static Json.Fields caps(Caps caps) {
    return Json.fields()
        .put("awkward_layout_strategy", caps.strategy() == null ? null : caps.strategy().token())
        .put(
            "fast_paths",
            caps.fastPaths().stream()
                .map(
                    path ->
                        Json.fields()
                            .put("when", path.when())
                            .put(
                                "class", path.costClass() == null ? null : path.costClass().token())
                            .put("note", path.note()))
                .toList())
        .put("in_place", caps.inPlace())
        .put("alignment_bytes", caps.alignmentBytes())
        .put("access_granularity_bits", caps.accessGranularityBits())
        .put("notes", caps.notes());
  }

  static Json.@Nullable Fields cost(@Nullable CostBlock cost) {
    return cost == null
        ? null
        : Json.fields()
            .put("provenance", cost.provenance().token())
            .put("class", cost.costClass() == null ? null : cost.costClass().token())
            .put("cost_fn", cost.costFn())
            .put("flops", text(cost.flops()))
            .put("bytes_moved", text(cost.bytesMoved()))
            .put("overhead_ns", text(cost.overheadNanos()));
  }

  static Json.@Nullable Fields precision(@Nullable PrecisionBlock precision) {
    return precision == null
        ? null
        : Json.fields()
            .put("bit_stable_on_same_hardware", precision.bitStableOnSameHardware())
            .put("max_ulp", precision.maxUlp())
            .put("max_relative", precision.maxRelative())
            .put("max_absolute", precision.maxAbsolute())
            .put("audited", precision.audited())
            .put("notes", precision.notes());
  }

  private static @Nullable String text(@Nullable CostExpression expression) {
    return expression == null ? null : expression.toString();
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
