package dev.fkc.contract;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How expensive a kernel is in kind, cheapest first (format §4). */
public enum CostClass {
  FREE,
  CHEAP_ELEMENTWISE,
  STRIDED_ELEMENTWISE,
  REDUCTION,
  NORMALIZATION,
  GEMM_LIKE,
  ATTENTION,
  /** The dearest; also stands in for a class that this project does not know. */
  CONV;

  /** The word that contracts use. */
  public String token() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The class with this token, if there is one. Case-sensitive. */
  public static Optional<CostClass> ofToken(String token) {
    return Arrays.stream(values()).filter(c -> c.token().equals(token)).findFirst();
  }
}
