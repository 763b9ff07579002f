package dev.fkc.vulkan.internal;

import dev.fkc.plan.StridedForm;
import org.jspecify.annotations.Nullable;

/**
 * How invocations divide the output of a strided form when the steps of each are whole coordinates
 * of the outermost dim apart. All steps then begin at the same place of a row and their bytes lie
 * equally far apart, so that a shader has to find only once where that is.
 *
 * @param units of a step
 * @param words steps of an invocation
 * @param spacing steps from one to the next
 */
record EvenSteps(int units, int words, long spacing) {
  private static final int MAX_RANK = 4;

  /** Steps of a form from which it pays that an invocation has several. */
  private static final long MANY_STEPS = 1 << 17;

  /** Full blocks, of an invocation for every step up to the spacing, to a last one that is not. */
  private static final long MANY_BLOCKS = 32;

  private static final int LINE_BYTES = 128;

  /** Null where the form has no such steps, or too few. */
  static @Nullable EvenSteps of(StridedForm form, int units, int words) {
    long[] sizes = form.sizes();
    if (form.rotatedDim() == 0 || sizes.length > MAX_RANK) {
      return null;
    }
    // Whole cache lines as well, so that neighbours stay neighbours.
    long line = LINE_BYTES / ((long) units * form.unit());
    long inner = inner(form);
    long spacing = inner * (line / Math.min(line, Long.lowestOneBit(inner)));
    long steps = form.count() / units;
    boolean many = steps >= MANY_STEPS && steps >= MANY_BLOCKS * words * spacing;
    return many ? new EvenSteps(units, words, spacing) : null;
  }

  /** Units of a coordinate of the outermost dim. */
  private static long inner(StridedForm form) {
    return form.count() / form.sizes()[0];
  }

  /**
   * A dispatch of these steps.
   *
   * @param push with the dims
   */
  EncodedDispatch encode(
      Encoding encoding, StridedForm form, ShaderVariant shader, PushWords push) {
    Divisor divisor = Divisor.of(spacing);
    push.put((int) spacing, divisor.multiplier(), divisor.shift());
    push.stride(spacing * units / inner(form) * form.strides()[0]);
    long steps = Encoding.ceilDiv(encoding.head() + form.count(), units);
    long blocks = Encoding.ceilDiv(steps, words * spacing);
    return encoding.byGroups(
        shader.withWords(words), push, Encoding.ceilDiv(blocks * spacing, Encoding.GROUP_SIZE));
  }
}
