package dev.fkc.vulkan.internal;

import dev.fkc.plan.Form;
import dev.fkc.plan.Form.ByteRange;
import dev.fkc.vulkan.internal.EncodedDispatch.Access;
import java.util.List;

/**
 * One part of a call while it is encoded: the form, where its operands begin, and what a device
 * allows.
 */
final class Encoding {
  static final int WORD_BYTES = 16;

  static final int SOURCE_BINDING = 0;
  static final int OUTPUT_BINDING = 1;
  static final int MASK_BINDING = 2;
  static final int INDEX_BINDING = 3;

  private static final int GROUP_SIZE = 256;

  /** Output words from which it pays that an invocation writes several. */
  private static final long MANY_WORDS = 1 << 17;

  private final Form form;
  private final long[] starts;
  private final EncodingLimits limits;
  private final boolean addresses;
  private final boolean checked;

  Encoding(Form form, long[] starts, EncodingLimits limits, boolean addresses, boolean checked) {
    this.form = form;
    this.starts = starts;
    this.limits = limits;
    this.addresses = addresses;
    this.checked = checked;
  }

  EncodingLimits limits() {
    return limits;
  }

  /** Whether bad indices are reported. */
  boolean checked() {
    return checked;
  }

  /** Byte in its buffer at which an operand begins. */
  long start(int operand) {
    return starts[operand];
  }

  /** Byte in its buffer at which the form begins to write. */
  long outputStart() {
    return starts[starts.length - 1] + form.outputStart();
  }

  /** Units that the first output word holds before the form begins to write. */
  int head() {
    return (int) (outputStart() % WORD_BYTES) / form.unit();
  }

  PushWords push() {
    return new PushWords(limits, addresses, starts);
  }

  /**
   * Push constants with what every shader begins with.
   *
   * @param count units of the output, or what a shader has in its place
   * @param source first source byte
   */
  PushWords push(long count, long source) {
    PushWords push = push();
    push.put(head(), (int) count);
    push.destination(OUTPUT_BINDING, starts.length - 1, form.outputStart(), form.outputBytes());
    push.operand(SOURCE_BINDING, 0, source, form.reads().get(0));
    return push;
  }

  /** 16, 4 or 1: what divides a number with these bits, but 4 at least for units of 4 bytes up. */
  static int align(long bits, int unit) {
    if ((bits & 15) == 0) {
      return 16;
    }
    return unit >= 4 || (bits & 3) == 0 ? 4 : 1;
  }

  static long ceilDiv(long n, long divisor) {
    return (n + divisor - 1) / divisor;
  }

  /** A dispatch whose invocations own output words of so many lanes. */
  EncodedDispatch byWords(ShaderVariant shader, PushWords push, int lanes) {
    long words = ceilDiv(head() + form.count(), lanes);
    ShaderVariant variant = words < MANY_WORDS ? shader.withWords(1) : shader;
    if (limits.runsBothSides() && head() == 0) {
      variant = whole(variant, lanes);
    }
    return byGroups(variant, push, ceilDiv(words, (long) GROUP_SIZE * variant.words()));
  }

  private ShaderVariant whole(ShaderVariant shader, int lanes) {
    long group = (long) GROUP_SIZE * lanes;
    if (form.count() % (group * shader.words()) == 0) {
      return shader.withWhole();
    }
    return form.count() % group == 0 ? shader.withWords(1).withWhole() : shader;
  }

  /** A dispatch of so many workgroups. */
  EncodedDispatch byGroups(ShaderVariant shader, PushWords push, long groups) {
    long groupsY = ceilDiv(groups, limits.maxGroupsX());
    long groupsX = ceilDiv(groups, groupsY);
    return new EncodedDispatch(
        shader,
        push.words(),
        push.addresses(),
        push.bindings(),
        accesses(),
        push.reportWord(),
        (int) groupsX,
        (int) groupsY,
        form);
  }

  private Access[] accesses() {
    List<ByteRange> reads = form.reads();
    Access[] accesses = new Access[reads.size() + 1];
    for (int k = 0; k < reads.size(); k++) {
      accesses[k] = new Access(k, reads.get(k).start(), reads.get(k).end(), false);
    }
    accesses[reads.size()] =
        new Access(
            starts.length - 1, form.outputStart(), form.outputStart() + form.outputBytes(), true);
    return accesses;
  }
}
