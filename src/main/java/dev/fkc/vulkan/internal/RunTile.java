package dev.fkc.vulkan.internal;

import static dev.fkc.vulkan.internal.Encoding.GROUP_SIZE;
import static dev.fkc.vulkan.internal.Encoding.WORD_BYTES;
import static dev.fkc.vulkan.internal.Encoding.ceilDiv;

import java.util.Arrays;

/**
 * The tile of {@code runs.comp}, as the shader computes it.
 *
 * @param across runs along the dim that is contiguous in the source
 * @param inner runs along a row of the output
 * @param pitch 32-bit words between source rows in shared memory
 * @param words output words of an invocation whose reads are under way together
 * @param stageWords 32-bit words of shared memory
 */
record RunTile(int across, int inner, int pitch, int words, int stageWords) {
  /** Shared memory of a workgroup, at most. */
  static final int STAGE_BYTES = 16 << 10;

  /** Bytes of a source row's part, of units narrower than 4 bytes and of others. */
  private static final int NARROW_ACROSS = 128;

  private static final int WIDE_ACROSS = 256;

  /** The same of a whole tile. */
  private static final int NARROW_TILE = 16 << 10;

  private static final int WIDE_TILE = 8 << 10;

  private static final int SECTOR = 32;
  private static final int BANKS = 32;

  /** Pitches that are tried. */
  private static final int PITCHES = 8;

  private static final int MAX_WORDS = 8;

  /**
   * The tile that suits a form.
   *
   * @param unit 1 to 16 bytes
   * @param run units of a run
   * @param acrossRuns runs of the dim that is contiguous in the source
   * @param rowRuns runs of a row of the output
   */
  static RunTile choose(int unit, int run, long acrossRuns, long rowRuns) {
    int bytes = unit * run;
    boolean narrow = unit < 4;
    int across = part(acrossRuns, (narrow ? NARROW_ACROSS : WIDE_ACROSS) / bytes, bytes);
    int most = (narrow ? NARROW_TILE : WIDE_TILE) / (across * bytes);
    RunTile tile = of(unit, run, across, part(rowRuns, most, bytes));
    while (tile.stageWords * 4 > STAGE_BYTES) {
      most--;
      tile = of(unit, run, across, part(rowRuns, most, bytes));
    }
    return tile;
  }

  /** About as many in every part, at most so many, and whole sectors where that is possible. */
  private static int part(long all, int most, int bytes) {
    if (all <= most) {
      return (int) all;
    }
    int whole = SECTOR / Integer.lowestOneBit(bytes | SECTOR);
    int step = whole <= most ? whole : 1;
    long parts = ceilDiv(all, most / step * step);
    return (int) ceilDiv(ceilDiv(all, parts), step) * step;
  }

  private static RunTile of(int unit, int run, int across, int inner) {
    int pieces = Math.max(1, 4 / unit);
    int runBytes = run * unit;
    int runPieces = runBytes * pieces / 4;
    // As the constants of the shader.
    int early = (pieces - 2 + runPieces) / runPieces;
    int rowWords = (inner * runPieces + 2 * (pieces - 1)) / pieces;
    int columnSteps = (int) ceilDiv(rowWords * pieces, GROUP_SIZE);
    int columns = (int) ceilDiv(rowWords, columnSteps);
    int beside = GROUP_SIZE / columns / pieces * pieces;
    int steps = (int) ceilDiv(across, beside);
    int words = (int) ceilDiv(steps, ceilDiv(steps, MAX_WORDS));
    // Steps that complete the last ones read behind a row.
    int read = (int) ceilDiv(steps, words) * words * beside * runBytes;
    int pitch =
        pitch((int) ceilDiv(across * runBytes, WORD_BYTES) * WORD_BYTES / 4, runPieces, pieces);
    int stage = (early + inner - 1) * pitch + (int) Math.max(pitch, ceilDiv(read, 4));
    return new RunTile(across, inner, pitch, words, stage);
  }

  /** So many words at least, such that few neighbouring output words come from one bank. */
  private static int pitch(int least, int runPieces, int pieces) {
    int best = least;
    for (int pitch = least + 1; pitch < least + PITCHES; pitch++) {
      best = meeting(pitch, runPieces, pieces) < meeting(best, runPieces, pieces) ? pitch : best;
    }
    return best;
  }

  /** Words of the stage, at most, that neighbouring output words need from one bank. */
  private static int meeting(int pitch, int runPieces, int pieces) {
    int[] last = new int[BANKS];
    int[] count = new int[BANKS];
    Arrays.fill(last, -1);
    for (int piece = 0; piece < BANKS * pieces; piece += pieces) {
      int at = piece / runPieces * pitch + piece % runPieces / pieces;
      count[at % BANKS] += last[at % BANKS] == at ? 0 : 1;
      last[at % BANKS] = at;
    }
    return Arrays.stream(count).max().orElse(0);
  }

  long tilesInner(long rowRuns) {
    return ceilDiv(rowRuns, inner);
  }

  long tilesAcross(long acrossRuns) {
    return ceilDiv(acrossRuns, across);
  }
}
