package dev.fkc.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.fkc.source.Problem;
import dev.fkc.source.Problem.Severity;
import dev.fkc.source.ProblemPrinter;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One fault gives one message, at its place, with the section and the field that it lies in. */
class SingleFaultTest {
  private static Arguments fault(
      String code, @Nullable String section, @Nullable String field, String from, String broken) {
    return Arguments.of(code, section, field, from, broken);
  }

  static Stream<Arguments> faults() {
    return Stream.of(
        fault("BAD-SCALAR-TYPE", null, "provider.name", "sample-kernels", "«12»"),
        fault("BAD-SCALAR-TYPE", null, "provider.backend", "backend: Vulkan", "backend: «true»"),
        fault(
            "WRONG-STRUCTURE",
            null,
            "provider",
            Samples.FRONT.substring(
                Samples.FRONT.indexOf("provider:"), Samples.FRONT.lastIndexOf("---")),
            "provider: «words»\n"),
        fault("NO-DTYPES", "flip", "accept.inputs[0].dtypes", "[F32, U8]", "«[]»"),
        fault(
            "NO-DTYPES",
            "flip",
            "accept.inputs[0].dtypes",
            "name: input\n      dtypes: [F32, U8]",
            "name: «input»"),
        fault("UNKNOWN-DTYPE", "flip", "accept.inputs[0].dtypes[1]", "[F32, U8]", "[F32, «U9»]"),
        fault("WRONG-STRUCTURE", "flip", "accept.inputs[0].dtypes", "[F32, U8]", "«F32»"),
        fault("WRONG-STRUCTURE", "flip", "accept.inputs[0].dtypes", "[F32, U8]", "«{ a: b }»"),
        fault(
            "WRONG-STRUCTURE", "flip", "accept.inputs[0].dtypes[0]", "[F32, U8]", "[«[F32]», U8]"),
        fault("MISSING-FIELD", "flip", "accept.inputs[0].name", "name: input", "«device»: input"),
        fault("BAD-SCALAR-TYPE", "flip", "accept.inputs[0].name", "name: input", "name: «7»"),
        fault("MISSING-FIELD", "flip", "accept.inputs[0].name", "name: input", "name: «\"\"»"),
        fault(
            "BAD-SCALAR-TYPE", "flip", "accept.op_params.variant", "variant: Flip", "variant: «1»"),
        fault(
            "BAD-SCALAR-TYPE",
            "flip",
            "accept.op_params.fields.axis.kind",
            "kind: usize",
            "kind: «12»"),
        fault(
            "BAD-SCALAR-TYPE",
            "sketch",
            "registrable",
            "registrable: false",
            "registrable: «\"false\"»"),
        fault(
            "AMBIGUOUS-WORD",
            "flip",
            "caps.fast_paths[0].note",
            ", class: cheap",
            ", note: «no», class: cheap"),
        fault("AMBIGUOUS-WORD", "flip", "accept.inputs[0].device", "rank: any", "device: «y»"),
        fault(
            "DUPLICATE-KEY", "flip", "cost.class", "flops: \"0\"", "«class»: free\n  flops: \"0\""),
        fault("YAML-TAG", "flip", "accept.inputs[0].rank", "rank: any", "rank: «!x any»"),
        fault(
            "YAML-REFERENCE",
            "flip",
            "determinism",
            "determinism: bitwise",
            "determinism: «&a bitwise»"),
        fault(
            "YAML-REFERENCE",
            "flip",
            "<<",
            "determinism: bitwise",
            "«<<»: { a: 1 }\ndeterminism: bitwise"),
        fault(
            "YAML-TAB",
            "flip",
            null,
            "\n  provenance: judge_measured",
            "\n«\t»provenance: judge_measured"),
        fault(
            "UNKNOWN-TOKEN",
            "blend",
            "accept.inputs[0].fdx.symbolic_extent",
            "symbolic_extent: required",
            "symbolic_extent: «must»"),
        fault("COST-SYMBOL", "blend", "cost.flops", "\"k * w.dim[0]\"", "\"k * w.dim[0] * «kk»\""),
        fault(
            "WRONG-STRUCTURE",
            "flip",
            "accept",
            "accept:\n  inputs:\n",
            "accept: «words»\nx:\n  inputs:\n"));
  }

  @ParameterizedTest(name = "{0} at {2}: {4}")
  @MethodSource("faults")
  void isReportedOnce(
      String code, @Nullable String section, @Nullable String field, String from, String broken) {
    String marked = Samples.with(from, broken);
    int start = marked.indexOf('«');
    int end = marked.indexOf('»') - 1;
    List<Problem> problems =
        Samples.read(marked.replace("«", "").replace("»", "")).problems().stream()
            .filter(p -> p.severity() != Severity.NOTE)
            .filter(p -> !(p.code().equals("FKC-UNKNOWN-KEY") && "x".equals(p.field())))
            .toList();
    assertThat(problems)
        .as(() -> problems.stream().map(ProblemPrinter::print).toList().toString())
        .extracting(
            Problem::code,
            Problem::section,
            Problem::field,
            p -> p.span().start(),
            p -> p.span().end())
        .containsExactly(tuple("FKC-" + code, section, field, start, end));
  }
}
