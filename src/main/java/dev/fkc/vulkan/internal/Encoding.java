package dev.fkc.vulkan.internal;

import dev.fkc.plan.Form;
import dev.fkc.plan.Form.ByteRange;
import dev.fkc.vulkan.internal.EncodedDispatch.Access;
import java.util.ArrayList;
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

  static final int GROUP_SIZE = 256;

  /** Output words from which it pays that an invocation writes several. */
  private static final long MANY_WORDS = 1 << 17;

  /** Parts of a workgroup that loads them ahead, and how many there are then. */
  private static final int PARTS_AHEAD = 4;

  private static final long MANY_PARTS = 1024;

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

  /**
   * Dispatches whose invocations own output words of so many lanes: one, or, where branches cost
   * what they would cost if they were taken, one without any for whole words of whole workgroups,
   * and one each for what is before and after them.
   */
  List<EncodedDispatch> byWords(ShaderVariant shader, PushWords push, int lanes) {
    long count = form.count();
    long words = ceilDiv(head() + count, lanes);
    ShaderVariant variant = words < MANY_WORDS ? shader.withWords(1) : shader;
    // Two words: as many units as a word has, which some shaders count on, and more.
    int lead = head() == 0 ? 0 : 2 * WORD_BYTES / form.unit() - head();
    long group = (long) GROUP_SIZE * lanes * variant.words();
    long groups = (count - lead) / group;
    if (!limits.runsBothSides() || groups < 1) {
      return List.of(words(variant, push, lanes, 0, count));
    }
    long groupsY = ceilDiv(groups, limits.maxGroupsX());
    long groupsX = groups / groupsY;
    long end = lead + groupsX * groupsY * group;
    ShaderVariant edge = shader.withWords(1);
    List<EncodedDispatch> dispatches = new ArrayList<>();
    if (lead > 0) {
      dispatches.add(words(edge, push, lanes, 0, lead));
    }
    part(push, lead, end);
    dispatches.add(dispatch(variant.withWhole(), push, lead, end, groupsX, groupsY));
    if (end < count) {
      dispatches.add(words(edge, push, lanes, end, count));
    }
    return dispatches;
  }

  /** Units [from, to), which begin with the form or with an output word. */
  private EncodedDispatch words(
      ShaderVariant shader, PushWords push, int lanes, long from, long to) {
    long words = ceilDiv(from == 0 ? head() + to : to - from, lanes);
    long groups = ceilDiv(words, (long) GROUP_SIZE * shader.words());
    long groupsY = ceilDiv(groups, limits.maxGroupsX());
    part(push, from, to);
    return dispatch(shader, push, from, to, ceilDiv(groups, groupsY), groupsY);
  }

  private void part(PushWords push, long from, long to) {
    int head = from == 0 ? head() : (int) -from;
    push.part(head, (int) to, (head() + from) * form.unit() / WORD_BYTES);
  }

  /**
   * A dispatch of workgroups that put so many parts of the output together in shared memory, by
   * {@code staged.glsl}.
   *
   * @param stageWords 32-bit words of shared memory
   * @param ahead whether it pays that workgroups load the next part while they write one
   */
  EncodedDispatch byParts(
      ShaderVariant shader, PushWords push, int stageWords, long parts, boolean ahead) {
    int own = ahead && parts >= MANY_PARTS && !limits.runsBothSides() ? PARTS_AHEAD : 1;
    return byGroups(shader.withStage(stageWords, own), push, ceilDiv(parts, own));
  }

  /** A dispatch of so many workgroups. */
  EncodedDispatch byGroups(ShaderVariant shader, PushWords push, long groups) {
    long groupsY = ceilDiv(groups, limits.maxGroupsX());
    return dispatch(shader, push, 0, form.count(), ceilDiv(groups, groupsY), groupsY);
  }

  private EncodedDispatch dispatch(
      ShaderVariant shader, PushWords push, long from, long to, long groupsX, long groupsY) {
    return new EncodedDispatch(
        shader,
        push.words(),
        push.addresses(),
        push.bindings(),
        accesses(from, to),
        push.reportWord(),
        (int) groupsX,
        (int) groupsY,
        form);
  }

  private Access[] accesses(long from, long to) {
    List<ByteRange> reads = form.reads();
    Access[] accesses = new Access[reads.size() + 1];
    for (int k = 0; k < reads.size(); k++) {
      accesses[k] = new Access(k, reads.get(k).start(), reads.get(k).end(), false);
    }
    accesses[reads.size()] =
        new Access(
            starts.length - 1,
            form.outputStart() + from * form.unit(),
            form.outputStart() + to * form.unit(),
            true);
    return accesses;
  }
}
