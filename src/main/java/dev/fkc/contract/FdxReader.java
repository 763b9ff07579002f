package dev.fkc.contract;

import dev.fkc.contract.FdxFacts.Gather;
import dev.fkc.contract.FdxFacts.Granularity;
import dev.fkc.contract.FdxFacts.Quant;
import dev.fkc.contract.FdxFacts.QuantFamily;
import dev.fkc.contract.FdxFacts.QuantRole;
import dev.fkc.source.Rule;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads an operand's {@code fdx} block (format §3); {@link FdxChecks} holds the rules. */
final class FdxReader {
  private FdxReader() {}

  static @Nullable FdxFacts read(Fields operand) {
    Fields fdx = operand.map("fdx");
    if (fdx == null) {
      return null;
    }
    return new FdxFacts(
        fdx.flag("requires_ext", false),
        fdx.flag("sub_byte", false),
        fdx.word(
            "symbolic_extent",
            Rule.UNKNOWN_TOKEN,
            List.of("rejected", "tolerated", "required"),
            word -> Optional.ofNullable(Words.SYMBOLIC_EXTENTS.get(word))),
        fdx.word(
            "extent_kind",
            Rule.UNKNOWN_TOKEN,
            List.of("rejected", "scalar", "range", "affine"),
            word -> Optional.ofNullable(Words.EXTENT_KINDS.get(word))),
        quant(fdx.map("quant")),
        gather(fdx.map("gather")),
        fdx.map().span());
  }

  private static @Nullable Quant quant(@Nullable Fields quant) {
    if (quant == null) {
      return null;
    }
    QuantFamily family =
        quant.word(
            "family",
            Rule.UNKNOWN_QUANT_WORD,
            Words.QUANT_FAMILIES,
            word -> Words.of(QuantFamily.values(), QuantFamily::token, word));
    if (family == null && !quant.has("family")) {
      quant.missing("family", String.join(", ", Words.QUANT_FAMILIES));
    }
    String ggml =
        quant.word(
            "ggml_dtype",
            Rule.UNKNOWN_QUANT_WORD,
            Words.GGML_DTYPES,
            word -> Words.GGML_DTYPES.contains(word) ? Optional.of(word) : Optional.empty());
    Granularity granularity =
        quant.word(
            "granularity",
            Rule.UNKNOWN_QUANT_WORD,
            Words.GRANULARITIES,
            word -> Words.of(Granularity.values(), Granularity::token, word));
    List<Integer> blockShape = quant.integers("block_shape", 1, Integer.MAX_VALUE);
    return new Quant(
        family == null ? QuantFamily.NONE : family,
        ggml,
        granularity,
        blockShape == null ? List.of() : blockShape,
        quant.word(
            "role",
            Rule.UNKNOWN_QUANT_WORD,
            Words.QUANT_ROLES,
            word -> Words.of(QuantRole.values(), QuantRole::token, word)),
        quant.token("scale_operand"),
        quant.map().span());
  }

  private static @Nullable Gather gather(@Nullable Fields gather) {
    if (gather == null) {
      return null;
    }
    String kind =
        gather.word(
            "kind",
            Rule.UNKNOWN_TOKEN,
            List.of("paged_blocks"),
            word -> word.equals("paged_blocks") ? Optional.of(word) : Optional.empty());
    if (kind == null && !gather.has("kind")) {
      gather.missing("kind", "paged_blocks");
    }
    return new Gather(
        "paged_blocks",
        gather.token("block_table"),
        gather.token("context_lens"),
        gather.map().span());
  }
}
