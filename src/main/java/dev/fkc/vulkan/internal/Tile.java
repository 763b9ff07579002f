package dev.fkc.vulkan.internal;

/**
 * The tile of {@code transpose.comp} for a unit, as the shader computes it.
 *
 * @param inner output units along a row
 * @param across units along the dim that is contiguous in the source
 */
record Tile(int inner, int across) {
  /** Shared memory of a workgroup. */
  static final int BYTES = 16 << 10;

  private static final int GROUP_LANES = 32;

  static Tile of(int unit) {
    int across = GROUP_LANES * Math.max(1, 4 / unit);
    return new Tile(BYTES / unit / across, across);
  }
}
