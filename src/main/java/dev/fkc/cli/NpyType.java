package dev.fkc.cli;

import dev.fkc.type.DType;
import java.util.Optional;

/**
 * The element type of a NumPy file, the {@code descr} of its header.
 *
 * @param kind NumPy's letter: f, i, u, b or V (bytes without a meaning)
 * @param size bytes of one element
 */
record NpyType(char kind, int size) {
  private static final String KINDS = "f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 b1 V1 V2";

  /**
   * Reads a {@code descr}.
   *
   * @throws Failure if the files of that type are not supported, saying why
   */
  static NpyType parse(String descr) {
    if (!descr.matches("[<>|=]?[a-zA-Z][0-9]{1,4}")) {
      throw unsupported(descr, "");
    }
    char first = descr.charAt(0);
    boolean marked = !Character.isLetter(first);
    String name = marked ? descr.substring(1) : descr;
    if (!(" " + KINDS + " ").contains(" " + name + " ")) {
      throw unsupported(descr, "");
    }
    NpyType type = new NpyType(name.charAt(0), Integer.parseInt(name.substring(1)));
    if (type.size > 1 && first == '>') {
      throw unsupported(descr, ": it is big-endian; save it with arr.astype('<" + name + "')");
    }
    if (type.size > 1 && type.kind != 'V' && first != '<') {
      throw unsupported(descr, ": its byte order is not given as '<'");
    }
    return type;
  }

  private static Failure unsupported(String descr, String why) {
    return new Failure(
        "element type "
            + Quoted.text(descr)
            + " is not supported"
            + (why.isEmpty() ? "; little-endian " + KINDS + " are" : why));
  }

  /** As NumPy writes it into a header. */
  String descr() {
    return (size == 1 || kind == 'V' ? "|" : "<") + name();
  }

  /** Without byte order, such as {@code f4}. */
  String name() {
    return "" + kind + size;
  }

  /** The dtype that the type stands for by itself; u2, u8 and V have none. */
  Optional<DType> dtype() {
    return Optional.ofNullable(
        switch (name()) {
          case "f2" -> DType.F16;
          case "f4" -> DType.F32;
          case "f8" -> DType.F64;
          case "i1" -> DType.I8;
          case "i2" -> DType.I16;
          case "i4" -> DType.I32;
          case "i8" -> DType.I64;
          case "u1" -> DType.U8;
          case "u4" -> DType.U32;
          case "b1" -> DType.BOOL;
          default -> null;
        });
  }

  /**
   * Whether {@code --dtype} may give these elements that meaning: only bits without one of their
   * own.
   */
  boolean mayBeReadAs(DType dtype) {
    return dtype().filter(dtype::equals).isPresent()
        || (kind == 'u' || kind == 'V') && size == dtype.byteSize();
  }
}
