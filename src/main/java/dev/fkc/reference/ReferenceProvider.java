package dev.fkc.reference;

import dev.fkc.registry.LinkRegistry;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The reference as a provider: {@code dev.fkc.reference::OP_DTYPE} for each of the eight ops and
 * each dtype of whole bytes, all dtypes of an op bound to the one kernel.
 */
public final class ReferenceProvider {
  /** What contracts call it in {@code provider.link_registry}. */
  public static final String LINK_REGISTRY = "dev.fkc.reference::ENTRY_POINTS";

  /** What contracts call it in {@code kernel_source}. */
  public static final String KERNEL_SOURCE = "java-reference";

  private static final String NAMESPACE = "dev.fkc.reference::";
  private static final Map<OpKind, ReferenceKernel> KERNELS = kernels();
  private static final LinkRegistry SYMBOLS = symbols();

  private ReferenceProvider() {}

  private static Map<OpKind, ReferenceKernel> kernels() {
    Map<OpKind, ReferenceKernel> kernels = new LinkedHashMap<>();
    for (OpKind op : OpKind.known()) {
      String name = op.name().replaceAll("(?<=[a-z])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
      kernels.put(op, new ReferenceKernel(op, name));
    }
    return kernels;
  }

  private static LinkRegistry symbols() {
    LinkRegistry.Builder builder = LinkRegistry.builder(LINK_REGISTRY);
    for (ReferenceKernel kernel : KERNELS.values()) {
      for (DType dtype : DType.values()) {
        if (!dtype.isSubByte()) {
          builder.bind(NAMESPACE + kernel.name() + "_" + dtype.suffix(), kernel);
        }
      }
    }
    return builder.build();
  }

  /** The symbols of this provider. */
  public static LinkRegistry linkRegistry() {
    return SYMBOLS;
  }
}
