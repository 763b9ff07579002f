package dev.fkc.vulkan.internal;

import dev.fkc.plan.Form;
import org.jspecify.annotations.Nullable;

/**
 * One dispatch, ready to be recorded for any buffers whose starts have the remainders that it was
 * encoded for: a pipeline, push constants, and where each operand is bound. Immutable.
 *
 * @param shader which pipeline
 * @param push push constant words; the words of addresses and of the report slot are filled in when
 *     it is recorded
 * @param addresses of operands that the push constants hold; empty when storage buffers are bound
 * @param bindings storage buffers by binding number, null entries are not used; empty when
 *     addresses are used
 * @param accesses what is read and written, for hazards
 * @param reportWord push constant word of the report slot, or -1 when no index is checked
 * @param groupsX workgroups
 * @param groupsY workgroups
 * @param form what it does
 */
record EncodedDispatch(
    ShaderVariant shader,
    int[] push,
    Address[] addresses,
    @Nullable Binding[] bindings,
    Access[] accesses,
    int reportWord,
    int groupsX,
    int groupsY,
    Form form) {

  /**
   * A 64-bit address in the push constants.
   *
   * @param word of its low half
   * @param operand inputs in order, then the output
   * @param delta bytes from the start of the operand
   */
  record Address(int word, int operand, long delta) {}

  /**
   * A bound range.
   *
   * @param operand inputs in order, then the output
   * @param delta bytes from the start of the operand to the start of the range; negative where that
   *     start was aligned down
   * @param range bytes
   */
  record Binding(int operand, long delta, long range) {}

  /**
   * Bytes that are touched.
   *
   * @param operand inputs in order, then the output
   * @param start bytes from the start of the operand
   * @param end one past the last
   * @param write whether they are written
   */
  record Access(int operand, long start, long end, boolean write) {}
}
