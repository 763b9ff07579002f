package dev.fkc.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.contract.KernelContract;
import dev.fkc.contract.RawIdentity;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class RevisionHashTest {
  private static final String SHAPE_DTYPES = "F32,F16,BF16,F64,I32,U32,I64";
  private static final String SELECT_DTYPES = "F32,F16,BF16,F64,U8,U32";
  private static final String DENSE = "required|rejected|rejected|rejected|rejected";
  private static final String ANY_VIEW = "accepted|accepted|accepted|accepted|accepted";
  private static final String COPY = "2 * n * dtype_bytes";

  @Test
  void knownVectorsOfFnv1a() {
    assertThat(RevisionHash.text(RevisionHash.fnv1a(""))).isEqualTo("cbf29ce484222325");
    assertThat(RevisionHash.text(RevisionHash.fnv1a("a"))).isEqualTo("af63dc4c8601ec8c");
    assertThat(RevisionHash.text(RevisionHash.fnv1a("foobar"))).isEqualTo("85944171f73967e8");
  }

  @Test
  void bytesAboveAsciiCountUnsigned() {
    long expected = (0xcbf29ce484222325L ^ 0xc3) * 0x100000001b3L;
    expected = (expected ^ 0xa9) * 0x100000001b3L;
    assertThat(RevisionHash.fnv1a("é")).isEqualTo(expected);
  }

  @Test
  void textsAreSixteenUnsignedDigits() {
    assertThat(RevisionHash.text(1)).isEqualTo("0000000000000001");
    assertThat(RevisionHash.text(-1)).isEqualTo("ffffffffffffffff");
    assertThat(RevisionHash.parse("0xFFFFFFFFFFFFFFFF")).hasValue(-1L);
    assertThat(RevisionHash.parse("2ab9fbf275e49de2")).hasValue(0x2ab9fbf275e49de2L);
    assertThat(RevisionHash.parse("")).isEmpty();
    assertThat(RevisionHash.parse("0x")).isEmpty();
    assertThat(RevisionHash.parse("-1")).isEmpty();
    assertThat(RevisionHash.parse("12345678901234567")).isEmpty();
  }

  @Test
  void authoredHashWins() {
    ContractFixture flip =
        ContractFixture.section("flip", OpKind.FLIP).input("x", DType.F32).passthrough("x");
    KernelContract computed = flip.contract();
    assertThat(RevisionHash.of(computed)).isEqualTo(RevisionHash.computed(computed.identity()));
    assertThat(RevisionHash.of(flip.revision(-2).contract())).isEqualTo(-2);
  }

  @Test
  void dtypesAreParts() {
    ContractFixture one = ContractFixture.section("f", OpKind.FLIP).input("x", DType.F32);
    ContractFixture two = ContractFixture.section("f", OpKind.FLIP).input("x", DType.F16);
    assertThat(RevisionHash.of(one.contract())).isNotEqualTo(RevisionHash.of(two.contract()));
  }

  private static String hash(
      String op, String kernel, String variant, String bytesMoved, RawIdentity.Input... inputs) {
    return RevisionHash.text(
        RevisionHash.computed(
            new RawIdentity(
                op,
                "",
                "Vulkan",
                "vulkan-slang",
                "fuel_vulkan_backend::fkc::" + kernel,
                "bitwise",
                List.of(inputs),
                variant,
                new RawIdentity.Cost("0", bytesMoved, "cheap_elementwise", "judge_measured"),
                "git:f41137b4")));
  }

  private static RawIdentity.Input input(String name, String dtypes, String layout) {
    return new RawIdentity.Input(name, dtypes, "", layout, null);
  }

  @Test
  void knownAnswersOfTheShapeKernels() {
    RawIdentity.Input dense = input("input", SHAPE_DTYPES, DENSE);
    RawIdentity.Input anyView = input("input", SHAPE_DTYPES, ANY_VIEW);
    assertThat(hash("Triu", "triu", "Triangular", COPY, dense)).isEqualTo("37b81efdfb2cf3eb");
    assertThat(hash("Tril", "tril", "Triangular", COPY, dense)).isEqualTo("14cf00eadca26ff4");
    assertThat(hash("Flip", "flip", "Flip", COPY, anyView)).isEqualTo("2ab9fbf275e49de2");
    assertThat(hash("Roll", "roll", "Roll", COPY, anyView)).isEqualTo("80802b0637e3c342");
  }

  @Test
  void knownAnswersOfTheSelectKernels() {
    RawIdentity.Input indices = input("indices", "U32", DENSE);
    assertThat(
            hash(
                "IndexSelect",
                "index_select",
                "IndexSelect",
                "2 * outer_count * n_indices * inner_count * dtype_bytes",
                input("source", "F32,F16,BF16,F64", DENSE),
                indices))
        .isEqualTo("61bd4b43d56494f2");
    assertThat(
            hash(
                "Gather", "gather", "Gather", COPY, input("source", SELECT_DTYPES, DENSE), indices))
        .isEqualTo("8d11761976ca65f2");
    assertThat(
            hash(
                "MaskedFill",
                "masked_fill",
                "MaskedFill",
                "3 * n * dtype_bytes",
                input("data", SELECT_DTYPES, DENSE),
                input("mask", "BOOL", DENSE)))
        .isEqualTo("1012942a3e8252d5");
  }
}
