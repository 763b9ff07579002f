package dev.fkc.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RuleBookTest {
  private static final Path PAGE = Path.of("docs/diagnostics.md");

  @Test
  void pageInTheDocumentationIsTheOneMadeFromTheRules() throws IOException {
    if (Boolean.getBoolean("fkc.update")) {
      Files.writeString(PAGE, RuleBook.markdown());
    }
    assertThat(Files.readString(PAGE))
        .as("run the tests with -Dfkc.update=true to write the page anew")
        .isEqualTo(RuleBook.markdown());
  }

  @Test
  void explanationSaysWhatWhyAndHow() {
    assertThat(RuleBook.explain(Rule.DUPLICATE_KEY))
        .startsWith("FKC-DUPLICATE-KEY (error, format §2)\nThe same key twice in one mapping.\n")
        .contains("\nWhy: ", "\nHow to mend it: ");
  }

  @Test
  void codesAreFoundInAnyCaseWithOrWithoutPrefix() {
    assertThat(Rule.ofCode("FKC-YAML-TAB")).contains(Rule.YAML_TAB);
    assertThat(Rule.ofCode("yaml-tab")).contains(Rule.YAML_TAB);
    assertThat(Rule.ofCode("fkc_yaml_tab")).contains(Rule.YAML_TAB);
    assertThat(Rule.ofCode("FKC-NOPE")).isEmpty();
  }

  @Test
  void textsAreSentencesAndTitlesAreNot() {
    assertThat(Arrays.asList(Rule.values()))
        .allSatisfy(
            rule -> {
              assertThat(rule.title()).doesNotEndWith(".");
              assertThat(rule.why()).endsWith(".");
              assertThat(rule.mend()).endsWith(".");
              assertThat(rule.section()).startsWith("§");
            });
  }
}
