package dev.fkc.vulkan.internal;

import static dev.fkc.vulkan.internal.Encoding.WORD_BYTES;
import static dev.fkc.vulkan.internal.Encoding.ceilDiv;

import dev.fkc.plan.StridedForm;
import org.jspecify.annotations.Nullable;

/**
 * Strided forms that take records of a few units apart, {@code split.comp}, or put them together,
 * {@code join.comp}.
 */
final class RecordEncoder {
  /** Records from which it pays to stage them. */
  private static final int MIN_RECORDS = 32;

  /**
   * Record units from which it pays to put records together in shared memory, where units are of 4
   * bytes up.
   */
  private static final int MIN_JOINED = 6;

  /** Units of records above which tiles are faster. */
  private static final int MAX_SPLIT = 32;

  /** The same for records that are put together: a tile's part of an output row holds as many. */
  private static final int MAX_JOINED = 64;

  // As the shaders have it.
  private static final int GROUP_SIZE = 256;
  private static final int SUBSETS = 8;
  private static final int LINE_WORDS = 32;
  private static final int STAGE_WORDS = 4096;

  /** Shared memory of a workgroup. */
  static final int STAGE_BYTES = 4 * STAGE_WORDS;

  private static final int LOADS = 4;
  private static final int MARGIN = 3;

  /** Words whose reads from the stage are under way together, at most. */
  private static final int AT_ONCE = 5;

  private final Encoding encoding;
  private final StridedForm form;
  private final int unit;
  private final int record;
  private final long records;

  private RecordEncoder(Encoding encoding, StridedForm form, long record, long records) {
    this.encoding = encoding;
    this.form = form;
    this.unit = form.unit();
    this.record = (int) record;
    this.records = records;
  }

  /** Null where the form is not of many small records. */
  static @Nullable EncodedDispatch encode(Encoding encoding, StridedForm form) {
    long[] sizes = form.sizes();
    long[] strides = form.strides();
    int inner = sizes.length - 1;
    int across = inner - 1;
    if (sizes.length > 3 || form.rotatedDim() >= 0 || strides[across] != form.unit()) {
      return null;
    }
    if (sizes[across] <= MAX_SPLIT
        && strides[inner] == sizes[across] * form.unit()
        && sizes[inner] >= MIN_RECORDS) {
      return new RecordEncoder(encoding, form, sizes[across], sizes[inner]).split();
    }
    if (sizes[inner] < (form.unit() == 8 ? MAX_JOINED / 2 : MAX_JOINED)
        && sizes[inner] >= (form.unit() < 4 ? 2 : MIN_JOINED)
        && sizes[across] >= MIN_RECORDS) {
      return new RecordEncoder(encoding, form, sizes[inner], sizes[across]).join();
    }
    return null;
  }

  /**
   * Chooses how many subsets of a workgroup share a row, so that few are left without one and most
   * of the stage is used. Null where a line of every row does not fit the stage.
   */
  private @Nullable EncodedDispatch split() {
    // As slot() in the shader: every 32nd word is followed by an unused one.
    int words = record % 4 == 0 ? STAGE_WORDS / 33 * 32 : STAGE_WORDS;
    int staged = (words * 4 - 2 * (WORD_BYTES - 1)) / (record * unit) - early();
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
    long groups = ceilDiv(records + early(), (long) own * shares * LINE_WORDS * 4 / unit);
    PushWords push = push(groups);
    push.stride(batchStride());
    return dispatch("split", push, groups, shares, own);
  }

  /**
   * Stages as much of every row as its invocations load. Null where that does not fit the stage.
   */
  private @Nullable EncodedDispatch join() {
    // As ROW_QUADS, ROW_WORDS and EARLY in the shader.
    int rowQuads = GROUP_SIZE / record;
    int rowWords = unit == 8 ? rowQuads & -2 : rowQuads;
    int earlyBytes = (int) ceilDiv(early(), record) * unit;
    // The first byte may be any of the first 16-byte word that is loaded, and of a word in the
    // stage.
    int loaded = LOADS * rowQuads * WORD_BYTES - (WORD_BYTES - 1) - earlyBytes;
    int more = (int) ceilDiv(earlyBytes + 3, 4) + MARGIN;
    int own = whole(loaded / (rowWords * 4));
    int pitch = pitch(own * rowWords + more);
    while (own > 0 && pitch * record + MARGIN > STAGE_WORDS) {
      own = whole(own - 1);
      pitch = pitch(own * rowWords + more);
    }
    if (own == 0) {
      return null;
    }
    long together = (long) rowWords * own * 4 / unit;
    long groups = ceilDiv(records * record + early(), together * record);
    PushWords push = push(groups);
    push.put(pitch);
    push.stride(batchStride());
    push.stride(form.strides()[form.sizes().length - 1]);
    return dispatch("join", push, groups, 1, own);
  }

  /** Units of earlier records that an output word may hold before the first of a record. */
  private int early() {
    return Math.max(1, 4 / unit) - 1;
  }

  /**
   * So many words at least between rows, so that neighbouring output words come from different
   * banks where there is room for that. Unit k of record r lies at bank k * pitch + r: with the
   * inverse of the record as the pitch, that is the number of the unit times the pitch.
   */
  private int pitch(int least) {
    int inverse = record * record * record * record * record * record * record;
    int bank = record % 2 == 1 ? inverse : Math.max(1, 32 / record);
    int pitch = least + Math.floorMod(bank - least, 32);
    return pitch * record + MARGIN <= STAGE_WORDS ? pitch : least | 1;
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

  private PushWords push(long groups) {
    PushWords push = encoding.push(form.count(), form.start());
    push.put((int) records, (int) batches(), (int) groups);
    return push;
  }

  private EncodedDispatch dispatch(String name, PushWords push, long groups, int shares, int own) {
    ShaderVariant shader =
        ShaderVariant.of(name, push, unit)
            .withDims(record, shares, own / atOnce(own))
            .withWords(atOnce(own));
    return encoding.byGroups(shader, push, groups * batches());
  }

  private long batches() {
    return form.sizes().length == 3 ? form.sizes()[0] : 1;
  }

  private long batchStride() {
    return form.sizes().length == 3 ? form.strides()[0] : 0;
  }
}
