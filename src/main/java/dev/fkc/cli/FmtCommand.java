package dev.fkc.cli;

import dev.fkc.contract.ContractFormatter;
import dev.fkc.contract.ContractSources;
import dev.fkc.contract.FormattedFile;
import dev.fkc.source.Problem;
import dev.fkc.source.ProblemPrinter;
import dev.fkc.source.SourceFile;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fkc fmt}. */
@Command(
    name = "fmt",
    description = {
      "Bring the blocks of contract files into canonical form.",
      "Prose and comments stay; so does the meaning. Lost indentation is restored where the"
          + " schema leaves no choice."
    })
final class FmtCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Parameters(arity = "1..*", paramLabel = "PATH", description = "Files and folders.")
  List<Path> paths = new ArrayList<>();

  @Option(
      names = "--check",
      description = "Write nothing; exit code 1 if a file is not in canonical form.")
  boolean check;

  @Override
  public Integer call() {
    ContractSources sources = ContractSources.load(paths);
    List<Problem> problems = new ArrayList<>(sources.problems());
    PrintWriter out = spec.commandLine().getOut();
    int changed = 0;
    for (SourceFile file : sources.files()) {
      FormattedFile formatted = ContractFormatter.format(file);
      problems.addAll(formatted.problems());
      if (formatted.changed()) {
        changed++;
        out.println((check ? "not in canonical form: " : "formatted: ") + file.name());
        if (!check) {
          ByteBuffer text = StandardCharsets.UTF_8.encode(formatted.text());
          AtomicFile.write(Path.of(file.name()), channel -> AtomicFile.drain(channel, text));
        }
      }
    }
    for (Problem problem : problems) {
      spec.commandLine().getErr().println(ProblemPrinter.print(problem));
    }
    int files = sources.files().size();
    out.println(
        files
            + (files == 1 ? " file, " : " files, ")
            + changed
            + (check ? " to format" : " formatted"));
    boolean bad = problems.stream().anyMatch(p -> p.severity() == Problem.Severity.ERROR);
    return bad || check && changed > 0 ? ErrorReport.PROBLEM : 0;
  }
}
