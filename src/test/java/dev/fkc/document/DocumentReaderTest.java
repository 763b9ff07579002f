package dev.fkc.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.document.ContractDocument.Section;
import dev.fkc.source.Problem;
import dev.fkc.source.SourceFile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentReaderTest {
  private static final String FRONT = "---\na: 1\n---\n";

  private final List<Problem> problems = new ArrayList<>();

  private ContractDocument read(String text) {
    problems.clear();
    return DocumentReader.read(SourceFile.of("f", text), problems::add);
  }

  private Section section(String markdown) {
    ContractDocument document = read(FRONT + "## s\n" + markdown);
    assertThat(document.sections()).hasSize(1);
    return document.sections().get(0);
  }

  private List<String> codes() {
    return problems.stream().map(Problem::code).toList();
  }

  @Test
  void sectionsHaveTitleProseAndBlock() {
    Section section = section("\nFirst\nparagraph.\n\nSecond.\n\n```fkc\nk: v\n```\n");
    assertThat(section.title()).isEqualTo("s");
    assertThat(section.prose()).isEqualTo("First paragraph.");
    assertThat(section.block().entry("k").value().span()).hasToString("f:12:4");
    assertThat(section.fence().text()).isEqualTo("k: v");
    assertThat(problems).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "```fkc\nk: v\n````\n",
        "~~~ fkc\nk: v\n~~~\n",
        "````fkc\nk: v\n````\n",
        "   ~~~fkc\n   k: v\n  ~~~\n",
        "```fkc a=b\nk: v\n```  \n",
        "~~~fkc a`b\nk: v\n~~~\n",
        "- i\n\n  ```fkc\n  k: v\n  ```\n",
        "- i\n```fkc\nk: v\n```\n",
        "> ```fkc\n> k: v\n> ```\n",
        "1. > - ```fkc\n   >   k: v\n   >   ```\n",
      })
  void fencesAreFoundInEveryForm(String markdown) {
    Section section = section(markdown);
    assertThat(problems).isEmpty();
    YamlMap.Entry entry = section.block().entry("k");
    assertThat(entry.keySpan().text()).isEqualTo("k");
    assertThat(entry.value().span().text()).isEqualTo("v");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "    ```fkc\n    k: v\n    ```\n",
        "<div>\n```fkc\nk: v\n```\n</div>\n",
        "<!--\n```fkc\nk: v\n```\n-->\n",
        "```FKC\nk: v\n```\n",
        "```fkc{.a}\nk: v\n```\n",
        "````text\n```fkc\nk: v\n```\n````\n",
      })
  void whatOnlyLooksLikeABlockIsPointedAt(String markdown) {
    assertThat(section(markdown).block()).isNull();
    assertThat(codes()).containsExactly("FKC-SECTION-WITHOUT-BLOCK");
    assertThat(problems.get(0).span()).hasToString("f:4:1");
    assertThat(problems.get(0).help()).isNotNull();
    assertThat(problems.get(0).related()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "```fkc\nk: v\n``\n",
        "```fkc\nk: v\n~~~\n",
        "```fkc\nk: v\n``` x\n",
        "```fkc\nk: v\n    ```\n",
        "```fkc\nk: v",
        "- ```fkc\n  k: v\n\nout\n",
        "> ```fkc\n> k: v\nout\n",
      })
  void fencesThatDoNotCloseAreErrors(String markdown) {
    assertThat(section(markdown).block()).isNull();
    assertThat(codes()).containsExactly("FKC-FENCE-UNCLOSED");
    assertThat(problems.get(0).span().line()).isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "```fkc\nk: v\n\n## t\n\n```fkc\nk: w\n```\n",
        "```fkc\nk: v\n``\n\n## t\n\n```fkc\nk: w\n```\n",
        "~~~fkc\nk: v\n```\n\n## t\n\n~~~~ fkc x\nk: w\n~~~~\n",
        "- ```fkc\n  k: v\n\n  ```fkc\n  k: w\n  ```\n",
      })
  void fenceThatRunsIntoTheNextBlockDoesNotClose(String markdown) {
    Section section = section(markdown);
    assertThat(section.block()).isNull();
    assertThat(codes()).containsExactly("FKC-FENCE-UNCLOSED");
    assertThat(problems.get(0).span().line()).isEqualTo(5);
    assertThat(problems.get(0).related().get(0).span().text()).contains("fkc");
  }

  @Test
  void otherFenceThatRunsIntoABlockDoesNotCloseEither() {
    read(FRONT + "\n```sh\nls\n\n## s\n\n```fkc\nk: v\n```\n");
    assertThat(codes()).containsExactly("FKC-FENCE-UNCLOSED");
    assertThat(problems.get(0).span()).hasToString("f:5:1");
    read(FRONT + "\n~~~sh\n```fkc\nk: v\n```\n~~~\n");
    assertThat(codes()).isEmpty();
  }

  @Test
  void headingInsideAFenceIsText() {
    ContractDocument document =
        read(FRONT + "## s\n```fkc\n## c\nk: v\n```\n### t\n## u\n```fkc\nk: w\n```\n");
    assertThat(document.sections()).extracting(Section::title).containsExactly("s", "u");
    assertThat(problems).isEmpty();
  }

  @Test
  void underlinedTextIsNoSection() {
    ContractDocument document = read(FRONT + "Prose\n---\n## s\n```fkc\nk: v\n```\nmore\n---\n");
    assertThat(document.sections()).hasSize(1);
    assertThat(problems).isEmpty();
  }

  @Test
  void frontMatterWorksWithCrlfBomAndTrailingBlanks() {
    ContractDocument document =
        read("\uFEFF---  \r\na: 1\r\n--- \r\n## s\r\n```fkc\r\nk: v\r\n```\r\n");
    assertThat(problems).isEmpty();
    assertThat(document.frontMatter().entry("a").value().span()).hasToString("f:2:4");
    assertThat(document.sections().get(0).block().entry("k").value().span()).hasToString("f:6:4");
  }

  @Test
  void loneCarriageReturnsEndLines() {
    ContractDocument document = read("---\ra: 1\r---\r## s\r```fkc\rk: v\r```\r");
    assertThat(problems).isEmpty();
    assertThat(document.sections().get(0).block().entry("k").value().span()).hasToString("f:6:4");
  }

  @Test
  void emptyFileIsAnErrorAtItsStart() {
    assertThat(read("").sections()).isEmpty();
    assertThat(codes()).containsExactly("FKC-FRONT-MATTER-MISSING");
    read("---");
    assertThat(codes()).containsExactly("FKC-FRONT-MATTER-UNCLOSED");
    read("---\n---\n");
    assertThat(codes()).containsExactly("FKC-WRONG-STRUCTURE");
  }

  @Test
  void columnsInQuotesAndListsAreThoseOfTheFile() {
    Section section =
        section("> - x\n>\n>   ```fkc\n>   k: \uD83D\uDE00\n>\n>   l: [a, b]\n>   ```\n");
    assertThat(section.block().entry("l").value().span()).hasToString("f:10:8");
    assertThat(section.block().entry("l").value().span().text()).isEqualTo("[a, b]");
    assertThat(section.replaceable()).isFalse();
  }
}
