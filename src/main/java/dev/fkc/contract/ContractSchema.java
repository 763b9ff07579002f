package dev.fkc.contract;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which keys a contract has, where, in which canonical order, and how their values are written
 * (format §1 and §3). Unknown keys are found with it, lost indentation is recognized and restored
 * with it, and the formatter orders and quotes by it.
 */
final class ContractSchema {
  /** How a value is written in canonical form. */
  enum Style {
    /** A number, a boolean, {@code ~} or a word, quoted only where YAML would misread it. */
    WORD,
    /** Text for people, an expression or a symbol: always quoted. */
    QUOTED,
    /** The word {@code auto}, or quoted digits. */
    HASH,
    /** A mapping with the node's keys. */
    MAP,
    /** A mapping with any keys, each a value as {@code item} says. */
    OPEN_MAP,
    /** A list, each item as {@code item} says. */
    LIST
  }

  /**
   * One place of the schema.
   *
   * @param style how its value is written
   * @param keys its keys in canonical order; empty unless a mapping
   * @param item what its items are; null unless a list or an open mapping
   */
  record Node(Style style, Map<String, Node> keys, @Nullable Node item) {
    /** The place under a key, or null when the schema has no such key. */
    @Nullable Node at(String key) {
      return style == Style.OPEN_MAP ? item : keys.get(key);
    }

    Set<String> names() {
      return keys.keySet();
    }
  }

  private static final Node WORD = new Node(Style.WORD, Map.of(), null);
  private static final Node QUOTED = new Node(Style.QUOTED, Map.of(), null);
  private static final Node HASH = new Node(Style.HASH, Map.of(), null);
  private static final Node WORDS = new Node(Style.LIST, Map.of(), WORD);

  private static final Node LAYOUT =
      map(
          "contiguous", WORD,
          "strided", WORD,
          "broadcast_stride0", WORD,
          "broadcast_axes", WORDS,
          "start_offset", WORD,
          "reverse_strides", WORD,
          "awkward_layout_strategy", WORD);

  private static final Node QUANT =
      map(
          "family", WORD,
          "ggml_dtype", WORD,
          "granularity", WORD,
          "block_shape", WORDS,
          "role", WORD,
          "scale_operand", WORD);

  private static final Node FDX =
      map(
          "requires_ext", WORD,
          "sub_byte", WORD,
          "symbolic_extent", WORD,
          "extent_kind", WORD,
          "quant", QUANT,
          "gather", map("kind", WORD, "block_table", WORD, "context_lens", WORD));

  private static final Node INPUT =
      map(
          "name", WORD,
          "optional", WORD,
          "variadic", WORD,
          "dtypes", WORDS,
          "dtype_class", WORD,
          "layout", LAYOUT,
          "awkward_layout_strategy", WORD,
          "rank", WORD,
          "shape_constraint", QUOTED,
          "fdx", FDX,
          "device", WORD,
          "substrate", WORD,
          "notes", QUOTED);

  private static final Node OUTPUT =
      map(
          "name", WORD,
          "dtype_rule", WORD,
          "shape_rule", WORD,
          "rank", WORD,
          "layout_guarantee", WORD,
          "aliasing", WORD,
          "fdx", FDX,
          "notes", QUOTED);

  private static final Node OP_PARAMS =
      map(
          "variant",
          WORD,
          "fields",
          new Node(
              Style.OPEN_MAP, Map.of(), map("kind", WORD, "constraint", QUOTED, "note", QUOTED)));

  /** The front matter. */
  static final Node FRONT_MATTER =
      map(
          "fkc_version",
          WORD,
          "provider",
          map(
              "name", WORD,
              "backend", WORD,
              "kernel_source", QUOTED,
              "link_registry", WORD,
              "revision_base", QUOTED));

  /** The fkc block of a section. */
  static final Node BLOCK =
      map(
          "kernel",
          WORD,
          "registrable",
          WORD,
          "op_kind",
          WORD,
          "fused_op",
          WORD,
          "blurb",
          QUOTED,
          "backend",
          WORD,
          "kernel_source",
          QUOTED,
          "entry_point",
          QUOTED,
          "kernel_revision_hash",
          HASH,
          "variant",
          WORD,
          "accept",
          map("inputs", list(INPUT), "op_params", OP_PARAMS),
          "return",
          map("outputs", list(OUTPUT), "bundle", list(OUTPUT)),
          "caps",
          map(
              "awkward_layout_strategy",
              WORD,
              "fast_paths",
              list(map("when", QUOTED, "class", WORD, "note", QUOTED)),
              "in_place",
              WORD,
              "alignment_bytes",
              WORD,
              "access_granularity_bits",
              WORD,
              "notes",
              QUOTED),
          "cost",
          map(
              "provenance",
              WORD,
              "class",
              WORD,
              "cost_fn",
              WORD,
              "flops",
              QUOTED,
              "bytes_moved",
              QUOTED,
              "overhead_ns",
              QUOTED,
              "memory",
              map("device_bytes", QUOTED, "host_bytes", QUOTED, "disk_bytes", QUOTED)),
          "precision",
          map(
              "bit_stable_on_same_hardware",
              WORD,
              "max_ulp",
              WORD,
              "max_relative",
              WORD,
              "max_absolute",
              WORD,
              "audited",
              WORD,
              "notes",
              QUOTED),
          "determinism",
          WORD);

  private ContractSchema() {}

  private static Node list(Node item) {
    return new Node(Style.LIST, Map.of(), item);
  }

  private static Node map(Object... keysAndNodes) {
    return new Node(Style.MAP, ordered(List.of(keysAndNodes)), null);
  }

  private static Map<String, Node> ordered(List<Object> keysAndNodes) {
    Map<String, Node> keys = new LinkedHashMap<>();
    for (int i = 0; i < keysAndNodes.size(); i += 2) {
      keys.put((String) keysAndNodes.get(i), (Node) keysAndNodes.get(i + 1));
    }
    return java.util.Collections.unmodifiableMap(keys);
  }
}
