package dev.fkc.contract;

import dev.fkc.source.SourceFile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One file of an import. Immutable.
 *
 * @param file its text
 * @param provider after inheritance; null when the front matter could not be read
 * @param sections how many kernel sections it has, faulty ones included
 * @param registrable how many of them are registrable, faulty ones included
 * @param contracts the sections whose records could be built, in file order
 */
public record ContractFile(
    SourceFile file,
    @Nullable Provider provider,
    int sections,
    int registrable,
    List<KernelContract> contracts) {
  public ContractFile {
    contracts = List.copyOf(contracts);
  }
}
