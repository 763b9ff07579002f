package dev.fkc.cli;

import dev.fkc.registry.NoBindingException;
import dev.fkc.source.ContractException;
import dev.fkc.vulkan.VulkanException;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns what a command throws into one or two lines and an exit code. */
final class ErrorReport implements IParameterExceptionHandler, IExecutionExceptionHandler {
  static final int PROBLEM = 1;
  static final int WRONG_USE = 2;

  @Override
  public int handleParseException(ParameterException e, String[] args) {
    CommandLine line = e.getCommandLine();
    PrintWriter err = line.getErr();
    err.println("fkc: " + Quoted.visible(firstLine(e)));
    err.println("Try '" + line.getCommandSpec().qualifiedName() + " --help'.");
    trace(err, args, e);
    return WRONG_USE;
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine line, ParseResult parsed) {
    String[] args = parsed.originalArgs().toArray(new String[0]);
    if (e instanceof ParameterException wrongUse) {
      return handleParseException(wrongUse, args);
    }
    boolean expected =
        e instanceof Failure
            || e instanceof NoBindingException
            || e instanceof ContractException
            || e instanceof VulkanException
            || e instanceof IllegalArgumentException
            || e instanceof IndexOutOfBoundsException;
    String message = expected && e.getMessage() != null ? e.getMessage() : "internal error: " + e;
    return print(line.getErr(), args, message, e);
  }

  int print(PrintWriter err, String[] args, String message, Throwable cause) {
    err.println("fkc: " + Quoted.visible(message.strip()));
    trace(err, args, cause);
    return PROBLEM;
  }

  private static String firstLine(ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched && !unmatched.getUnmatched().isEmpty()) {
      String word = unmatched.getUnmatched().get(0);
      boolean command = e.getCommandLine().getParent() == null && !word.startsWith("-");
      return command ? "there is no command '" + word + "'" : "'" + word + "' is not expected here";
    }
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("wrong use");
  }

  private static void trace(PrintWriter err, String[] args, Throwable cause) {
    if (List.of(args).contains("--verbose")) {
      cause.printStackTrace(err);
    }
  }
}
