package dev.fkc.source;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Contract text was refused. Carries every problem of the import, warnings included, in file order;
 * nothing was imported.
 */
public final class ContractException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  /**
   * An exception for these problems.
   *
   * @param problems at least one of them an error
   */
  public ContractException(List<Problem> problems) {
    super(problems.stream().map(ProblemPrinter::print).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  /** Everything that was found, in file order. */
  public List<Problem> problems() {
    return problems;
  }
}
