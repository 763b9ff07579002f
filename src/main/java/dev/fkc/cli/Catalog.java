package dev.fkc.cli;

import dev.fkc.FuelKernels;
import dev.fkc.contract.ContractReader;
import dev.fkc.contract.ContractSet;
import dev.fkc.contract.ContractSources;
import dev.fkc.contract.KernelContract;
import dev.fkc.registry.FanOut;
import dev.fkc.source.Problem;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Contracts and the bindings that they fan out to: the bundled ones, resolved, or those of any
 * provider's files, which need no link registry.
 *
 * @param contracts in order
 * @param listings in order
 * @param errors how many errors the files have; what they concern may be missing here
 */
record Catalog(List<KernelContract> contracts, List<Listing> listings, long errors) {

  /**
   * What stands in some files and folders, or the bundled contracts when there are no paths.
   *
   * @throws Failure if no file could be read
   */
  static Catalog of(List<Path> paths) {
    if (paths.isEmpty()) {
      List<Listing> listings =
          FuelKernels.registry().entries().stream()
              .map(entry -> new Listing(entry.variant(), entry))
              .toList();
      List<KernelContract> contracts =
          List.copyOf(
              listings.stream()
                  .map(listing -> listing.variant().contract())
                  .collect(Collectors.toCollection(LinkedHashSet::new)));
      return new Catalog(contracts, listings, 0);
    }
    ContractSources sources = ContractSources.load(paths);
    if (sources.files().isEmpty()) {
      throw new Failure(
          sources.problems().isEmpty()
              ? "no *.fkc.md file in "
                  + paths.stream().map(Path::toString).collect(Collectors.joining(", "))
              : sources.problems().get(0).toString());
    }
    ContractSet set = ContractReader.read(sources);
    List<Listing> listings =
        set.contracts().stream()
            .flatMap(contract -> FanOut.of(contract).variants().stream())
            .map(variant -> new Listing(variant, null))
            .toList();
    return new Catalog(
        set.contracts(),
        listings,
        set.problems().stream()
            .filter(problem -> problem.severity() == Problem.Severity.ERROR)
            .count());
  }

  /** Says in a line that something may be missing. */
  void warn(PrintWriter err) {
    if (errors > 0) {
      err.println("fkc: " + errors + " errors in these contracts; fkc check shows them");
    }
  }

  /** The bindings of one of the contracts. */
  List<Listing> listings(KernelContract contract) {
    return listings.stream().filter(l -> l.variant().contract() == contract).toList();
  }
}
