package dev.fkc.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code fkc} by itself: shows what there is. */
@Command(
    name = "fkc",
    description = "Vulkan compute kernels that move tensor data, described by contracts.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    scope = ScopeType.INHERIT,
    sortOptions = false,
    footer = {"", "fkc test runs the whole test suite; demo and test install what they lack."},
    subcommands = {
      DemoCommand.class,
      DevicesCommand.class,
      ListCommand.class,
      ShowCommand.class,
      CheckCommand.class,
      ExplainCommand.class,
      FmtCommand.class,
      RunCommand.class,
      VerifyCommand.class,
      BenchCommand.class,
      JudgeCommand.class
    })
final class RootCommand implements Runnable {
  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Show the stack trace of an error.")
  boolean verbose;

  @Spec CommandSpec spec;

  @Override
  public void run() {
    throw new CommandLine.ParameterException(spec.commandLine(), "no command is given");
  }
}
