package dev.fkc.registry;

import dev.fkc.contract.AwkwardLayoutStrategy;
import dev.fkc.contract.KernelContract;
import dev.fkc.contract.LayoutFlags;
import dev.fkc.contract.TensorDescriptor;
import dev.fkc.source.SourceSpan;
import dev.fkc.type.Determinism;
import java.util.ArrayList;
import java.util.List;

/**
 * A kernel that is registered: what a contract says about it, and the code behind its symbol
 * (format §5). Immutable; two entries are the same only if they are one object.
 */
public final class BindingEntry {
  private final KernelVariant variant;
  private final Kernel kernel;
  private final List<LayoutFlags> layouts;
  private final List<AwkwardLayoutStrategy> strategies;
  private final Precision precision;
  private final KernelCost cost;

  BindingEntry(KernelVariant variant, Kernel kernel, Precision precision) {
    this.variant = variant;
    this.kernel = kernel;
    this.precision = precision;
    this.cost = KernelCost.of(variant);
    List<LayoutFlags> flags = new ArrayList<>();
    List<AwkwardLayoutStrategy> perOperand = new ArrayList<>();
    for (TensorDescriptor input : variant.contract().inputs().subList(0, variant.inputCount())) {
      flags.add(input.layout());
      perOperand.add(variant.contract().strategy(input));
    }
    this.layouts = List.copyOf(flags);
    this.strategies = List.copyOf(perOperand);
  }

  /** What it is found by. */
  public BindingKey key() {
    return variant.key();
  }

  /** What runs. */
  public Kernel kernel() {
    return kernel;
  }

  /** Key, symbol and revision, without the kernel. */
  public KernelVariant variant() {
    return variant;
  }

  /** The section that it comes from. */
  public KernelContract contract() {
    return variant.contract();
  }

  /** The section's block in its file. */
  public SourceSpan span() {
    return variant.span();
  }

  /** The symbol that resolved to the kernel, dtype suffix included. */
  public String entryPoint() {
    return variant.entryPoint();
  }

  /** What the kernel is made of, in the contract's word. */
  public String kernelSource() {
    return variant.kernelSource();
  }

  /** Revision of the section, unsigned (format §7). */
  public long revisionHash() {
    return variant.revisionHash();
  }

  /** The revision hash as 16 hex digits. */
  public String revisionText() {
    return variant.revisionText();
  }

  /** How many inputs a call has. */
  public int inputCount() {
    return variant.inputCount();
  }

  /**
   * Which layouts the kernel takes for an input.
   *
   * @param input in the contract's order
   */
  public LayoutFlags layout(int input) {
    return layouts.get(input);
  }

  /**
   * What happens to an input whose view is not dense: the operand's own word, else the kernel's,
   * else {@code requires_contiguous}.
   *
   * @param input in the contract's order
   */
  public AwkwardLayoutStrategy strategy(int input) {
    return strategies.get(input);
  }

  /** How exact it is, and what that rests on. */
  public Precision precision() {
    return precision;
  }

  /** How reproducible its output is. */
  public Determinism determinism() {
    return variant.contract().determinism();
  }

  /** What its calls cost. */
  public KernelCost cost() {
    return cost;
  }

  /**
   * The cost of one call, without any copies that a planner puts before it.
   *
   * @throws dev.fkc.contract.CostArithmeticException if an expression divides by zero
   */
  public CostEstimate estimateCost(CostedCall call) {
    return cost.estimate(call);
  }

  /** {@code ..::flip_bf16: (Flip, [BF16, BF16], Vulkan)}. */
  @Override
  public String toString() {
    return variant.toString();
  }
}
