package dev.fkc.registry;

import static dev.fkc.registry.ContractFixture.section;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.contract.DtypeClass;
import dev.fkc.contract.DtypeRule;
import dev.fkc.source.Problem;
import dev.fkc.source.Rule;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class FanOutTest {
  private static List<String> variants(ContractFixture section) {
    FanOut.Result result = FanOut.of(section.contract());
    assertThat(result.problems()).isEmpty();
    return result.variants().stream().map(KernelVariant::toString).toList();
  }

  private static Problem problem(ContractFixture section) {
    FanOut.Result result = FanOut.of(section.contract());
    assertThat(result.variants()).isEmpty();
    assertThat(result.problems()).hasSize(1);
    return result.problems().get(0);
  }

  @Test
  void varyingOperandGivesOneKeyPerDtypeInItsOrder() {
    assertThat(
            variants(
                section("gather", OpKind.GATHER)
                    .input("source", DType.F32, DType.F16)
                    .input("indices", DType.U32)
                    .passthrough("source")))
        .containsExactly(
            "p::gather_f32: (Gather, [F32, U32, F32], Vulkan)",
            "p::gather_f16: (Gather, [F16, U32, F16], Vulkan)");
  }

  @Test
  void sectionWithoutVaryingOperandKeepsItsSymbol() {
    assertThat(variants(section("scan_u8", OpKind.FLIP).input("x", DType.U8).fixed(DType.U32)))
        .containsExactly("p::scan_u8: (Flip, [U8, U32], Vulkan)");
  }

  @Test
  void operandsThatVaryTogetherStayInStep() {
    assertThat(
            variants(
                section("add", new OpKind("Add"))
                    .input("a", DType.F32, DType.F64)
                    .input("b", DType.F32, DType.F64)
                    .passthrough("b")
                    .fixed(DType.BOOL)))
        .containsExactly(
            "p::add_f32: (Add, [F32, F32, F32, BOOL], Vulkan)",
            "p::add_f64: (Add, [F64, F64, F64, BOOL], Vulkan)");
  }

  @Test
  void classFansOutToItsMembers() {
    assertThat(
            variants(
                section("abs", new OpKind("Abs"))
                    .inputOfClass("x", DtypeClass.UINT)
                    .passthrough("x")))
        .containsExactly(
            "p::abs_u8: (Abs, [U8, U8], Vulkan)", "p::abs_u32: (Abs, [U32, U32], Vulkan)");
  }

  @Test
  void optionalOperandGivesKeysWithAndWithoutIt() {
    assertThat(
            variants(
                section("attn", new OpKind("FlashAttn"))
                    .input("q", DType.F32, DType.F16)
                    .optional("slopes", DType.F32)
                    .passthrough("q")))
        .containsExactly(
            "p::attn_f32: (FlashAttn, [F32, F32, F32], Vulkan)",
            "p::attn_f32: (FlashAttn, [F32, F32], Vulkan)",
            "p::attn_f16: (FlashAttn, [F16, F32, F16], Vulkan)",
            "p::attn_f16: (FlashAttn, [F16, F16], Vulkan)");
  }

  @Test
  void bundleContributesItsFirstSlot() {
    List<String> expected = List.of("p::topk: (TopK, [F32, U32], Vulkan)");
    ContractFixture bare = section("topk", new OpKind("TopK")).input("x", DType.F32);
    assertThat(
            variants(
                bare.slot(new DtypeRule.Fixed(DType.U32)).slot(new DtypeRule.Passthrough("x"))))
        .isEqualTo(expected);
    assertThat(variants(bare.output(new DtypeRule.Bundle()))).isEqualTo(expected);
  }

  @Test
  void describeOnlySectionGivesNothing() {
    assertThat(variants(section("notes", OpKind.FLIP).describeOnly())).isEmpty();
  }

  @Test
  void differentListsAreAMismatchThatNamesBoth() {
    Problem problem =
        problem(
            section("add", new OpKind("Add"))
                .input("a", DType.F32, DType.F64)
                .input("b", DType.F64, DType.F32)
                .passthrough("a"));
    assertThat(problem.code()).isEqualTo(Rule.FANOUT_DTYPE_MISMATCH.code());
    assertThat(problem.message()).isEqualTo("operands a and b fan out over different dtypes");
    assertThat(problem.found()).isEqualTo("[F64, F32]");
    assertThat(problem.field()).isEqualTo("accept.inputs[1].dtypes");
    assertThat(problem.related()).hasSize(1);
  }

  @Test
  void optionalOperandBeforeAnotherIsRefused() {
    Problem problem =
        problem(
            section("attn", new OpKind("FlashAttn"))
                .optional("slopes", DType.F32)
                .input("q", DType.F32)
                .passthrough("q"));
    assertThat(problem.code()).isEqualTo(Rule.OPTIONAL_OPERAND_NOT_LAST.code());
    assertThat(problem.message()).contains("slopes");
  }

  @Test
  void outputsPassThroughOperandsThatEveryCallHas() {
    assertThat(problem(section("f", OpKind.FLIP).input("input", DType.F32).passthrough("inptu")))
        .extracting(Problem::code, Problem::help)
        .containsExactly(Rule.UNKNOWN_ROLE.code(), "did you mean 'input'?");
    assertThat(
            problem(
                section("f", OpKind.FLIP)
                    .input("x", DType.F32)
                    .optional("y", DType.F32)
                    .passthrough("y")))
        .extracting(Problem::code, Problem::message)
        .containsExactly(
            Rule.OPTIONAL_PASSTHROUGH.code(), "output out passes through the optional operand y");
  }

  @Test
  void outputsWhoseDtypeNoKeyCanNameAreRefused() {
    assertThat(
            problem(
                    section("cast", new OpKind("Cast"))
                        .input("x", DType.F32)
                        .output(new DtypeRule.Cast("to")))
                .code())
        .isEqualTo(Rule.UNRESOLVED_OUTPUT_DTYPE.code());
  }

  @Test
  void operandWithoutDtypesIsRefused() {
    assertThat(
            problem(section("f", OpKind.FLIP).inputOfClass("x", DtypeClass.ANY).fixed(DType.F32))
                .code())
        .isEqualTo(Rule.NO_DTYPES.code());
  }
}
