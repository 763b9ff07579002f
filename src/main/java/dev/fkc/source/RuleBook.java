package dev.fkc.source;

import java.util.Locale;

/** The rules as text: one explained, or all of them as the page {@code docs/diagnostics.md}. */
public final class RuleBook {
  private RuleBook() {}

  /** One rule, explained for the terminal; without a trailing line end. */
  public static String explain(Rule rule) {
    return rule.code()
        + " ("
        + word(rule)
        + ", format "
        + rule.section()
        + ")\n"
        + rule.title()
        + ".\n\nWhy: "
        + rule.why()
        + "\n\nHow to mend it: "
        + rule.mend();
  }

  /** The page that documents every rule, as Markdown. */
  public static String markdown() {
    StringBuilder page = new StringBuilder("# Diagnostics\n\n");
    page.append("What `fkc check` can find, with the reason for each rule and the way out.\n");
    page.append("`fkc explain CODE` prints the same. Errors refuse an import, warnings do not\n");
    page.append("(`--strict` makes them errors), notes are shown with `--pedantic`.\n\n");
    page.append(
        """
        ## Formats

        `fkc check --format json` prints one object with two members. `problems` is a list in the
        order of files and places; each has `code`, `severity` (`error`, `warning` or `note`), `file`,
        `line`, `column`, `end_line`, `end_column`, `message`, `section`, `field` (a dotted path such
        as `accept.inputs[0].dtypes`), `found`, `expected`, `help` and `related`, a list of other
        places with the same five place members and a `message`. Lines and columns count from 1, columns
        in UTF-16 units; the end lies behind the last unit. What does not apply is null. `summary` has
        `files`, `sections`, `registrable`, `keys` (after fan-out; a section that cannot fan out adds
        none), `errors` and `warnings`.

        `fkc check --format sarif` prints a SARIF 2.1.0 log, which code hosts show in reviews.

        ## Rules

        """);
    page.append("This section is made from the rules in the source; do not edit it by hand.\n");
    page.append("\n| code | severity | format | what is wrong |\n|---|---|---|---|\n");
    for (Rule rule : Rule.values()) {
      String anchor = rule.code().toLowerCase(Locale.ROOT);
      page.append("| [").append(rule.code()).append("](#").append(anchor).append(") | ");
      page.append(word(rule)).append(" | ").append(rule.section()).append(" | ");
      page.append(rule.title()).append(" |\n");
    }
    for (Rule rule : Rule.values()) {
      page.append("\n### ").append(rule.code()).append("\n\n");
      page.append(rule.title()).append(". (").append(word(rule)).append(", format ");
      page.append(rule.section()).append(")\n\n");
      page.append("**Why:** ").append(rule.why()).append("\n\n");
      page.append("**How to mend it:** ").append(rule.mend()).append('\n');
    }
    return page.toString();
  }

  private static String word(Rule rule) {
    return rule.severity().name().toLowerCase(Locale.ROOT);
  }
}
