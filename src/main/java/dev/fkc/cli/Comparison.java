package dev.fkc.cli;

import dev.fkc.reference.ByteStore;
import dev.fkc.reference.TestCase;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Runs cases on a backend and says in what a result differs from the reference. */
record Comparison(Backend backend) {

  /** What is wrong with the backend's answer; empty if it is the reference's, bit for bit. */
  Optional<String> difference(TestCase testCase) {
    byte[] right = testCase.expected();
    byte[] found;
    try {
      found =
          backend
              .execute(testCase.call(), testCase.buffers().stream().map(ByteStore::wrap).toList())
              .toArray();
    } catch (RuntimeException e) {
      return Optional.of("it failed: " + e);
    }
    if (found.length != right.length) {
      return Optional.of(found.length + " bytes came back, " + right.length + " are right");
    }
    int at = Arrays.mismatch(found, right);
    return at < 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "byte %d of %d is 0x%02x, 0x%02x is right",
                at,
                right.length,
                found[at],
                right[at]));
  }
}
