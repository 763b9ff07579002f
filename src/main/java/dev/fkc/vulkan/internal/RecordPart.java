package dev.fkc.vulkan.internal;

import static dev.fkc.vulkan.internal.Encoding.GROUP_SIZE;
import static dev.fkc.vulkan.internal.Encoding.WORD_BYTES;
import static dev.fkc.vulkan.internal.Encoding.ceilDiv;

import org.jspecify.annotations.Nullable;

/**
 * Records that a workgroup stages at a time, as {@code split.comp} and {@code join.comp} compute
 * it.
 *
 * @param stageWords 32-bit words of shared memory
 * @param shares subsets of a workgroup that share a row when records are taken apart
 * @param own output words of an invocation in each of its rows
 * @param atOnce words whose reads from the stage are under way together
 * @param pitch words between rows in shared memory when records are put together
 * @param records of a part
 */
record RecordPart(int stageWords, int shares, int own, int atOnce, int pitch, long records) {
  private static final int SUBSETS = 8;
  private static final int LINE_WORDS = 32;
  private static final int MARGIN = 3;

  /** Words whose reads from the stage are under way together, at most. */
  private static final int AT_ONCE = 5;

  /**
   * Chooses how many subsets of a workgroup share a row, so that few are left without one and most
   * of the stage is used. Null where a line of every row does not fit the stage.
   *
   * @param loads 16-byte words that an invocation loads into the stage
   */
  static @Nullable RecordPart split(int unit, int record, int loads) {
    // As slot() in the shader: every 32nd word is followed by an unused one.
    int stageWords = stageWords(loads);
    int words = record % 4 == 0 ? stageWords / 33 * 32 : stageWords;
    int staged = (words * 4 - 2 * (WORD_BYTES - 1)) / (record * unit) - early(unit);
    int lines = staged * unit / 4 / LINE_WORDS;
    int shares = 0;
    double best = 0;
    for (int n = 1; n <= SUBSETS; n *= 2) {
      // Subsets write several rows only if these begin at the same byte of a word.
      int rows = SUBSETS / n;
      if (rows * unit % 4 != 0 && record > rows) {
        continue;
      }
      double busy = (double) record / (ceilDiv(record, rows) * rows);
      double used = (double) whole(lines / n) * n / lines;
      if (busy * used > best) {
        best = busy * used;
        shares = n;
      }
    }
    if (shares == 0) {
      return null;
    }
    int own = whole(lines / shares);
    long records = (long) own * shares * LINE_WORDS * 4 / unit;
    return new RecordPart(stageWords, shares, own, atOnce(own), 0, records);
  }

  /**
   * Stages as much of every row as its invocations load. Null where that does not fit the stage.
   *
   * @param loads 16-byte words that an invocation loads into the stage
   */
  static @Nullable RecordPart join(int unit, int record, int loads) {
    // As ROW_QUADS, ROW_WORDS and EARLY in the shader.
    int stageWords = stageWords(loads);
    int rowQuads = GROUP_SIZE / record;
    int rowWords = unit == 8 ? rowQuads & -2 : rowQuads;
    int earlyBytes = (int) ceilDiv(early(unit), record) * unit;
    // The first byte may be any of the first 16-byte word that is loaded, and of a word in the
    // stage.
    int loaded = loads * rowQuads * WORD_BYTES - (WORD_BYTES - 1) - earlyBytes;
    int more = (int) ceilDiv(earlyBytes + 3, 4) + MARGIN;
    int own = whole(loaded / (rowWords * 4));
    int pitch = pitch(stageWords, record, own * rowWords + more);
    while (own > 0 && pitch * record + MARGIN > stageWords) {
      own = whole(own - 1);
      pitch = pitch(stageWords, record, own * rowWords + more);
    }
    return own == 0
        ? null
        : new RecordPart(stageWords, 1, own, atOnce(own), pitch, (long) rowWords * own * 4 / unit);
  }

  private static int stageWords(int loads) {
    return loads * GROUP_SIZE * WORD_BYTES / 4;
  }

  /** Units of earlier records that an output word may hold before the first of a record. */
  static int early(int unit) {
    return Math.max(1, 4 / unit) - 1;
  }

  /**
   * So many words at least between rows, so that neighbouring output words come from different
   * banks where there is room for that. Unit k of record r lies at bank k * pitch + r: with the
   * inverse of the record as the pitch, that is the number of the unit times the pitch.
   */
  private static int pitch(int stageWords, int record, int least) {
    int inverse = record * record * record * record * record * record * record;
    int bank = record % 2 == 1 ? inverse : Math.max(1, 32 / record);
    int pitch = least + Math.floorMod(bank - least, 32);
    return pitch * record + MARGIN <= stageWords ? pitch : least | 1;
  }

  /** The words of an invocation, so many at most: a multiple of those that it reads at once. */
  private static int whole(int most) {
    return most - most % atOnce(most);
  }

  /** As many as leave the fewest out. */
  private static int atOnce(int words) {
    int best = Math.max(1, Math.min(words, AT_ONCE));
    for (int n = best; n >= AT_ONCE - 2; n--) {
      best = words % n < words % best ? n : best;
    }
    return best;
  }

  /** The share of all parts of a batch that holds anything. */
  double filled(long batchRecords) {
    return (double) batchRecords / (ceilDiv(batchRecords, records) * records);
  }
}
