package dev.fkc.type;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How reproducible a kernel's output is (format §3). */
public enum Determinism {
  /** The same bits on any hardware. */
  BITWISE,
  /** The same bits on the same hardware. */
  SAME_HARDWARE_BITWISE,
  /** The bits may differ from run to run. */
  NONDETERMINISTIC;

  /** The word that contracts use. */
  public String token() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The value with this token, if there is one. Case-sensitive. */
  public static Optional<Determinism> ofToken(String token) {
    return Arrays.stream(values()).filter(d -> d.token().equals(token)).findFirst();
  }
}
