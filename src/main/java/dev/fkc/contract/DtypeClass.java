package dev.fkc.contract;

import dev.fkc.type.DType;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A named set of dtypes (format §4). */
public enum DtypeClass {
  FLOAT(DType.BF16, DType.F16, DType.F32, DType.F64),
  INT(DType.I8, DType.I16, DType.I32, DType.I64),
  UINT(DType.U8, DType.U32),
  /** Stands for whatever the descriptor lists; alone it enumerates nothing. */
  ANY();

  private final List<DType> members;

  DtypeClass(DType... members) {
    this.members = List.of(members);
  }

  /** The dtypes of the class, in the order in which a section fans out. */
  public List<DType> members() {
    return members;
  }

  /** The word that contracts use. */
  public String token() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The class with this token, if there is one. Case-sensitive. */
  public static Optional<DtypeClass> ofToken(String token) {
    return Arrays.stream(values()).filter(c -> c.token().equals(token)).findFirst();
  }
}
