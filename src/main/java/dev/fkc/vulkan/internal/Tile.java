package dev.fkc.vulkan.internal;

import static dev.fkc.vulkan.internal.Encoding.GROUP_SIZE;
import static dev.fkc.vulkan.internal.Encoding.WORD_BYTES;
import static dev.fkc.vulkan.internal.Encoding.ceilDiv;

/**
 * The tile of {@code tiles.glsl}, as the shader computes it.
 *
 * @param run invocations side by side along a source row
 * @param segment invocations side by side along an output row
 * @param own output words of an invocation in each of its rows
 * @param atOnce rows of an invocation that go through shared memory between two barriers
 * @param inner output units along a row
 * @param across units along the dim that is contiguous in the source
 * @param overlap units along a row that neighbouring tiles both load
 */
record Tile(int run, int segment, int own, int atOnce, int inner, int across, int overlap) {
  /** Where rows begin anywhere, a row's part of a tile begins with a memory sector. */
  private static final int SECTOR = 32;

  /** What is best for large matrices. */
  private static final int LONG_RUN = 32;

  private static final int MAX_RUN = 64;

  private static final int OWN = 2;

  /** Shorter runs than this leave memory sectors out. */
  private static final int SHORT_RUN = 8;

  private static final int MARGIN_WORDS = 12;

  /** Other tiles touch more memory pages at a time: they have to be filled much better. */
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
    Tile best = of(unit, aligned, LONG_RUN, GROUP_SIZE / LONG_RUN, OWN, 1);
    double least = MUCH_BETTER * best.worth(unit, rowUnits, acrossUnits);
    for (int run = MAX_RUN; run > 0; run--) {
      // Runs that share the across dim evenly, and full memory sectors where it takes several.
      long runs = ceilDiv(acrossUnits, (long) run * together(unit));
      boolean even = ceilDiv(ceilDiv(acrossUnits, runs), together(unit)) == run;
      if (runs > 1 && run < SHORT_RUN || !even && run % SHORT_RUN != 0) {
        continue;
      }
      for (int own = 1; own <= OWN; own++) {
        Tile tile = along(unit, aligned, run, own, rowUnits);
        double worth = tile.worth(unit, rowUnits, acrossUnits);
        boolean fits = own == OWN || tile.tilesInner(rowUnits) == 1;
        if (worth > least && fits && (!folded || tile.holdsPlaces())) {
          best = tile;
          least = worth;
        }
      }
    }
    return best;
  }

  /** A tile that holds output rows whole where it can. */
  private static Tile along(int unit, boolean aligned, int run, int own, long rowUnits) {
    long blocks = ceilDiv(rowUnits + (aligned ? 0 : SECTOR / unit - 1), WORD_BYTES / unit);
    int segment = (int) Math.min(GROUP_SIZE / run, ceilDiv(blocks, own));
    return of(unit, aligned, run, segment, own, 1);
  }

  /** A tile for drivers on which a barrier costs more than shared memory. */
  static Tile exchangedOnce(int unit, boolean aligned) {
    int own = unit < 4 ? 1 : OWN;
    return of(unit, aligned, LONG_RUN, GROUP_SIZE / LONG_RUN, own, together(unit));
  }

  private static Tile of(int unit, boolean aligned, int run, int segment, int own, int atOnce) {
    int inner = segment * own * (WORD_BYTES / unit);
    int overlap = aligned ? 0 : SECTOR / unit;
    return new Tile(run, segment, own, atOnce, inner, run * together(unit), overlap);
  }

  /** Units that an invocation loads at a time. */
  private static int together(int unit) {
    return Math.max(1, 4 / unit);
  }

  /** Tiles of a workgroup. */
  int tiles() {
    return GROUP_SIZE / (run * segment);
  }

  /** Whether the words of a tile leave room for the places of all its source rows before them. */
  private boolean holdsPlaces() {
    int placeBytes = overlap == 0 ? WORD_BYTES : WORD_BYTES / 2;
    return tiles() == 1 && inner * placeBytes <= run * segment * own * atOnce * WORD_BYTES;
  }

  /** Bytes of shared memory that a workgroup takes, at most. */
  int sharedBytes() {
    int rowWords = segment * own * atOnce * (WORD_BYTES / 4) + 1;
    return 4 * (run * tiles() * rowWords + MARGIN_WORDS);
  }

  long tilesInner(long rowUnits) {
    // A row may begin at any unit of a sector.
    long units = rowUnits + Math.max(0, overlap - 1);
    return units <= inner ? 1 : ceilDiv(units, inner - overlap);
  }

  long tilesAcross(long acrossUnits) {
    return ceilDiv(acrossUnits, across);
  }

  /** What is left of the bandwidth, about, by tiles not filled and memory sectors cut at edges. */
  private double worth(int unit, long rowUnits, long acrossUnits) {
    double cutAcross = tilesAcross(acrossUnits) == 1 ? 0 : (double) SECTOR / 2 / (across * unit);
    double cutInner = tilesInner(rowUnits) == 1 ? 0 : (double) SECTOR / 2 / (inner * unit);
    return filled(rowUnits, acrossUnits) / (1 + cutAcross) / (1 + cutInner);
  }

  /** The share of the invocations of all workgroups that has anything to do. */
  double filled(long rowUnits, long acrossUnits) {
    double tile = (double) inner * across * GROUP_SIZE / (run * segment * tiles());
    return (double) rowUnits
        * acrossUnits
        / (tile * tilesInner(rowUnits) * tilesAcross(acrossUnits));
  }
}
