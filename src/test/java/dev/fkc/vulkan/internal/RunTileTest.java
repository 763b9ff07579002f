package dev.fkc.vulkan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class RunTileTest {
  @Property(tries = 500)
  void anyTileFitsTheStageAndCoversItsForm(
      @ForAll @IntRange(max = 4) int unitLog2,
      @ForAll @IntRange(min = 1, max = 63) int run,
      @ForAll @LongRange(min = 2, max = 5_000) long acrossRuns,
      @ForAll @LongRange(min = 2, max = 5_000) long rowRuns) {
    int unit = 1 << unitLog2;
    int units = Math.max(1, Math.min(run, 63 / unit));
    RunTile tile = RunTile.choose(unit, units, acrossRuns, rowRuns);
    assertThat(tile.stageWords() * 4).isLessThanOrEqualTo(RunTile.STAGE_BYTES);
    assertThat(tile.pitch() * 4).isGreaterThanOrEqualTo(tile.across() * units * unit);
    assertThat(tile.across() * tile.tilesAcross(acrossRuns)).isGreaterThanOrEqualTo(acrossRuns);
    assertThat(tile.inner() * tile.tilesInner(rowRuns)).isGreaterThanOrEqualTo(rowRuns);
  }

  @Property(tries = 500)
  void partsOfATileBeginWithMemorySectorsWhereThatIsPossible(
      @ForAll @LongRange(min = 100, max = 5_000) long acrossRuns,
      @ForAll @LongRange(min = 600, max = 5_000) long rowRuns) {
    RunTile tile = RunTile.choose(4, 3, acrossRuns, rowRuns);
    assertThat(tile.across() * 12 % 32).isZero();
    assertThat(tile.inner() * 12 % 32).isZero();
  }
}
