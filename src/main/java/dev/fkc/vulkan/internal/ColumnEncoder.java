package dev.fkc.vulkan.internal;

import static dev.fkc.vulkan.internal.Encoding.WORD_BYTES;
import static dev.fkc.vulkan.internal.Encoding.align;
import static dev.fkc.vulkan.internal.Encoding.ceilDiv;

import dev.fkc.plan.IndexRowsForm;
import org.jspecify.annotations.Nullable;

/**
 * Single units taken from the same places of every row of a source, {@code columns.comp}, where the
 * rows fit shared memory.
 */
final class ColumnEncoder {
  // As the shader has it.
  private static final int STAGE_PIECES = 1024;
  private static final int STAGE_BYTES = STAGE_PIECES * WORD_BYTES;
  private static final int BETWEEN = 4;

  /**
   * Units that several rows have in a 32-bit word: of wider ones a row is better left to caches.
   */
  private static final int MAX_UNIT = 2;

  /** Bytes of a row below which a memory sector, of which it reads several, holds all of it. */
  private static final int MIN_ROW_BYTES = 32;

  /** Workgroups from which all of a device is busy. */
  private static final long MIN_GROUPS = 64;

  /** Workgroups that share the work well, even where some take longer. */
  private static final long MANY_GROUPS = 4096;

  private ColumnEncoder() {}

  /** Null where the form is no such work, too little, or better done without shared memory. */
  static @Nullable EncodedDispatch encode(Encoding encoding, IndexRowsForm form) {
    int unit = form.unit();
    long rowBytes = form.bound() * unit;
    long pieces = ceilDiv(rowBytes, WORD_BYTES);
    int set = 4 / unit;
    if (form.run() > 1
        || unit > MAX_UNIT
        || rowBytes < MIN_ROW_BYTES
        || pieces * set > STAGE_PIECES
        || STAGE_BYTES > encoding.limits().sharedMemory()
        || encoding.limits().runsBothSides()) {
      return null;
    }
    // Of a row of which little is used, only that should be read.
    long allSets = ceilDiv(form.outer(), (long) BETWEEN * set) * BETWEEN;
    if (form.bound() > 2 * form.n() || allSets < MIN_GROUPS) {
      return null;
    }
    int step = StridedEncoder.step(unit);
    long sets = Math.max(1, Math.min(STAGE_PIECES / (pieces * set), allSets / MANY_GROUPS));
    boolean even = form.n() % step == 0 && encoding.head() % step == 0;
    long steps = ceilDiv(form.n() + (even ? 0 : step - 1), step);
    Divisor byPieces = Divisor.of(pieces);
    Divisor bySteps = Divisor.of(steps);
    PushWords push = IndexEncoder.push(encoding, form);
    push.put((int) form.outer(), (int) form.n(), (int) sets);
    push.put((int) pieces, byPieces.multiplier(), (int) steps, bySteps.multiplier());
    push.put(byPieces.shift() | bySteps.shift() << 8);
    push.stride(form.outerStride());
    long source = encoding.start(0) + form.start();
    long indices = encoding.start(1) + form.indexStart();
    ShaderVariant shader =
        ShaderVariant.of("columns", push, unit)
            .withAlign(align(source | form.outerStride(), unit))
            .withMode(even && indices % WORD_BYTES == 0 ? 1 : 0)
            .withOption(encoding.checked())
            .withWords(4);
    return encoding.byGroups(shader, push, ceilDiv(allSets, sets));
  }
}
