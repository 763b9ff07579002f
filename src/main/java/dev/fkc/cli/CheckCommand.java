package dev.fkc.cli;

import dev.fkc.contract.ContractReader;
import dev.fkc.contract.ContractSet;
import dev.fkc.contract.ContractSources;
import dev.fkc.contract.KernelContract;
import dev.fkc.registry.DuplicateSymbols;
import dev.fkc.registry.FanOut;
import dev.fkc.source.Problem;
import dev.fkc.source.ProblemReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fkc check}. */
@Command(
    name = "check",
    description = "Check contract files, and all *.fkc.md files of folders; exit code 1 on errors.")
final class CheckCommand implements Callable<Integer> {
  enum Format {
    text,
    json,
    sarif
  }

  @Spec CommandSpec spec;

  @Parameters(arity = "1..*", paramLabel = "PATH", description = "Files and folders.")
  List<Path> paths = new ArrayList<>();

  @Option(names = "--strict", description = "Count warnings as errors.")
  boolean strict;

  @Option(names = "--pedantic", description = "Show notes too.")
  boolean pedantic;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "text (default), json, or sarif (2.1.0, for code hosts).")
  Format format = Format.text;

  @Override
  public Integer call() {
    ProblemReport report = report();
    PrintWriter out = spec.commandLine().getOut();
    switch (format) {
      case text -> out.print(report.text());
      case json -> out.println(report.json());
      case sarif -> out.println(report.sarif(Version.text()));
    }
    return report.errors() > 0 ? ErrorReport.PROBLEM : 0;
  }

  private ProblemReport report() {
    ContractSources sources = ContractSources.load(paths);
    if (sources.files().isEmpty() && sources.problems().isEmpty()) {
      throw new Failure(
          "no *.fkc.md file in "
              + paths.stream().map(Path::toString).collect(Collectors.joining(", ")));
    }
    ContractSet contracts = ContractReader.read(sources);
    List<Problem> problems = new ArrayList<>(contracts.problems());
    int keys = 0;
    DuplicateSymbols duplicates = new DuplicateSymbols();
    for (KernelContract contract : contracts.contracts()) {
      FanOut.Result fanOut = FanOut.of(contract);
      keys += fanOut.variants().size();
      problems.addAll(fanOut.problems());
      problems.addAll(duplicates.add(fanOut.variants()));
    }
    ProblemReport all =
        new ProblemReport(
            problems,
            contracts.files().size(),
            contracts.sections(),
            contracts.registrable(),
            keys);
    ProblemReport shown = pedantic ? all : all.withoutNotes();
    return strict ? shown.strict() : shown;
  }
}
