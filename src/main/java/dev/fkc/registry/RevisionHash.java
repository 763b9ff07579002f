package dev.fkc.registry;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The identity of a kernel's revision (format §7): 64 unsigned bits over what the contract says
 * about the kernel. One value per section; a change of meaning changes it.
 */
public final class RevisionHash {
  private static final long FNV_BASIS = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private RevisionHash() {}

  /** Sixteen lower-case hex digits. */
  public static String text(long hash) {
    String digits = Long.toHexString(hash);
    return "0".repeat(16 - digits.length()) + digits;
  }

  /** The hash that 1 to 16 hex digits stand for, with an optional {@code 0x} in front. */
  public static Optional<Long> parse(String text) {
    String digits = text.startsWith("0x") || text.startsWith("0X") ? text.substring(2) : text;
    if (!digits.matches("[0-9a-fA-F]{1,16}")) {
      return Optional.empty();
    }
    return Optional.of(Long.parseUnsignedLong(digits, 16));
  }

  /** FNV-1a, 64 bits, over the UTF-8 bytes of a text. */
  static long fnv1a(String text) {
    long hash = FNV_BASIS;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xff)) * FNV_PRIME;
    }
    return hash;
  }
}
