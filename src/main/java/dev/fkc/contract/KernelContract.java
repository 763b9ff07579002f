package dev.fkc.contract;

import dev.fkc.source.SourceSpan;
import dev.fkc.type.BackendId;
import dev.fkc.type.Determinism;
import dev.fkc.type.OpKind;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One kernel section of a contract file, every field in its typed place (format §3). Immutable.
 *
 * @param kernel the kernel's name, unique in its file
 * @param title the text of the section's heading
 * @param blurb one line on what the kernel does
 * @param registrable false for a section that only documents (format §8)
 * @param op the op, by {@code op_kind} or {@code fused_op}; null only where a describe-only section
 *     names none
 * @param fused whether {@code op} came from {@code fused_op}
 * @param backend the section's own, else the front matter's
 * @param kernelSource the section's own, else the front matter's
 * @param entryPoint the symbol, or the base that fan-out adds a dtype suffix to (format §5)
 * @param authoredRevision an unsigned 64-bit revision hash that the author fixed; null when it is
 *     to be computed (format §7)
 * @param variant an opaque tag, or null
 * @param inputs operands in order
 * @param opParams the parameters, or null when the block has none
 * @param outputs results in order; empty when the section returns a bundle
 * @param bundle the slots of a bundle; empty when the section returns outputs
 * @param caps layout strategy, fast paths, alignment
 * @param cost what a call costs; null when the block says nothing
 * @param precision the accuracy claim; null when the block says nothing
 * @param determinism how reproducible the result is
 * @param provider who provides the kernel, after inheritance
 * @param identity the raw words that the revision hash is made of
 * @param fields where each field stands in the file
 * @param span the section's block
 */
public record KernelContract(
    String kernel,
    String title,
    String blurb,
    boolean registrable,
    @Nullable OpKind op,
    boolean fused,
    BackendId backend,
    String kernelSource,
    String entryPoint,
    @Nullable Long authoredRevision,
    @Nullable String variant,
    List<TensorDescriptor> inputs,
    @Nullable OpParamsDescriptor opParams,
    List<OutputDescriptor> outputs,
    List<BundleSlot> bundle,
    Caps caps,
    @Nullable CostBlock cost,
    @Nullable PrecisionBlock precision,
    Determinism determinism,
    Provider provider,
    RawIdentity identity,
    FieldSpans fields,
    SourceSpan span) {

  public KernelContract {
    Objects.requireNonNull(kernel, "kernel");
    Objects.requireNonNull(provider, "provider");
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    bundle = List.copyOf(bundle);
  }

  /** The input with this role name, or null. */
  public @Nullable TensorDescriptor input(String role) {
    for (TensorDescriptor input : inputs) {
      if (input.name().equals(role)) {
        return input;
      }
    }
    return null;
  }

  /** The operand's own strategy, else the kernel-wide one, else {@code requires_contiguous}. */
  public AwkwardLayoutStrategy strategy(TensorDescriptor input) {
    if (input.strategy() != null) {
      return input.strategy();
    }
    return caps.strategy() != null ? caps.strategy() : AwkwardLayoutStrategy.REQUIRES_CONTIGUOUS;
  }

  @Override
  public String toString() {
    return kernel + " (" + span + ")";
  }
}
