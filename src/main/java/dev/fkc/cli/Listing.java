package dev.fkc.cli;

import dev.fkc.contract.ContractReader;
import dev.fkc.contract.ContractSet;
import dev.fkc.contract.ContractSources;
import dev.fkc.contract.TensorDescriptor;
import dev.fkc.registry.BindingEntry;
import dev.fkc.registry.FanOut;
import dev.fkc.registry.KernelVariant;
import dev.fkc.type.DType;
import java.nio.file.Path;
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

  /**
   * The bindings of some contract files and folders, unresolved, or the bundled ones when there are
   * no paths.
   *
   * @throws Failure if nothing could be read from the paths
   */
  static List<Listing> of(List<Path> paths) {
    if (paths.isEmpty()) {
      return Bundled.registry().entries().stream()
          .map(entry -> new Listing(entry.variant(), entry))
          .toList();
    }
    ContractSources sources = ContractSources.load(paths);
    ContractSet contracts = ContractReader.read(sources);
    if (sources.files().isEmpty()) {
      throw new Failure(
          sources.problems().isEmpty()
              ? "no *.fkc.md file in "
                  + paths.stream().map(Path::toString).collect(Collectors.joining(", "))
              : sources.problems().get(0).toString());
    }
    return contracts.contracts().stream()
        .flatMap(contract -> FanOut.of(contract).variants().stream())
        .map(variant -> new Listing(variant, null))
        .toList();
  }

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
