package dev.fkc.cli;

import dev.fkc.contract.TensorDescriptor;
import dev.fkc.registry.BindingEntry;
import dev.fkc.registry.KernelVariant;
import dev.fkc.type.DType;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A binding as the command line lists it.
 *
 * @param variant key, symbol and contract
 * @param entry what the symbol resolved to; null for contracts that have no link registry here
 */
record Listing(KernelVariant variant, @Nullable BindingEntry entry) {

  boolean isResolved() {
    return entry != null;
  }

  /** What happens to an awkward view, operand by operand. */
  List<String> strategies() {
    return variant.contract().inputs().subList(0, variant.inputCount()).stream()
        .map((TensorDescriptor input) -> variant.contract().strategy(input).token())
        .toList();
  }

  static String words(List<DType> dtypes) {
    return dtypes.stream().map(DType::token).collect(Collectors.joining(" "));
  }
}
