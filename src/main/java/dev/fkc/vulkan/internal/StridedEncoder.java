package dev.fkc.vulkan.internal;

import static dev.fkc.vulkan.internal.Encoding.align;

import dev.fkc.plan.StridedForm;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Strided forms row by row, {@code strided.comp}, or unit by unit, {@code units.comp}. */
final class StridedEncoder {
  /** Row units below which single units are cheaper to load than pieces of rows. */
  private static final int SHORT_ROW = 64;

  // Constant 5 of strided.comp.
  private static final int FORWARD = 0;
  private static final int REVERSED = 1;
  private static final int REPEATED = 2;

  private StridedEncoder() {}

  /** Units that an invocation of {@code steps.glsl} writes at a time. */
  static int step(int unit) {
    return Math.min(4, Encoding.WORD_BYTES / unit);
  }

  /** Null where the push constants have no room for all dims. */
  static @Nullable List<EncodedDispatch> encode(Encoding encoding, StridedForm form) {
    long[] sizes = form.sizes();
    int inner = sizes.length - 1;
    PushWords push = encoding.push(form.count(), form.start());
    push.put((int) form.rotation());
    int magic = push.dims(sizes, form.strides(), form.rotatedDim() == 0);
    if (magic < 0) {
      return null;
    }
    boolean repeated = form.strides()[inner] == 0;
    boolean together = repeated || Math.abs(form.strides()[inner]) == form.unit();
    boolean isShort = !repeated && inner > 0 && sizes[inner] < SHORT_ROW;
    // A unit of 16 bytes is a word, wherever it lies.
    if (form.unit() < Encoding.WORD_BYTES && (!together || isShort)) {
      ShaderVariant shader =
          ShaderVariant.of("units", push, form.unit())
              .withDims(sizes.length, form.rotatedDim(), magic)
              .withWords(form.unit() <= 2 ? 2 : 1);
      return encoding.byWords(shader, push, step(form.unit()));
    }
    int mode = mode(form);
    ShaderVariant shader =
        ShaderVariant.of("strided", push, form.unit())
            .withAlign(align(addressBits(encoding, form, mode), form.unit()))
            .withDims(sizes.length, form.rotatedDim(), magic)
            .withMode(mode)
            .withWords(mode == REPEATED ? 4 : 1);
    return encoding.byWords(shader, push, Encoding.WORD_BYTES / form.unit());
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
