package dev.fkc.vulkan.internal;

import java.util.Arrays;

/**
 * A shader with the values of its specialization constants: what a pipeline is made from. The
 * constants that a shader does not declare are ignored by the driver; what {@code rank}, {@code
 * rotated}, {@code third}, {@code mode} and {@code option} mean is up to the shader. Immutable.
 */
final class ShaderVariant {
  private static final int UNIT_LOG2 = 0;
  private static final int SOURCE_ALIGN = 1;
  private static final int RANK = 2;
  private static final int ROTATED = 3;
  private static final int THIRD = 4;
  private static final int MODE = 5;
  private static final int OPTION = 6;
  private static final int WORDS = 7;
  private static final int NEAR = 8;
  private static final int WHOLE = 9;
  private static final int RUN = 10;
  private static final int AT_ONCE = 11;
  private static final int SEGMENT = 12;
  private static final int PITCH = 13;
  private static final int STAGE_WORDS = 14;
  private static final int OWN_PARTS = 15;
  private static final int COUNT = 16;

  private final String name;
  private final boolean addresses;
  private final int[] constants;

  private ShaderVariant(String name, boolean addresses, int[] constants) {
    this.name = name;
    this.addresses = addresses;
    this.constants = constants;
  }

  /** A variant with one word per invocation, no rotation, and 1-byte alignment of source reads. */
  static ShaderVariant of(String name, PushWords push, int unit) {
    int[] constants = new int[COUNT];
    constants[UNIT_LOG2] = Integer.numberOfTrailingZeros(unit);
    constants[SOURCE_ALIGN] = 1;
    constants[RANK] = 1;
    constants[ROTATED] = -1;
    constants[THIRD] = 1;
    constants[WORDS] = 1;
    constants[NEAR] = push.near();
    return new ShaderVariant(name, push.usesAddresses(), constants);
  }

  /** File name without extension. */
  String name() {
    return name;
  }

  /** Whether memory is reached through buffer device addresses. */
  boolean addresses() {
    return addresses;
  }

  /** Values of constants 0, 1, .., a fresh array. */
  int[] constants() {
    return constants.clone();
  }

  /** Output words, or steps, of an invocation. */
  int words() {
    return constants[WORDS];
  }

  /** For 16-byte source reads at multiples of 16, 4 or 1. */
  ShaderVariant withAlign(int bytes) {
    return with(SOURCE_ALIGN, bytes);
  }

  ShaderVariant withDims(int rank, int rotated, int third) {
    return with(RANK, rank).with(ROTATED, rotated).with(THIRD, third);
  }

  ShaderVariant withMode(int mode) {
    return with(MODE, mode);
  }

  ShaderVariant withOption(boolean on) {
    return with(OPTION, on ? 1 : 0);
  }

  ShaderVariant withWords(int count) {
    return with(WORDS, count);
  }

  /** The shape of a tile. */
  ShaderVariant withTile(Tile tile) {
    return with(WORDS, tile.own())
        .with(RUN, tile.run())
        .with(SEGMENT, tile.segment())
        .with(AT_ONCE, tile.atOnce());
  }

  /** Runs of so many units, in tiles. */
  ShaderVariant withRuns(int units, RunTile tile) {
    return with(OPTION, units)
        .with(RUN, tile.across())
        .with(AT_ONCE, tile.inner())
        .with(PITCH, tile.pitch())
        .with(WORDS, tile.words());
  }

  /** A stage of so many 32-bit words, for so many parts of the output one after the other. */
  ShaderVariant withStage(int words, int parts) {
    return with(STAGE_WORDS, words).with(OWN_PARTS, parts);
  }

  /** So many columns at a time. */
  ShaderVariant withStrip(int units) {
    return with(RUN, units);
  }

  /** For output of whole words of whole workgroups, where leaving out the rest pays. */
  ShaderVariant withWhole() {
    return with(WHOLE, 1);
  }

  private ShaderVariant with(int constant, int value) {
    int[] changed = constants.clone();
    changed[constant] = value;
    return new ShaderVariant(name, addresses, changed);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ShaderVariant variant
        && name.equals(variant.name)
        && addresses == variant.addresses
        && Arrays.equals(constants, variant.constants);
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + Arrays.hashCode(constants) + (addresses ? 1 : 0);
  }

  @Override
  public String toString() {
    return name + (addresses ? " by address " : " ") + Arrays.toString(constants);
  }
}
