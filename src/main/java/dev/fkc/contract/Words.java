package dev.fkc.contract;

import dev.fkc.type.DType;
import dev.fkc.type.Determinism;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The shared words of the format (§4), for lookups and for messages that list them. */
final class Words {
  static final List<String> DTYPES = tokens(DType.values(), DType::token);
  static final List<String> DTYPE_CLASSES = tokens(DtypeClass.values(), DtypeClass::token);
  static final List<String> STRATEGIES =
      tokens(AwkwardLayoutStrategy.values(), AwkwardLayoutStrategy::token);
  static final List<String> COST_CLASSES = tokens(CostClass.values(), CostClass::token);
  static final List<String> PROVENANCES =
      tokens(CostBlock.Provenance.values(), CostBlock.Provenance::token);
  static final List<String> DETERMINISMS = tokens(Determinism.values(), Determinism::token);
  static final List<String> BACKENDS = List.of("Cpu", "Cuda", "Vulkan", "Metal");
  static final List<String> QUANT_FAMILIES =
      tokens(FdxFacts.QuantFamily.values(), FdxFacts.QuantFamily::token);
  static final List<String> GRANULARITIES =
      tokens(FdxFacts.Granularity.values(), FdxFacts.Granularity::token);
  static final List<String> QUANT_ROLES =
      tokens(FdxFacts.QuantRole.values(), FdxFacts.QuantRole::token);
  static final List<String> GGML_DTYPES =
      List.of(
          "F32", "F16", "Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "Q8_1", "Q2K", "Q3K", "Q4K", "Q5K",
          "Q6K", "Q8K", "BF16");

  static final Map<String, FdxFacts.SymbolicExtent> SYMBOLIC_EXTENTS =
      Map.of(
          "rejected", FdxFacts.SymbolicExtent.REJECTED,
          "tolerated", FdxFacts.SymbolicExtent.TOLERATED,
          "required", FdxFacts.SymbolicExtent.REQUIRED);
  static final Map<String, FdxFacts.ExtentKind> EXTENT_KINDS =
      Map.of(
          "rejected", FdxFacts.ExtentKind.REJECTED,
          "scalar", FdxFacts.ExtentKind.SCALAR,
          "range", FdxFacts.ExtentKind.RANGE,
          "affine", FdxFacts.ExtentKind.AFFINE);

  private Words() {}

  private static <T> List<String> tokens(T[] values, Function<T, String> token) {
    return Arrays.stream(values).map(token).toList();
  }

  /** The value whose token is this one. */
  static <T> Optional<T> of(T[] values, Function<T, String> token, String word) {
    return Arrays.stream(values).filter(v -> token.apply(v).equals(word)).findFirst();
  }
}
