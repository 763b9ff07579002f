package dev.fkc.contract;

/** Whether a result shares memory with an input (format §3, output descriptor). */
public sealed interface Aliasing {
  /** It does not. */
  record None() implements Aliasing {}

  /** It overwrites an input. */
  record InPlace(String role) implements Aliasing {}

  /** It is added into an input. */
  record Accumulate(String role) implements Aliasing {}
}
