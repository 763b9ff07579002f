package dev.fkc.vulkan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class TileTest {
  private static final int LEAST_SHARED_MEMORY = 16 << 10;

  @Property
  void anyShapeGetsATileThatAWorkgroupHasRoomFor(
      @ForAll @IntRange(max = 3) int log2,
      @ForAll boolean folded,
      @ForAll @LongRange(min = 1, max = 5000) long rowUnits,
      @ForAll @LongRange(min = 1, max = 5000) long acrossUnits) {
    int unit = 1 << log2;
    boolean aligned = rowUnits * unit % 16 == 0;
    Tile tile = Tile.choose(unit, aligned, folded, rowUnits, acrossUnits);
    assertThat(tile.run() * tile.segment() * tile.tiles()).isBetween(129, 256);
    assertThat(tile.sharedBytes()).isLessThanOrEqualTo(LEAST_SHARED_MEMORY);
    assertThat(tile.filled(rowUnits, acrossUnits)).isPositive().isLessThanOrEqualTo(1);
  }

  /** As {@code place} in {@code transpose.comp} and {@code transpose_anywhere.comp} has it. */
  @Property
  void sharedMemoryHasRoomForThePlacesOfFoldedRows(
      @ForAll @IntRange(max = 3) int log2,
      @ForAll @LongRange(min = 8, max = 600) long rowUnits,
      @ForAll @LongRange(min = 8, max = 600) long acrossUnits) {
    int unit = 1 << log2;
    boolean aligned = rowUnits * unit % 16 == 0;
    Tile tile = Tile.choose(unit, aligned, true, rowUnits, acrossUnits);
    int placeBytes = aligned ? 16 : 8;
    int ringBytes = tile.run() * tile.segment() * tile.own() * tile.atOnce() * 16;
    assertThat(tile.tiles()).isEqualTo(1);
    assertThat(tile.inner() * placeBytes).isLessThanOrEqualTo(ringBytes);
  }

  /** Wherever a row begins in a sector, its tiles together hold all of it. */
  @Property
  void tilesCoverARow(
      @ForAll @IntRange(max = 3) int log2,
      @ForAll boolean aligned,
      @ForAll @LongRange(min = 1, max = 5000) long rowUnits,
      @ForAll @LongRange(min = 1, max = 5000) long acrossUnits,
      @ForAll @IntRange(max = 31) int early) {
    int unit = 1 << log2;
    Tile tile = Tile.choose(unit, aligned, false, rowUnits, acrossUnits);
    long tiles = tile.tilesInner(rowUnits);
    long held = tiles == 1 ? tile.inner() : tiles * (tile.inner() - tile.overlap());
    assertThat(held - (aligned ? 0 : early / unit)).isGreaterThanOrEqualTo(rowUnits);
    assertThat(tiles == 1 || (tile.inner() - tile.overlap()) * unit % 32 == 0 || aligned).isTrue();
    assertThat(tile.tilesAcross(acrossUnits) * tile.across()).isGreaterThanOrEqualTo(acrossUnits);
  }

  @Test
  void largeMatricesTakeLongRuns() {
    for (int unit = 1; unit <= 8; unit *= 2) {
      assertThat(Tile.choose(unit, false, false, 32_767, 32_767).run()).isEqualTo(32);
      assertThat(Tile.choose(unit, true, false, 4096, 4096).run()).isEqualTo(32);
    }
  }

  @Test
  void smallMatricesShareAWorkgroup() {
    Tile tile = Tile.choose(1, true, false, 64, 64);
    assertThat(tile.tiles()).isEqualTo(4);
    assertThat(tile.filled(64, 64)).isEqualTo(1);
  }
}
