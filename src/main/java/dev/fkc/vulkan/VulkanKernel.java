package dev.fkc.vulkan;

import dev.fkc.registry.Kernel;
import dev.fkc.type.OpKind;

/**
 * A kernel of this provider: what its entry points resolve to. One serves all dtypes of an op,
 * since shaders know widths only. Immutable; identity is what counts.
 */
public final class VulkanKernel implements Kernel {
  private final OpKind op;
  private final String name;

  VulkanKernel(OpKind op, String name) {
    this.op = op;
    this.name = name;
  }

  /** What it does. */
  public OpKind op() {
    return op;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String toString() {
    return name;
  }
}
