package dev.fkc.vulkan.internal;

import dev.fkc.plan.GatherForm;
import org.jspecify.annotations.Nullable;

/**
 * The order in which {@code gather.comp} writes its output when an index picks a row of a matrix
 * for a single unit, and the next one another row: strip by strip, so many columns of all rows
 * before the next ones, so that what they come from stays in a cache while all of it is used.
 *
 * @param units columns of a strip, a power of two
 * @param batches matrices
 * @param rows of the output in a batch
 * @param columns of the output
 */
record Strips(int units, long batches, long rows, long columns) {
  /** Memory is read in no less, wherever a unit lies. */
  private static final int PIECE = 64;

  private static final int LINE = 128;

  /** So that a cache line of indices lies in one strip too. */
  private static final int MIN_UNITS = LINE / 4;

  /** Steps that always lie in one strip, as the shader has it. */
  private static final int TOGETHER = 8;

  /**
   * Null where the order is of no use.
   *
   * @param cacheBytes what a cache holds
   */
  static @Nullable Strips of(GatherForm form, long cacheBytes) {
    long[] sizes = form.sizes();
    long[] strides = form.strides();
    int inner = sizes.length - 1;
    if (inner < 1 || inner > 2 || strides[inner] != form.unit() || strides[inner - 1] != 0) {
      return null;
    }
    long rows = sizes[inner - 1];
    long columns = sizes[inner];
    long units = Math.max(MIN_UNITS, LINE / form.unit());
    while (2 * units * form.unit() * form.bound() <= cacheBytes) {
      units *= 2;
    }
    boolean usedOften = rows * (PIECE / form.unit()) >= form.bound();
    return usedOften && units < columns
        ? new Strips((int) units, inner == 2 ? sizes[0] : 1, rows, columns)
        : null;
  }

  /**
   * A dispatch that writes so many units a step.
   *
   * @param push with the dims
   */
  EncodedDispatch encode(Encoding encoding, ShaderVariant shader, PushWords push, int step) {
    long strips = Encoding.ceilDiv(columns, units);
    long parts = batches * strips * rows;
    Divisor byRows = Divisor.of(rows);
    Divisor byStrips = Divisor.of(strips);
    push.put((int) rows, byRows.multiplier(), (int) strips, byStrips.multiplier());
    push.put(byRows.shift() | byStrips.shift() << 8, (int) parts);
    // A few steps more, for the end of an output that begins within a word.
    long steps = parts * (units / step) + TOGETHER;
    long group = (long) Encoding.GROUP_SIZE * shader.words();
    return encoding.byGroups(shader.withStrip(units), push, Encoding.ceilDiv(steps, group));
  }
}
