package dev.fkc.type;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The element types of a contract (format §4). */
public enum DType {
  U8(1),
  I8(1),
  /** One byte; any non-zero byte counts as true. */
  BOOL(1),
  I16(2),
  BF16(2),
  F16(2),
  U32(4),
  I32(4),
  F32(4),
  I64(8),
  F64(8),
  F8E4M3(1),
  F8E8M0(1),
  F8E6M2(1),
  /** Sub-byte: has no size of its own. */
  F6E2M3(0),
  /** Sub-byte: has no size of its own. */
  F6E3M2(0),
  /** Sub-byte: has no size of its own. */
  F4(0);

  private static final Map<String, DType> BY_TOKEN =
      Stream.of(values()).collect(Collectors.toUnmodifiableMap(DType::token, Function.identity()));

  private final int byteSize;
  private final String suffix;

  DType(int byteSize) {
    this.byteSize = byteSize;
    this.suffix = name().toLowerCase(Locale.ROOT);
  }

  /** Bytes of one element; 0 for the sub-byte types. */
  public int byteSize() {
    return byteSize;
  }

  /** Whether an element is smaller than a byte. */
  public boolean isSubByte() {
    return byteSize == 0;
  }

  /** The word that contracts use, case-sensitive. */
  public String token() {
    return name();
  }

  /** What fan-out appends to a base symbol after {@code _} (format §5). */
  public String suffix() {
    return suffix;
  }

  /** The dtype with this token, if there is one. Case-sensitive. */
  public static Optional<DType> ofToken(String token) {
    return Optional.ofNullable(BY_TOKEN.get(token));
  }
}
