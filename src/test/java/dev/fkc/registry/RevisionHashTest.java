package dev.fkc.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.contract.KernelContract;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import org.junit.jupiter.api.Test;

class RevisionHashTest {
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
}
