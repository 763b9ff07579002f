package dev.fkc.cli;

import dev.fkc.source.DidYouMean;
import dev.fkc.source.Rule;
import dev.fkc.source.RuleBook;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fkc explain}. */
@Command(
    name = "explain",
    description = "Explain a rule of fkc check: why it exists and how to mend a breach.")
final class ExplainCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "CODE",
      description = "Such as FKC-DUPLICATE-KEY; all codes are listed when not given.")
  @Nullable String code;

  @Option(names = "--markdown", description = "Print the page that documents every rule.")
  boolean markdown;

  @Override
  public Integer call() {
    if (markdown) {
      spec.commandLine().getOut().print(RuleBook.markdown());
    } else if (code == null) {
      Table table = new Table("code", "severity", "what is wrong");
      for (Rule rule : Rule.values()) {
        table.row(rule.code(), rule.severity().name().toLowerCase(Locale.ROOT), rule.title());
      }
      table.print(spec.commandLine().getOut());
    } else {
      spec.commandLine().getOut().println(RuleBook.explain(rule(code)));
    }
    return 0;
  }

  private Rule rule(String text) {
    String upper = text.toUpperCase(Locale.ROOT).replace('_', '-');
    String full = upper.startsWith("FKC-") ? upper : "FKC-" + upper;
    return Rule.ofCode(full)
        .orElseThrow(
            () -> {
              List<String> codes = Arrays.stream(Rule.values()).map(Rule::code).toList();
              String help = DidYouMean.help(full, codes);
              return new ParameterException(
                  spec.commandLine(),
                  "there is no rule " + text + (help == null ? "" : "; " + help));
            });
  }
}
