package dev.fkc.vulkan.internal;

import static dev.fkc.vulkan.internal.Encoding.align;

import dev.fkc.plan.KernelClass;
import dev.fkc.plan.StridedForm;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Strided forms row by row, {@code strided.comp}; unit by unit, {@code units.comp}, where units do
 * not lie together or rows are very short; by two windows a word, {@code windows.comp}, between.
 */
final class StridedEncoder {
  /** Row units below which single units are cheaper to load than pieces of rows. */
  private static final int SHORT_ROW = 64;

  /** The same for rows that repeat a unit, in bytes. */
  private static final int REPEATED_ROW = 64;

  /** Row bytes up to which a word is better made of two windows than of a piece after a piece. */
  private static final int MEDIUM_ROW = 2048;

  // Constant 5 of strided.comp.
  private static final int FORWARD = 0;
  private static final int REVERSED = 1;
  private static final int REPEATED = 2;

  private StridedEncoder() {}

  /** Units that an invocation of {@code steps.glsl} writes at a time. */
  static int step(int unit) {
    return Math.min(4, Encoding.WORD_BYTES / unit);
  }

  /**
   * Whether a form should be run through addresses where they are cheap. Drivers compare each place
   * in a bound buffer with its size, which costs as much as all the rest where loads are many.
   */
  static boolean wantsAddresses(StridedForm form) {
    return form.kernelClass() == KernelClass.TILED_TRANSPOSE
        ? TileEncoder.fits(true, form.sizes().length)
        : windows(form) != null || units(form) != null;
  }

  /** Null where the push constants have no room for all dims. */
  static @Nullable List<EncodedDispatch> encode(Encoding encoding, StridedForm form) {
    PushWords push = encoding.push(form.count(), form.start());
    push.put((int) form.rotation());
    int magic = push.dims(form.sizes(), form.strides(), form.rotatedDim() == 0);
    if (magic < 0) {
      return null;
    }
    int mode = mode(form);
    int align = align(addressBits(encoding, form, mode), form.unit());
    // Where both sides of branches run, variants without any are worth more than even steps.
    boolean even = !encoding.limits().runsBothSides();
    EvenSteps windows = even && align != 16 ? windows(form) : null;
    if (windows != null) {
      ShaderVariant shader = shader("windows", push, form, magic).withAlign(align).withMode(mode);
      return List.of(windows.encode(encoding, form, shader, push));
    }
    if (byUnits(form)) {
      ShaderVariant shader = shader("units", push, form, magic);
      EvenSteps units = even ? units(form) : null;
      return units != null
          ? List.of(units.encode(encoding, form, shader.withMode(1), push))
          : encoding.byWords(shader.withWords(form.unit() <= 2 ? 2 : 1), push, step(form.unit()));
    }
    ShaderVariant shader =
        shader("strided", push, form, magic)
            .withAlign(align)
            .withMode(mode)
            .withWords(mode == REPEATED ? 4 : 1);
    return encoding.byWords(shader, push, Encoding.WORD_BYTES / form.unit());
  }

  private static ShaderVariant shader(String name, PushWords push, StridedForm form, int magic) {
    return ShaderVariant.of(name, push, form.unit())
        .withDims(form.sizes().length, form.rotatedDim(), magic);
  }

  private static boolean byUnits(StridedForm form) {
    long[] sizes = form.sizes();
    int inner = sizes.length - 1;
    long stride = form.strides()[inner];
    // A unit of 16 bytes is a word, wherever it lies.
    if (form.unit() == Encoding.WORD_BYTES) {
      return false;
    }
    if (stride == 0) {
      return inner > 0 && sizes[inner] * form.unit() < REPEATED_ROW;
    }
    return Math.abs(stride) != form.unit() || inner > 0 && sizes[inner] < SHORT_ROW;
  }

  private static @Nullable EvenSteps units(StridedForm form) {
    int unit = form.unit();
    return byUnits(form) ? EvenSteps.of(form, step(unit), unit == 1 ? 8 : 4) : null;
  }

  /** Steps of a word each, where the units of a word come from two places. */
  private static @Nullable EvenSteps windows(StridedForm form) {
    long[] sizes = form.sizes();
    long[] strides = form.strides();
    int inner = sizes.length - 1;
    int unit = form.unit();
    int lanes = Encoding.WORD_BYTES / unit;
    if (inner == 0
        || unit == Encoding.WORD_BYTES
        || Math.abs(strides[inner]) != unit
        || sizes[inner] * unit > MEDIUM_ROW) {
      return null;
    }
    boolean turned = form.rotatedDim() == inner;
    boolean dense = inner == 1 && strides[1] == unit && strides[0] == sizes[1] * unit;
    // A word must not reach a third row.
    boolean two = turned ? dense : sizes[inner] >= lanes - 1;
    return two ? EvenSteps.of(form, lanes, unit == 1 && strides[inner] < 0 ? 3 : 4) : null;
  }

  private static int mode(StridedForm form) {
    long stride = form.strides()[form.sizes().length - 1];
    return stride == 0 ? REPEATED : stride == -form.unit() ? REVERSED : FORWARD;
  }

  /** The bits of all that a whole word's source address is made of, beside multiples of 16. */
  private static long addressBits(Encoding encoding, StridedForm form, int mode) {
    long[] sizes = form.sizes();
    long[] strides = form.strides();
    int inner = sizes.length - 1;
    long source = encoding.start(0) + form.start();
    long bits =
        mode == REVERSED
            ? source + (encoding.head() + 1L) * form.unit()
            : source - encoding.outputStart();
    for (int k = 0; k < inner; k++) {
      bits |= strides[k];
    }
    if (inner > 0 || form.rotatedDim() == inner) {
      bits |= sizes[inner] * form.unit();
    }
    return form.rotatedDim() == inner ? bits | form.rotation() * form.unit() : bits;
  }
}
