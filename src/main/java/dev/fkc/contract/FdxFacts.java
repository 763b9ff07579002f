package dev.fkc.contract;

import dev.fkc.source.SourceSpan;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What an operand needs from the data exchange: extensions, symbolic extents, quantization, paging
 * (format §3, FDX facts). Immutable.
 *
 * @param requiresExt whether it makes no sense without an extension
 * @param subByte whether its elements are smaller than a byte
 * @param symbolicExtent what becomes of extents that are not known yet; null when not said
 * @param extentKind what kind of extent it reads; null when not said
 * @param quant how it is quantized, or null
 * @param gather how it is paged, or null
 * @param span the block
 */
public record FdxFacts(
    boolean requiresExt,
    boolean subByte,
    @Nullable SymbolicExtent symbolicExtent,
    @Nullable ExtentKind extentKind,
    @Nullable Quant quant,
    @Nullable Gather gather,
    SourceSpan span) {

  /** What becomes of a symbolic extent. */
  public enum SymbolicExtent {
    REJECTED,
    TOLERATED,
    REQUIRED
  }

  /** What kind of extent an operand reads. */
  public enum ExtentKind {
    REJECTED,
    SCALAR,
    RANGE,
    AFFINE
  }

  /** A family of quantized formats. */
  public enum QuantFamily {
    NONE,
    GGML_BLOCK,
    MX,
    AFFINE_INT,
    AFFINE_FLOAT,
    AFFINE_BLOCK;

    /** The word that contracts use. */
    public String token() {
      return this == NONE ? "none" : name();
    }
  }

  /** What shares one scale. */
  public enum Granularity {
    PER_TENSOR("PerTensor"),
    PER_TOKEN("PerToken"),
    PER_CHANNEL("PerChannel"),
    PER_BLOCK("PerBlock");

    private final String token;

    Granularity(String token) {
      this.token = token;
    }

    /** The word that contracts use. */
    public String token() {
      return token;
    }
  }

  /** What a quantized operand is for. */
  public enum QuantRole {
    ACTIVATION,
    WEIGHT;

    /** The word that contracts use. */
    public String token() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * How an operand is quantized.
   *
   * @param family the family
   * @param ggmlDtype the block format of the GGML family, or null
   * @param granularity what shares a scale, or null
   * @param blockShape extents of a block; empty when not given
   * @param role what it is for, or null
   * @param scaleOperand the input that holds the scales, or null when they lie in the blocks
   * @param span the block
   */
  public record Quant(
      QuantFamily family,
      @Nullable String ggmlDtype,
      @Nullable Granularity granularity,
      List<Integer> blockShape,
      @Nullable QuantRole role,
      @Nullable String scaleOperand,
      SourceSpan span) {
    public Quant {
      blockShape = List.copyOf(blockShape);
    }
  }

  /**
   * An operand that lies in pages.
   *
   * @param kind always {@code paged_blocks}
   * @param blockTable the input that lists the pages, or null
   * @param contextLens the input that holds the lengths, or null
   * @param span the block
   */
  public record Gather(
      String kind, @Nullable String blockTable, @Nullable String contextLens, SourceSpan span) {}
}
