package dev.fkc.contract;

/** The layout in which a kernel leaves a result (format §3, output descriptor). */
public sealed interface LayoutGuarantee {
  /** Dense row-major. */
  record Contiguous() implements LayoutGuarantee {}

  /** Whatever layout the caller's buffer has. */
  record Preallocated() implements LayoutGuarantee {}

  /** The layout of an input. */
  record SameAs(String role) implements LayoutGuarantee {}

  /** Each slot of the bundle has its own. */
  record Bundle() implements LayoutGuarantee {}
}
