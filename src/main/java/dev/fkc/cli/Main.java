package dev.fkc.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;

/**
 * The command line's start. Exit codes: 0 done, 1 found a problem, 2 wrong use, 130 and the like
 * ended by a signal. Errors are one or two lines; {@code --verbose} adds the stack trace.
 */
public final class Main {
  private Main() {}

  /** Runs a command and ends the JVM with its exit code. */
  public static void main(String[] args) {
    if (!List.of(args).contains("--verbose")) {
      BindingNotices.silence();
    }
    Interruption.expect();
    System.exit(
        run(
            args,
            Interruption.guard(new FileOutputStream(FileDescriptor.out)),
            writer(Interruption.guard(new FileOutputStream(FileDescriptor.err)))));
  }

  /** Runs a command; output that could not be written makes its exit code 1. */
  static int run(String[] args, OutputStream out, PrintWriter err) {
    StandardOutput output = new StandardOutput(out);
    int code = run(args, writer(output), err);
    IOException failure = output.failure();
    if (failure == null) {
      return code;
    }
    if (!output.readerIsGone()) {
      new ErrorReport()
          .print(err, args, "cannot write the output: " + AtomicFile.reason(failure), failure);
      err.flush();
    }
    return ErrorReport.PROBLEM;
  }

  private static PrintWriter writer(OutputStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), false);
  }

  /** Runs a command and returns its exit code. */
  static int run(String[] args, PrintWriter out, PrintWriter err) {
    CommandLine line = new CommandLine(new RootCommand());
    ArgumentTypes.register(line);
    ErrorReport report = new ErrorReport();
    line.setOut(out)
        .setErr(err)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setAbbreviatedOptionsAllowed(false)
        .setParameterExceptionHandler(report)
        .setExecutionExceptionHandler(report);
    try {
      return line.execute(args);
    } catch (OutOfMemoryError e) {
      return report.print(
          err, args, "the Java heap is too small: raise it with FKC_JAVA_OPTS=-Xmx..", e);
    } catch (Error e) {
      return report.print(err, args, "internal error: " + e, e);
    } finally {
      out.flush();
      err.flush();
    }
  }
}
