package dev.fkc.vulkan.internal;

/**
 * A shader with the values of its specialization constants: what a pipeline is made from. The
 * constants that a shader does not declare are ignored by the driver.
 *
 * @param name file name without extension
 * @param addresses whether memory is reached through buffer device addresses
 * @param unitLog2 constant 0: log2 of the bytes of a unit
 * @param sourceAlign constant 1: alignment of 16-byte source reads, 16, 4 or 1
 * @param rank constant 2
 * @param rotated constant 3: rotated dim or -1
 * @param magic constant 4: 1 if divisions are multiplications
 * @param mode constant 5: what the shader makes of it
 * @param checked constant 6: 1 if bad indices are reported
 * @param words constant 7: output words of an invocation
 * @param near constant 8: 1 if every distance between source bytes fits 32 bits
 */
record ShaderVariant(
    String name,
    boolean addresses,
    int unitLog2,
    int sourceAlign,
    int rank,
    int rotated,
    int magic,
    int mode,
    int checked,
    int words,
    int near) {

  /** Values of constants 0, 1, .. */
  int[] constants() {
    return new int[] {unitLog2, sourceAlign, rank, rotated, magic, mode, checked, words, near};
  }

  /** The same for another number of output words. */
  ShaderVariant withWords(int count) {
    return new ShaderVariant(
        name, addresses, unitLog2, sourceAlign, rank, rotated, magic, mode, checked, count, near);
  }
}
