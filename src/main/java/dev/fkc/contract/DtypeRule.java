package dev.fkc.contract;

import dev.fkc.type.DType;

/** Where the dtype of a result comes from (format §3, output descriptor). */
public sealed interface DtypeRule {
  /** The dtype of an input. */
  record Passthrough(String role) implements DtypeRule {}

  /** Always this dtype. */
  record Fixed(DType dtype) implements DtypeRule {}

  /** The dtype that an op parameter names. */
  record Cast(String param) implements DtypeRule {}

  /** The dtype that a quantized input stands for. */
  record Dequant(String role) implements DtypeRule {}

  /** The dtype of the first slot of the bundle. */
  record Bundle() implements DtypeRule {}
}
