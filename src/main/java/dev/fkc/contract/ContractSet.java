package dev.fkc.contract;

import dev.fkc.source.ContractException;
import dev.fkc.source.Problem;
import java.util.List;

/**
 * What reading some files gave: records and problems. Immutable.
 *
 * <p>A section that breaks a rule is reported and still present when its record could be built, so
 * that it can be listed; whoever imports must first ask {@link #orThrow}.
 *
 * @param files in processing order, which is the order of siblings
 * @param problems everything that was found, sorted by place
 */
public record ContractSet(List<ContractFile> files, List<Problem> problems) {
  public ContractSet {
    files = List.copyOf(files);
    problems = List.copyOf(problems);
  }

  /** Every contract of every file, in order. */
  public List<KernelContract> contracts() {
    return files.stream().flatMap(file -> file.contracts().stream()).toList();
  }

  /** How many kernel sections the files have, faulty ones included. */
  public int sections() {
    return files.stream().mapToInt(ContractFile::sections).sum();
  }

  /** How many sections are registrable, faulty ones included. */
  public int registrable() {
    return files.stream().mapToInt(ContractFile::registrable).sum();
  }

  /** Whether any problem is an error. */
  public boolean hasErrors() {
    return problems.stream().anyMatch(p -> p.severity() == Problem.Severity.ERROR);
  }

  /**
   * This set, if it may be imported.
   *
   * @throws ContractException with every problem, if any is an error
   */
  public ContractSet orThrow() {
    if (hasErrors()) {
      throw new ContractException(problems);
    }
    return this;
  }
}
