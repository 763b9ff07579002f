package dev.fkc.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.source.Problem;
import dev.fkc.source.SourceFile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlReaderTest {
  private final List<Problem> problems = new ArrayList<>();

  private YamlMap read(String text) {
    return DocumentReader.readBlock(SourceFile.of("block", text), problems::add);
  }

  private YamlScalar scalar(String text) {
    YamlMap map = read("name: " + text + "\n");
    assertThat(problems).isEmpty();
    return (YamlScalar) map.entries().get(0).value();
  }

  private List<String> codes() {
    return problems.stream().map(Problem::code).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "no, TEXT",
    "on, TEXT",
    "y, TEXT",
    "true, BOOLEAN",
    "True, ODD_BOOLEAN",
    "~, NULL",
    "'', NULL",
    "null, NULL",
    "~/x, TEXT",
    "0o17, INTEGER",
    "017, INTEGER",
    "08, INTEGER",
    "-7, INTEGER",
    "0x1F, INTEGER",
    "1_000, TEXT",
    "1:30, TEXT",
    "0b101, TEXT",
    ".5, FLOAT",
    "1., FLOAT",
    "1e3, FLOAT",
    ".inf, FLOAT",
    "-, TEXT",
    "2001-01-01, DATE",
    "1..=4, TEXT",
  })
  void plainScalarsHaveTheTypesOfTheCoreSchema(String text, YamlScalar.Type type) {
    if (text.equals("-")) {
      assertThat(YamlScalar.typeOf(text)).isEqualTo(type);
    } else {
      assertThat(scalar(text).type()).isEqualTo(type);
    }
  }

  @Test
  void quotedScalarsAreTextWhateverTheyLookLike() {
    assertThat(scalar("'~'").type()).isEqualTo(YamlScalar.Type.TEXT);
    assertThat(scalar("\"true\"").type()).isEqualTo(YamlScalar.Type.TEXT);
    assertThat(scalar("''").isNull()).isFalse();
    assertThat(scalar("\"a\\tb\"").text()).isEqualTo("a\tb");
  }

  @Test
  void sameKeyInAnotherSpellingIsADuplicate() {
    YamlMap map = read("a: 1\n\"a\": 2\nb: 3\n");
    assertThat(codes()).containsExactly("FKC-DUPLICATE-KEY");
    assertThat(problems.get(0).span()).hasToString("block:2:1");
    assertThat(problems.get(0).related().get(0).span()).hasToString("block:1:1");
    assertThat(((YamlScalar) map.value("a")).text()).isEqualTo("1");
    assertThat(map.entries()).hasSize(2);
  }

  @Test
  void wordsThatYaml11MergesAreDifferentKeys() {
    read("no: {}\noff: {}\n1: {}\n");
    assertThat(codes()).isEmpty();
  }

  @Test
  void tabsSeparateButDoNotIndent() {
    YamlMap map = read("k:\tv\nlist:\n- \ta\n-\tb\nflow: [a,\tb]\nend: v\t\n");
    assertThat(problems).isEmpty();
    assertThat(((YamlScalar) map.value("k")).text()).isEqualTo("v");
    assertThat(((YamlScalar) map.value("k")).span()).hasToString("block:1:4");
    assertThat(((YamlList) map.value("list")).items())
        .extracting(n -> ((YamlScalar) n).text())
        .containsExactly("a", "b");
    read("a:\n \tb: 1\n");
    assertThat(codes()).containsExactly("FKC-YAML-TAB");
    assertThat(problems.get(0).span()).hasToString("block:2:2");
  }

  @Test
  void tabsInsideTextStay() {
    assertThat(((YamlScalar) read("k: 'a:\tb'\n").value("k")).text()).isEqualTo("a:\tb");
  }

  @Test
  void everyLineEndCountsOnce() {
    YamlMap crlf = read("a: 1\r\nb: true\r\n");
    assertThat(crlf.entry("b").keySpan()).hasToString("block:2:1");
    YamlMap cr = read("a: 1\rb: 2\r");
    assertThat(((YamlScalar) cr.value("b")).text()).isEqualTo("2");
    assertThat(cr.entry("b").keySpan()).hasToString("block:2:1");
    assertThat(((YamlScalar) read("x: |\r\n a\r\n b\r\n").value("x")).text()).isEqualTo("a\nb\n");
    assertThat(problems).isEmpty();
  }

  @Test
  void columnsCountUtf16Units() {
    YamlMap map = read("a: \"\uD83D\uDE00\" # \uD83D\uDE00\nb: { \uD83D\uDE00: 1, c: x }\n");
    YamlMap nested = (YamlMap) map.value("b");
    assertThat(nested.entry("c").keySpan()).hasToString("block:2:13");
    assertThat(nested.entry("c").value().span().text()).isEqualTo("x");
  }

  @Test
  void anchorsAliasesMergeKeysAndTagsAreEachReported() {
    read("a: &x [1]\nb: *x\nc: { <<: { d: 1 } }\ne: !!int 1\nf: !g h\n? *x\n: 1\n");
    assertThat(codes())
        .containsExactly(
            "FKC-YAML-REFERENCE",
            "FKC-YAML-REFERENCE",
            "FKC-YAML-REFERENCE",
            "FKC-YAML-TAG",
            "FKC-YAML-TAG",
            "FKC-YAML-REFERENCE");
  }

  @Test
  void aliasBombsAreRefusedWithoutBeingExpanded() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x]\n");
    for (int i = 1; i <= 40; i++) {
      bomb.append("a%d: &a%d [*a%d, *a%d, *a%d]\n".formatted(i, i, i - 1, i - 1, i - 1));
    }
    read(bomb.toString());
    assertThat(codes()).isNotEmpty().containsOnly("FKC-YAML-REFERENCE");
    problems.clear();
    read("a: &x { self: *x }\n");
    assertThat(codes()).containsExactly("FKC-YAML-REFERENCE", "FKC-YAML-REFERENCE");
  }

  @Test
  void spansEndWithTheirValue() {
    YamlMap map = read("a:\n  - b: 1 # one\n    c: [d, e]   # two\n\n# three\nf: g\n");
    assertThat(map.value("a").span().text()).isEqualTo("- b: 1 # one\n    c: [d, e]");
    assertThat(map.span().text()).endsWith("f: g");
  }

  @Test
  void whatIsNoMappingIsRefused() {
    for (String text : List.of("", "# only\n", "- a\n", "text\n", "~\n")) {
      problems.clear();
      assertThat(read(text)).as(text).isNull();
      assertThat(codes()).as(text).containsExactly("FKC-WRONG-STRUCTURE");
    }
    problems.clear();
    assertThat(read("? [a]\n: b\n")).isNull();
    assertThat(codes()).containsExactly("FKC-WRONG-STRUCTURE");
  }
}
