package dev.fkc.vulkan.internal;

import static dev.fkc.vulkan.internal.Encoding.align;

import dev.fkc.plan.Form;
import dev.fkc.plan.MaskedForm;
import dev.fkc.plan.TriangleForm;
import java.util.List;

/** Forms that read a dense source in order: {@code triangle.comp} and {@code masked.comp}. */
final class DenseEncoder {
  /** Units of a matrix and of the longest word, in 64 bits. */
  private static final int PATTERN_UNITS = Long.SIZE - Encoding.WORD_BYTES;

  /** Output words of an invocation that loads data as well as a mask. */
  private static final int MASKED_WORDS = 2;

  /** The same where a CPU runs several invocations as one. */
  private static final int MASKED_WORDS_ON_CPU = 4;

  private DenseEncoder() {}

  static List<EncodedDispatch> encode(Encoding encoding, TriangleForm form) {
    PushWords push = encoding.push(form.count(), form.start());
    boolean pattern = form.rows() * form.columns() <= PATTERN_UNITS;
    if (pattern) {
      putPattern(push, form);
    } else {
      putDims(push, form);
    }
    long apart = encoding.start(0) + form.start() - encoding.outputStart();
    ShaderVariant shader =
        ShaderVariant.of("triangle", push, form.unit())
            .withAlign(align(apart, form.unit()))
            .withDims(pattern ? 1 : 0, -1, 1)
            .withMode(form.upper() ? 1 : 0);
    return encoding.byWords(shader, push, Encoding.WORD_BYTES / form.unit());
  }

  private static void putDims(PushWords push, TriangleForm form) {
    Divisor columns = Divisor.of(form.columns());
    Divisor rows = Divisor.of(form.rows());
    push.put((int) form.columns(), columns.multiplier(), (int) form.rows(), rows.multiplier());
    push.put(columns.shift() | rows.shift() << 8, (int) form.diagonal());
  }

  /** Which units of a matrix are kept, a bit each, and of those that follow. */
  private static void putPattern(PushWords push, TriangleForm form) {
    long units = form.rows() * form.columns();
    long kept = 0;
    for (int e = 0; e < Long.SIZE; e++) {
      kept |= form.read(e, position -> 0).equals(Form.Read.ZERO) ? 0 : 1L << e;
    }
    Divisor divisor = Divisor.of(units);
    push.put((int) units, divisor.multiplier(), (int) kept, (int) (kept >> 32), divisor.shift());
  }

  static List<EncodedDispatch> encode(Encoding encoding, MaskedForm form) {
    PushWords push = encoding.push(form.count(), form.start());
    push.operand(Encoding.MASK_BINDING, 1, form.maskStart(), form.reads().get(1));
    push.put(repeated(form.fill()));
    long apart = encoding.start(0) + form.start() - encoding.outputStart();
    ShaderVariant shader =
        ShaderVariant.of("masked", push, form.unit())
            .withAlign(align(apart, form.unit()))
            .withWords(encoding.limits().runsBothSides() ? MASKED_WORDS_ON_CPU : MASKED_WORDS);
    // Where loads come from the L1 cache for nothing, another variant would only have to be
    // compiled.
    int lanes = Encoding.WORD_BYTES / form.unit();
    long firstMask = encoding.start(1) + form.maskStart() - encoding.head();
    boolean maskWords = encoding.limits().runsBothSides() && lanes >= 4 && firstMask % lanes == 0;
    return encoding.byWords(shader.withMode(maskWords ? 1 : 0), push, lanes);
  }

  private static int[] repeated(byte[] fill) {
    int[] words = new int[4];
    for (int b = 0; b < Encoding.WORD_BYTES; b++) {
      words[b / 4] |= (fill[b % fill.length] & 0xff) << (8 * (b % 4));
    }
    return words;
  }
}
