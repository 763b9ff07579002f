package dev.fkc.vulkan.internal;

/**
 * The tile of {@code transpose.comp} for a unit, as the shader computes it.
 *
 * @param inner output units along the innermost dim
 * @param across units along the dim that is contiguous in the source
 * @param unit bytes of a unit
 */
record Tile(int inner, int across, int unit) {
  static Tile of(int unit) {
    return unit == 1 ? new Tile(128, 128, 1) : new Tile(64, 256 / unit, unit);
  }

  /** Shared memory: rows that begin anywhere need one output word more along the inner dim. */
  int bytes(boolean aligned) {
    return (inner + (aligned ? 0 : 16 / unit)) * across * unit;
  }
}
