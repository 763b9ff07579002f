package dev.fkc.registry;

import static dev.fkc.registry.ContractFixture.section;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.type.BackendId;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The shape and select kernels: which keys their sections give, and in which order. */
class SeedBindingsTest {
  private static final DType[] SHAPE = {
    DType.F32, DType.F16, DType.BF16, DType.F64, DType.I32, DType.U32, DType.I64
  };
  private static final DType[] SELECT = {
    DType.F32, DType.F16, DType.BF16, DType.F64, DType.U8, DType.U32
  };
  private static final DType[] ROWS = {DType.F32, DType.F16, DType.BF16, DType.F64};

  private static final KernelRegistry REGISTRY = registry();

  private static KernelRegistry registry() {
    ContractFixture[] sections = {
      section("index_select", OpKind.INDEX_SELECT)
          .input("source", ROWS)
          .input("indices", DType.U32)
          .passthrough("source"),
      section("gather", OpKind.GATHER)
          .input("source", SELECT)
          .input("indices", DType.U32)
          .passthrough("source"),
      section("masked_fill", OpKind.MASKED_FILL)
          .input("data", SELECT)
          .input("mask", DType.BOOL)
          .passthrough("data"),
      section("triu", OpKind.TRIU).input("input", SHAPE).passthrough("input"),
      section("tril", OpKind.TRIL).input("input", SHAPE).passthrough("input"),
      section("flip", OpKind.FLIP).input("input", SHAPE).passthrough("input"),
      section("roll", OpKind.ROLL).input("input", SHAPE).passthrough("input"),
    };
    LinkRegistry.Builder links = LinkRegistry.builder(ContractFixture.LINKS);
    for (ContractFixture section : sections) {
      String name = section.contract().kernel();
      Kernel kernel = () -> name;
      FanOut.of(section.contract())
          .variants()
          .forEach(variant -> links.bind(variant.entryPoint(), kernel));
    }
    KernelRegistry.Builder builder = KernelRegistry.builder();
    builder.importContracts(ContractFixture.set(sections), List.of(links.build()));
    return builder.build();
  }

  private static Stream<String> keys(String format, DType... dtypes) {
    return Stream.of(dtypes).map(dtype -> format.replace("T", dtype.token()));
  }

  @Test
  void sectionsGiveTheFortyFourKeysInOrder() {
    List<String> expected =
        Stream.of(
                keys("IndexSelect, [T, U32, T]", ROWS),
                keys("Gather, [T, U32, T]", SELECT),
                keys("MaskedFill, [T, BOOL, T]", SELECT),
                keys("[T, T]", SHAPE).map(dtypes -> "Triu, " + dtypes),
                keys("[T, T]", SHAPE).map(dtypes -> "Tril, " + dtypes),
                keys("Flip, [T, T]", SHAPE),
                keys("Roll, [T, T]", SHAPE))
            .flatMap(keys -> keys)
            .map(key -> "(" + key + ", Vulkan)")
            .toList();
    assertThat(expected).hasSize(44);
    assertThat(REGISTRY.keys().stream().map(BindingKey::toString))
        .containsExactlyElementsOf(expected);
  }

  @Test
  void gatherAndMaskedFillOfHalfFloatsAreFound() {
    assertThat(
            REGISTRY.lookup(
                OpKind.GATHER, List.of(DType.F16, DType.U32, DType.F16), BackendId.VULKAN))
        .singleElement()
        .extracting(BindingEntry::entryPoint)
        .isEqualTo("p::gather_f16");
    assertThat(
            REGISTRY.lookup(
                OpKind.MASKED_FILL, List.of(DType.F16, DType.BOOL, DType.F16), BackendId.VULKAN))
        .singleElement()
        .extracting(BindingEntry::entryPoint)
        .isEqualTo("p::masked_fill_f16");
  }
}
