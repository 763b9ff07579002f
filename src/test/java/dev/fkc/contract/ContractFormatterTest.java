package dev.fkc.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.source.Problem;
import dev.fkc.source.SourceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContractFormatterTest {
  private static final List<String> BUNDLED =
      List.of(
          "contracts/vulkan/shape.fkc.md",
          "contracts/vulkan/select.fkc.md",
          "contracts/vulkan/contiguize.fkc.md",
          "contracts/cpu/reference.fkc.md");

  private static FormattedFile format(String text) {
    return ContractFormatter.format(Samples.file(text));
  }

  private static String block(String block) {
    return "---\nfkc_version: 1\n---\n\n## s\n\n```fkc\n" + block + "\n```\n";
  }

  private static String formatBlock(String block) {
    FormattedFile formatted = format(block(block));
    assertThat(formatted.problems()).isEmpty();
    assertThat(format(formatted.text()).changed()).as("formatting twice").isFalse();
    Matcher matcher = Pattern.compile("(?s)```fkc\n(.*)\n```\n").matcher(formatted.text());
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }

  static String[] bundled() {
    return BUNDLED.toArray(new String[0]);
  }

  @ParameterizedTest
  @MethodSource("bundled")
  void bundledContractsAreCanonical(String path) throws IOException {
    FormattedFile formatted = format(Files.readString(Path.of(path)));
    assertThat(formatted.changed()).isFalse();
    assertThat(formatted.problems()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("bundled")
  void lostIndentationComesBackExactly(String path) throws IOException {
    String text = Files.readString(Path.of(path));
    String flat =
        text.lines().map(String::stripLeading).collect(Collectors.joining("\n", "", "\n"));

    List<Problem> problems = ContractReader.read(List.of(Samples.file(flat))).problems();
    assertThat(problems).isNotEmpty();
    assertThat(problems).extracting(Problem::code).containsOnly("FKC-LOST-INDENTATION");

    FormattedFile restored = format(flat);
    assertThat(restored.text()).isEqualTo(text);
    assertThat(restored.problems()).isEmpty();
  }

  @Test
  void commentsOfFlatBlocksStandWithTheirLines() {
    String flat =
        block(
            "kernel: a # one\n# two\nprecision:\n# three\nmax_ulp: 1\n# four\ndeterminism: bitwise");
    assertThat(formatBlock(flat.substring(flat.indexOf("kernel"), flat.indexOf("\n```\n"))))
        .isEqualTo(
            "kernel: a # one\n# two\nprecision:\n  # three\n  max_ulp: 1\n# four\ndeterminism: bitwise");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // 'notes' has a place in the operand and none outside; a second one has none at all.
        "accept:\ninputs:\n- name: x\nnotes: a\nnotes: b",
        "accept:\nstranger: x",
        "caps:\nnotes: |\n  text",
        "accept:\n- name: x",
        // Both the layout and the operand have a place for a strategy.
        "accept:\ninputs:\n- name: x\nlayout:\nstrided: accepted\nawkward_layout_strategy: strided",
      })
  void nestingThatIsNotCertainIsNotRestored(String block) {
    assertThat(IndentationRestorer.restore(block.lines().toList(), ContractSchema.BLOCK)).isNull();
  }

  @Test
  void keysAreOrderedAndUnknownOnesComeLast() {
    assertThat(formatBlock("determinism: bitwise\nzeta: 1\nop_kind: A\nalpha: 2\nkernel: k"))
        .isEqualTo("kernel: k\nop_kind: A\ndeterminism: bitwise\nzeta: 1\nalpha: 2");
  }

  @Test
  void textIsQuotedAndWordsOnlyWhereYamlWouldMisreadThem() {
    assertThat(
            formatBlock(
                "kernel: \"flip\"\nblurb: it's 5 \\ fine\nkernel_source: 'a b'\nvariant: \"1\"\n"
                    + "kernel_revision_hash: '00ff'\nop_kind: \"yes\"\nentry_point: a::b"))
        .isEqualTo(
            "kernel: flip\nop_kind: \"yes\"\nblurb: \"it's 5 \\\\ fine\"\nkernel_source: \"a b\"\n"
                + "entry_point: \"a::b\"\nkernel_revision_hash: \"00ff\"\nvariant: \"1\"");
  }

  @Test
  void indentationIsTwoBlanksPerLevel() {
    assertThat(
            formatBlock(
                "kernel: k\naccept:\n     inputs:\n     -   dtypes:\n          - F32\n          - U8\n"
                    + "         name:   x\n     -\n         name: z"))
        .isEqualTo(
            "kernel: k\naccept:\n  inputs:\n    - name: x\n      dtypes:\n        - F32\n        - U8\n"
                + "    - name: z");
  }

  @Test
  void commentsAndSingleBlankLinesStay() {
    String block =
        """
        # first
        kernel: k # behind

        # of op
        op_kind: A
        accept: # of accept
          # of inputs
          inputs: # here
            # of x
            - name: x   # wide
              dtypes: [F32] # flow
              # deep, after the last
        # of cost
        cost:
          flops: "0"
          # inside, at the end
        precision: { audited: true } # flow
        # last""";
    assertThat(formatBlock(block)).isEqualTo(block);
  }

  @Test
  void commentsMoveWithTheirKeys() {
    assertThat(formatBlock("# of op\nop_kind: A # behind op\n# of kernel\nkernel: k"))
        .isEqualTo("# of kernel\nkernel: k\n# of op\nop_kind: A # behind op");
  }

  @Test
  void flowWithCommentsInsideBecomesLines() {
    assertThat(formatBlock("kernel: k\ncaps: { notes: a, # of notes\n  in_place: true }"))
        .isEqualTo("kernel: k\ncaps:\n  in_place: true\n  notes: \"a\" # of notes");
  }

  @Test
  void blockTextMovesWithItsField() {
    assertThat(
            formatBlock(
                "kernel: k\ncaps:\n      notes: |-\n            a\n              b\n\n            # c"))
        .isEqualTo("kernel: k\ncaps:\n  notes: |-\n    a\n      b\n\n    # c");
    assertThat(formatBlock("kernel: k\ncaps:\n  notes: |1-\n    a"))
        .isEqualTo("kernel: k\ncaps:\n  notes: \"  a\"".replace("\"  a\"", "\" a\""));
  }

  @Test
  void proseAndLineEndsStay() {
    String text = Samples.ALL.replace("kernel: flip\nop_kind: Flip", "op_kind: Flip\nkernel: flip");
    FormattedFile formatted = format(text.replace("\n", "\r\n"));
    assertThat(formatted.changed()).isTrue();
    assertThat(formatted.text().replace("\r\n", "")).doesNotContain("\n", "\r");
    assertThat(formatted.text()).contains("\r\nReverse one axis.\r\n");
    assertThat(formatted.text()).isEqualTo(format(text).text().replace("\n", "\r\n"));
  }

  @Test
  void brokenBlockStandsAsItWasWithTheReason() {
    String text = Samples.with("op_kind: Flip", "op_kind: [Flip");
    FormattedFile formatted = format(text);
    assertThat(formatted.problems()).extracting(Problem::code).containsExactly("FKC-YAML-SYNTAX");
    String broken = text.substring(text.indexOf("## flip"), text.indexOf("## blend"));
    assertThat(formatted.text()).contains(broken);
  }

  @Property(tries = 100)
  void shuffledKeysComeBackAndMeaningStays(@ForAll Random random) {
    String text = Samples.FRONT + shuffled(Samples.FLIP, random) + shuffled(Samples.BLEND, random);
    SourceFile file = Samples.file(text);
    FormattedFile formatted = ContractFormatter.format(file);
    assertThat(formatted.problems()).isEmpty();
    assertThat(ContractFormatter.format(Samples.file(formatted.text())).changed()).isFalse();
    ContractSet before = ContractReader.read(List.of(file));
    ContractSet after = Samples.read(formatted.text());
    assertThat(after.problems()).isEmpty();
    assertThat(after.contracts())
        .extracting(KernelContract::identity)
        .isEqualTo(before.contracts().stream().map(KernelContract::identity).toList());
    assertThat(formatted.text())
        .isEqualTo(format(Samples.FRONT + Samples.FLIP + Samples.BLEND).text());
  }

  /** A section with its top-level fields in another order. */
  private static String shuffled(String section, Random random) {
    int start = section.indexOf("```fkc\n") + 7;
    int end = section.indexOf("\n```\n", start);
    List<String> fields = new ArrayList<>();
    for (String line : (Iterable<String>) section.substring(start, end).lines()::iterator) {
      if (line.startsWith(" ")) {
        fields.set(fields.size() - 1, fields.get(fields.size() - 1) + "\n" + line);
      } else {
        fields.add(line);
      }
    }
    Collections.shuffle(fields, random);
    return section.substring(0, start) + String.join("\n", fields) + section.substring(end);
  }
}
