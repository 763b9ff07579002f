package dev.fkc.registry;

import dev.fkc.contract.KernelContract;
import dev.fkc.contract.RawIdentity;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The identity of a kernel's revision (format §7): 64 unsigned bits over what the contract says
 * about the kernel. One value per section, shared by all that it fans out to; a change of meaning
 * changes it, a change of prose does not.
 */
public final class RevisionHash {
  private static final long FNV_BASIS = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;
  private static final char PART_END = '\u001f';
  private static final char ITEM_END = '\u001e';

  private final StringBuilder canonical = new StringBuilder(512);

  private RevisionHash() {}

  /** The hash that the author fixed, else the computed one. Unsigned. */
  public static long of(KernelContract contract) {
    Long authored = contract.authoredRevision();
    return authored != null ? authored : computed(contract.identity());
  }

  /** The hash over the words of a section. Unsigned. */
  static long computed(RawIdentity identity) {
    String head =
        identity.entryPoint().strip() + PART_END + identity.revisionBase().strip() + PART_END;
    return fnv1a(head + new RevisionHash().canonical(identity));
  }

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

  private String canonical(RawIdentity identity) {
    item("op_kind", identity.opKind());
    item("fused_op", identity.fusedOp());
    item("backend", identity.backend());
    item("kernel_source", identity.kernelSource());
    item("entry_point", identity.entryPoint());
    item("determinism", identity.determinism());
    List<RawIdentity.Input> inputs = identity.inputs();
    for (int i = 0; i < inputs.size(); i++) {
      RawIdentity.Input input = inputs.get(i);
      item("in" + i + ".name", input.name());
      item("in" + i + ".dtypes", input.dtypes());
      item("in" + i + ".dtype_class", input.dtypeClass());
      if (input.layout() != null) {
        item("in" + i + ".layout", input.layout());
      }
      if (input.quant() != null) {
        item("in" + i + ".quant", input.quant());
      }
    }
    if (identity.opParamsVariant() != null) {
      item("op_params.variant", identity.opParamsVariant());
    }
    RawIdentity.Cost cost = identity.cost();
    if (cost != null) {
      item("cost.flops", cost.flops());
      item("cost.bytes_moved", cost.bytesMoved());
      item("cost.class", cost.costClass());
      item("cost.provenance", cost.provenance());
    }
    return canonical.toString();
  }

  private void item(String key, String value) {
    canonical.append(key).append('=').append(value.strip()).append(ITEM_END);
  }
}
