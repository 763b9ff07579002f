package dev.fkc.vulkan;

import dev.fkc.registry.LinkRegistry;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import java.util.List;

/**
 * The provider behind the bundled Vulkan contracts. Loads no native code: an application can read,
 * list and plan without a driver.
 */
public final class VulkanProvider {
  private static final String NAMESPACE = "fuel_vulkan_backend::fkc::";

  private static final List<VulkanKernel> KERNELS =
      List.of(
          new VulkanKernel(OpKind.TRIU, "triu"),
          new VulkanKernel(OpKind.TRIL, "tril"),
          new VulkanKernel(OpKind.FLIP, "flip"),
          new VulkanKernel(OpKind.ROLL, "roll"),
          new VulkanKernel(OpKind.INDEX_SELECT, "index_select"),
          new VulkanKernel(OpKind.GATHER, "gather"),
          new VulkanKernel(OpKind.MASKED_FILL, "masked_fill"),
          new VulkanKernel(OpKind.CONTIGUIZE, "contiguize"));

  private static final LinkRegistry LINK_REGISTRY = link();

  private VulkanProvider() {}

  private static LinkRegistry link() {
    LinkRegistry.Builder links = LinkRegistry.builder(NAMESPACE + "ENTRY_POINTS");
    for (VulkanKernel kernel : KERNELS) {
      for (DType dtype : DType.values()) {
        if (!dtype.isSubByte()) {
          links.bind(NAMESPACE + kernel.name() + "_" + dtype.suffix(), kernel);
        }
      }
    }
    return links.build();
  }

  /**
   * The kernel of an op, which serves all its dtypes.
   *
   * @throws IllegalArgumentException if the provider has none
   */
  public static VulkanKernel kernel(OpKind op) {
    return KERNELS.stream()
        .filter(kernel -> kernel.op().equals(op))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no Vulkan kernel for " + op));
  }

  /**
   * Every entry point of the provider: each op with every dtype of one to eight bytes. Which of
   * them are registered is for contracts to say.
   */
  public static LinkRegistry linkRegistry() {
    return LINK_REGISTRY;
  }
}
