package dev.fkc.vulkan.internal;

import static dev.fkc.vulkan.internal.Encoding.align;

import dev.fkc.plan.MaskedForm;
import dev.fkc.plan.TriangleForm;

/** Forms that read a dense source in order: {@code triangle.comp} and {@code masked.comp}. */
final class DenseEncoder {
  /** Matrix columns below which a word spans many rows. */
  private static final int TINY_MATRIX = 8;

  private DenseEncoder() {}

  static EncodedDispatch encode(Encoding encoding, TriangleForm form) {
    PushWords push = encoding.push(form.count(), form.start());
    Divisor columns = Divisor.of(form.columns());
    Divisor rows = Divisor.of(form.rows());
    push.put((int) form.columns(), columns.multiplier(), (int) form.rows(), rows.multiplier());
    push.put(columns.shift() | rows.shift() << 8, (int) form.diagonal());
    long apart = encoding.start(0) + form.start() - encoding.outputStart();
    int tiny = form.columns() < TINY_MATRIX ? 1 : 0;
    ShaderVariant shader =
        ShaderVariant.of("triangle", push, form.unit())
            .withAlign(align(apart, form.unit()))
            .withDims(tiny, -1, 1)
            .withMode(form.upper() ? 1 : 0)
            .withWords(encoding.limits().runsBothSides() ? 1 : Encoding.SEVERAL_WORDS);
    return encoding.byWords(shader, push, Encoding.WORD_BYTES / form.unit());
  }

  static EncodedDispatch encode(Encoding encoding, MaskedForm form) {
    PushWords push = encoding.push(form.count(), form.start());
    push.operand(Encoding.MASK_BINDING, 1, form.maskStart(), form.reads().get(1));
    push.put(repeated(form.fill()));
    long apart = encoding.start(0) + form.start() - encoding.outputStart();
    ShaderVariant shader =
        ShaderVariant.of("masked", push, form.unit())
            .withAlign(align(apart, form.unit()))
            .withWords(Encoding.SEVERAL_WORDS);
    // Where loads come from the L1 cache for nothing, another variant would only have to be
    // compiled.
    boolean maskWords =
        encoding.limits().runsBothSides()
            && form.unit() <= 4
            && encoding.head() == 0
            && (encoding.start(1) + form.maskStart()) % 4 == 0;
    return encoding.byWords(
        shader.withMode(maskWords ? 1 : 0), push, Encoding.WORD_BYTES / form.unit());
  }

  private static int[] repeated(byte[] fill) {
    int[] words = new int[4];
    for (int b = 0; b < Encoding.WORD_BYTES; b++) {
      words[b / 4] |= (fill[b % fill.length] & 0xff) << (8 * (b % 4));
    }
    return words;
  }
}
