package dev.fkc.vulkan.internal;

/**
 * A shader with the values of its specialization constants: what a pipeline is made from. The
 * constants that a shader does not declare are ignored by the driver; what {@code rank}, {@code
 * rotated}, {@code third}, {@code mode} and {@code option} mean is up to the shader. Immutable.
 *
 * @param name file name without extension
 * @param addresses whether memory is reached through buffer device addresses
 * @param unitLog2 constant 0: log2 of the bytes of a unit
 * @param sourceAlign constant 1: alignment of 16-byte source reads, 16, 4 or 1
 * @param rank constant 2
 * @param rotated constant 3
 * @param third constant 4
 * @param mode constant 5
 * @param option constant 6
 * @param words constant 7: output words, or steps, of an invocation
 * @param near constant 8: 1 if every distance between source bytes fits 32 bits
 * @param whole constant 9: 1 if the output is whole words of whole workgroups, on a device for
 *     which it pays to leave out what is for others
 */
record ShaderVariant(
    String name,
    boolean addresses,
    int unitLog2,
    int sourceAlign,
    int rank,
    int rotated,
    int third,
    int mode,
    int option,
    int words,
    int near,
    int whole) {

  /** A variant with one word per invocation, no rotation, and 1-byte alignment of source reads. */
  static ShaderVariant of(String name, PushWords push, int unit) {
    return new ShaderVariant(
        name,
        push.usesAddresses(),
        Integer.numberOfTrailingZeros(unit),
        1,
        1,
        -1,
        1,
        0,
        0,
        1,
        push.near(),
        0);
  }

  /** Values of constants 0, 1, .. */
  int[] constants() {
    return new int[] {
      unitLog2, sourceAlign, rank, rotated, third, mode, option, words, near, whole
    };
  }

  ShaderVariant withAlign(int bytes) {
    return new ShaderVariant(
        name, addresses, unitLog2, bytes, rank, rotated, third, mode, option, words, near, whole);
  }

  ShaderVariant withDims(int newRank, int newRotated, int newThird) {
    return new ShaderVariant(
        name,
        addresses,
        unitLog2,
        sourceAlign,
        newRank,
        newRotated,
        newThird,
        mode,
        option,
        words,
        near,
        whole);
  }

  ShaderVariant withMode(int newMode) {
    return new ShaderVariant(
        name,
        addresses,
        unitLog2,
        sourceAlign,
        rank,
        rotated,
        third,
        newMode,
        option,
        words,
        near,
        whole);
  }

  ShaderVariant withOption(boolean on) {
    return new ShaderVariant(
        name,
        addresses,
        unitLog2,
        sourceAlign,
        rank,
        rotated,
        third,
        mode,
        on ? 1 : 0,
        words,
        near,
        whole);
  }

  ShaderVariant withWords(int count) {
    return new ShaderVariant(
        name,
        addresses,
        unitLog2,
        sourceAlign,
        rank,
        rotated,
        third,
        mode,
        option,
        count,
        near,
        whole);
  }

  ShaderVariant withWhole() {
    return new ShaderVariant(
        name, addresses, unitLog2, sourceAlign, rank, rotated, third, mode, option, words, near, 1);
  }
}
