package dev.fkc.vulkan.internal;

import static dev.fkc.vulkan.internal.Encoding.align;

import dev.fkc.plan.Form;
import dev.fkc.plan.GatherForm;
import dev.fkc.plan.IndexRowsForm;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Forms that follow indices: {@code index_rows.comp}, or {@code columns.comp} where {@link
 * ColumnEncoder} has it, and {@code gather.comp}.
 */
final class IndexEncoder {
  private static final long LAST_INDEX = 0xFFFF_FFFFL;

  /** Output words of an invocation that waits for an index before it can load a row. */
  private static final int ROW_WORDS = 4;

  /** The same for rows that end within one or two memory sectors, which are what they wait for. */
  private static final int SHORT_ROW_WORDS = 16;

  private static final int SECTORS = 64;

  /** Units of rows of one each that an invocation has under way. */
  private static final int SHORT_UNITS = 16;

  /** Output of a workgroup, a word from each invocation. */
  private static final int GROUP_BYTES = Encoding.GROUP_SIZE * Encoding.WORD_BYTES;

  private IndexEncoder() {}

  /** With what all these shaders need to follow indices. */
  static PushWords push(Encoding encoding, IndexRowsForm form) {
    return push(encoding, form, form.start(), form.indexStart(), form.bound());
  }

  private static PushWords push(
      Encoding encoding, Form form, long start, long indexStart, long bound) {
    PushWords push = encoding.push(form.count(), start);
    push.operand(Encoding.INDEX_BINDING, 1, indexStart, form.reads().get(1));
    push.report(encoding.checked());
    push.put((int) Math.min(bound - 1, LAST_INDEX));
    return push;
  }

  static List<EncodedDispatch> encode(Encoding encoding, IndexRowsForm form) {
    EncodedDispatch columns = ColumnEncoder.encode(encoding, form);
    if (columns != null) {
      return List.of(columns);
    }
    PushWords push = push(encoding, form);
    Divisor run = Divisor.of(form.run());
    Divisor n = Divisor.of(form.n());
    push.put((int) form.run(), run.multiplier(), (int) form.n(), n.multiplier());
    push.put(run.shift() | n.shift() << 8);
    push.stride(form.outerStride());
    push.stride(form.rowStride());
    long apart = encoding.start(0) + form.start() - encoding.outputStart();
    long rowBytes = form.run() * form.unit();
    long bits = apart | rowBytes | form.rowStride() | form.outerStride();
    int lanes = Encoding.WORD_BYTES / form.unit();
    boolean isShort = form.run() < lanes;
    int step = StridedEncoder.step(form.unit());
    boolean even = encoding.head() == 0 && form.run() % lanes == 0;
    ShaderVariant shader =
        ShaderVariant.of("index_rows", push, form.unit())
            .withAlign(align(bits, form.unit()))
            .withOption(encoding.checked())
            .withMode(isShort ? 1 : 0)
            .withDims(even ? 1 : 0, even || rowBytes < GROUP_BYTES ? 1 : 0, 1)
            .withWords(
                isShort ? SHORT_UNITS / step : rowBytes >= SECTORS ? ROW_WORDS : SHORT_ROW_WORDS);
    return encoding.byWords(shader, push, isShort ? step : lanes);
  }

  /** Null where the push constants have no room for all dims. */
  static @Nullable List<EncodedDispatch> encode(Encoding encoding, GatherForm form) {
    PushWords push = push(encoding, form, form.start(), form.indexStart(), form.bound());
    push.stride(form.gatherStride());
    int magic = push.dims(form.sizes(), form.strides(), false);
    if (magic < 0) {
      return null;
    }
    // Whether the indices of a step, which share an output word, share a 16-byte word too.
    long firstIndex = encoding.start(1) + form.indexStart() - 4L * encoding.head();
    ShaderVariant shader =
        ShaderVariant.of("gather", push, form.unit())
            .withDims(form.sizes().length, -1, magic)
            .withMode(firstIndex % Encoding.WORD_BYTES == 0 ? 1 : 0)
            .withOption(encoding.checked())
            .withWords(form.unit() <= 2 ? 8 : 4);
    EncodingLimits limits = encoding.limits();
    int step = StridedEncoder.step(form.unit());
    Strips strips = limits.runsBothSides() ? null : Strips.of(form, limits.cacheBytes());
    return strips != null
        ? List.of(strips.encode(encoding, shader, push, step))
        : encoding.byWords(shader, push, step);
  }
}
