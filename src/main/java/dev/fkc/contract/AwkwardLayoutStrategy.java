package dev.fkc.contract;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What happens to an operand whose view is not dense (format §3, strategy per operand). */
public enum AwkwardLayoutStrategy {
  /** The planner must insert a Contiguize and add its cost. */
  REQUIRES_CONTIGUOUS,
  /** The kernel reads the view as it is. Also spelt {@code strided}. */
  HANDLES_STRIDED,
  /** The kernel copies inside, within its own cost; the planner must not insert a copy. */
  CONTIGUIZE_INTERNALLY;

  /** The canonical word. */
  public String token() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The strategy with this token or its other spelling, if there is one. Case-sensitive. */
  public static Optional<AwkwardLayoutStrategy> ofToken(String token) {
    if (token.equals("strided")) {
      return Optional.of(HANDLES_STRIDED);
    }
    return Arrays.stream(values()).filter(s -> s.token().equals(token)).findFirst();
  }
}
