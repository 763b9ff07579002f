package dev.fkc.vulkan.internal;

import static dev.fkc.vulkan.internal.Encoding.GROUP_SIZE;
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

  /** Units up to which records are taken apart faster while the next ones are loaded. */
  private static final int FEW_ROWS = 8;

  /** 16-byte words that an invocation loads into the stage. */
  private static final int MAX_LOADS = 4;

  private static final int MIN_LOADS = 2;

  /** Shared memory of a workgroup, at most. */
  static final int STAGE_BYTES = MAX_LOADS * GROUP_SIZE * WORD_BYTES;

  /** By how much batches have to fill smaller stages better. */
  private static final double BETTER = 1.01;

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

  private @Nullable EncodedDispatch split() {
    RecordPart part = part(loads -> RecordPart.split(unit, record, loads));
    if (part == null) {
      return null;
    }
    long parts = ceilDiv(records + RecordPart.early(unit), part.records());
    PushWords push = push(parts);
    push.stride(batchStride());
    return dispatch("split", push, part, parts, record <= FEW_ROWS);
  }

  private @Nullable EncodedDispatch join() {
    RecordPart part = part(loads -> RecordPart.join(unit, record, loads));
    if (part == null) {
      return null;
    }
    long parts = ceilDiv(records * record + RecordPart.early(unit), part.records() * record);
    PushWords push = push(parts);
    push.put(part.pitch());
    push.stride(batchStride());
    push.stride(form.strides()[form.sizes().length - 1]);
    return dispatch("join", push, part, parts, true);
  }

  private interface PartOf {
    @Nullable RecordPart loading(int words);
  }

  /** The largest part, or a smaller one that batches fill better. */
  private @Nullable RecordPart part(PartOf kind) {
    RecordPart best = null;
    // Barriers cost a CPU more than its caches gain from small parts.
    int least = encoding.limits().runsBothSides() ? MAX_LOADS : MIN_LOADS;
    for (int loads = MAX_LOADS; loads >= least; loads--) {
      RecordPart part = kind.loading(loads);
      if (part != null && (best == null || part.filled(records) > BETTER * best.filled(records))) {
        best = part;
      }
    }
    return best;
  }

  private PushWords push(long parts) {
    PushWords push = encoding.push(form.count(), form.start());
    push.put((int) records, (int) batches(), (int) parts);
    return push;
  }

  private EncodedDispatch dispatch(
      String name, PushWords push, RecordPart part, long parts, boolean ahead) {
    ShaderVariant shader =
        ShaderVariant.of(name, push, unit)
            .withDims(record, part.shares(), part.own() / part.atOnce())
            .withWords(part.atOnce());
    return encoding.byParts(shader, push, part.stageWords(), parts * batches(), ahead);
  }

  private long batches() {
    return form.sizes().length == 3 ? form.sizes()[0] : 1;
  }

  private long batchStride() {
    return form.sizes().length == 3 ? form.strides()[0] : 0;
  }
}
