package dev.fkc.contract;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The words of a section that make its revision hash (format §7), as the author wrote them and
 * before any inheritance: a value that stands in the front matter only is empty here. Immutable.
 *
 * @param opKind or empty
 * @param fusedOp or empty
 * @param backend the section's own, or empty
 * @param kernelSource the section's own, or empty
 * @param entryPoint the base symbol
 * @param determinism or empty
 * @param inputs one entry per input
 * @param opParamsVariant empty when the {@code op_params} block has none; null without a block
 * @param cost null without a cost block
 * @param revisionBase the provider's, after inheritance, or empty
 */
public record RawIdentity(
    String opKind,
    String fusedOp,
    String backend,
    String kernelSource,
    String entryPoint,
    String determinism,
    List<Input> inputs,
    @Nullable String opParamsVariant,
    @Nullable Cost cost,
    String revisionBase) {
  public RawIdentity {
    inputs = List.copyOf(inputs);
  }

  /**
   * The words of one input.
   *
   * @param name or empty
   * @param dtypes the listed dtypes, joined by commas
   * @param dtypeClass or empty
   * @param layout {@code contiguous|strided|broadcast_stride0|start_offset|reverse_strides}, each
   *     empty when absent; null without a layout block
   * @param quant {@code family|ggml_dtype|granularity|role|scale_operand}, each empty when absent;
   *     null without a quant block
   */
  public record Input(
      String name,
      String dtypes,
      String dtypeClass,
      @Nullable String layout,
      @Nullable String quant) {}

  /** The words of the cost block, each empty when absent. */
  public record Cost(String flops, String bytesMoved, String costClass, String provenance) {}
}
