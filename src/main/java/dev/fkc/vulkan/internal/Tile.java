package dev.fkc.vulkan.internal;

import static dev.fkc.vulkan.internal.Encoding.WORD_BYTES;
import static dev.fkc.vulkan.internal.Encoding.ceilDiv;

/**
 * The tile of {@code transpose.comp}, as the shader computes it.
 *
 * @param run invocations side by side along a source row
 * @param own output words of an invocation in each of its rows
 * @param inner output units along a row
 * @param across units along the dim that is contiguous in the source
 * @param phases of an exchange through shared memory between two barriers
 * @param overlap units along a row that neighbouring tiles both load
 */
record Tile(int run, int own, int phases, int inner, int across, int overlap) {
  private static final int GROUP_SIZE = 256;

  /** Where rows begin anywhere, a row's part of a tile begins with a memory sector. */
  private static final int SECTOR = 32;

  /** What is best for large matrices. */
  private static final int LONG_RUN = 32;

  /** Source rows whose places a workgroup has room for. */
  private static final int LISTED = 512;

  private static final int[] OTHER_RUNS = {16, 8, 64};

  /** Other runs touch more memory pages at a time: they have to fill their tiles much better. */
  private static final double MUCH_BETTER = 1.25;

  /**
   * The tile that suits a form.
   *
   * @param unit 1 to 8 bytes
   * @param aligned whether every row of the output begins with a 16-byte word
   * @param folded whether several source dims follow each other along a row
   * @param rowUnits units along a row of the output
   * @param acrossUnits units of the dim that is contiguous in the source
   */
  static Tile choose(int unit, boolean aligned, boolean folded, long rowUnits, long acrossUnits) {
    int phases = aligned ? 2 : 1;
    // Places of folded dims are found once for a workgroup: larger tiles share them better.
    int own = aligned && unit < 4 && !folded ? 1 : 2;
    Tile best = of(unit, aligned, LONG_RUN, own, phases);
    double least = MUCH_BETTER * best.filled(rowUnits, acrossUnits);
    for (int run : OTHER_RUNS) {
      Tile tile = of(unit, aligned, run, own, phases);
      double filled = tile.filled(rowUnits, acrossUnits);
      if (filled > least && (!folded || tile.inner <= LISTED)) {
        best = tile;
        least = filled;
      }
    }
    return best;
  }

  /** A tile for drivers on which a barrier costs more than shared memory. */
  static Tile exchangedOnce(int unit, boolean aligned) {
    int own = unit < 4 ? 1 : 2;
    return of(unit, aligned, LONG_RUN, own, own * together(unit));
  }

  private static Tile of(int unit, boolean aligned, int run, int own, int phases) {
    int inner = GROUP_SIZE / run * own * (WORD_BYTES / unit);
    int overlap = aligned ? 0 : SECTOR / unit;
    return new Tile(run, own, phases, inner, run * together(unit), overlap);
  }

  /** Units that an invocation loads at a time. */
  private static int together(int unit) {
    return Math.max(1, 4 / unit);
  }

  long tilesInner(long rowUnits) {
    return ceilDiv(rowUnits + Math.max(0, overlap - 1), inner - overlap);
  }

  long tilesAcross(long acrossUnits) {
    return ceilDiv(acrossUnits, across);
  }

  /** The share of all tiles that holds anything. */
  double filled(long rowUnits, long acrossUnits) {
    return (double) rowUnits
        / (tilesInner(rowUnits) * inner)
        * acrossUnits
        / (tilesAcross(acrossUnits) * across);
  }
}
