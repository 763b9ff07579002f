package dev.fkc.vulkan.internal;

import dev.fkc.plan.StridedForm;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Strided forms that bring short runs of units into another order, where the runs follow each other
 * in the source along a dim that is not the innermost one: {@code runs.comp}.
 */
final class RunEncoder {
  /** Bytes of runs from which each is as well loaded for itself: of units of 4 bytes up. */
  private static final int LONG_RUN = 64;

  /** The same of narrower units, whose output words come from several places of the stage. */
  private static final int LONG_NARROW_RUN = 33;

  /** Bytes along both sides of a batch, and of all of it, below which caches serve as well. */
  private static final int MIN_SIDE = 64;

  private static final int MIN_BATCH = 4096;

  private RunEncoder() {}

  /** Null where the form has no such runs, or where a CPU's caches bring them together. */
  static @Nullable EncodedDispatch encode(Encoding encoding, StridedForm form) {
    int unit = form.unit();
    int rank = form.sizes().length;
    long run = 1;
    if (form.strides()[rank - 1] == unit) {
      rank--;
      run = form.sizes()[rank];
    }
    long bytes = run * unit;
    int across = across(form, rank, bytes);
    // Single units are the business of other shaders; those of 16 bytes are runs here.
    if (bytes >= (unit < 4 ? LONG_NARROW_RUN : LONG_RUN)
        || run == 1 && unit < Encoding.WORD_BYTES
        || across < 0
        || form.rotatedDim() == across
        || form.rotatedDim() >= rank
        || encoding.limits().runsBothSides()
        || encoding.limits().sharedMemory() < RunTile.STAGE_BYTES) {
      return null;
    }
    long[] sizes = Arrays.copyOf(form.sizes(), rank);
    long[] strides = Arrays.copyOf(form.strides(), rank);
    long rowRuns = 1;
    for (int k = across + 1; k < rank; k++) {
      rowRuns *= sizes[k];
    }
    if (Math.min(sizes[across], rowRuns) * bytes < MIN_SIDE
        || sizes[across] * rowRuns * bytes < MIN_BATCH) {
      return null;
    }
    RunTile tile = RunTile.choose(unit, (int) run, sizes[across], rowRuns);
    long tilesInner = tile.tilesInner(rowRuns);
    long tilesAcross = tile.tilesAcross(sizes[across]);
    long batches = form.count() / (rowRuns * sizes[across] * run);
    long tiles = batches * tilesInner * tilesAcross;
    PushWords push = encoding.push(tiles, form.start());
    push.put((int) form.rotation(), (int) tilesInner, (int) tilesAcross);
    push.put((int) rowRuns, (int) sizes[across]);
    int magic = push.dims(sizes, strides, form.rotatedDim() == 0);
    if (magic < 0) {
      return null;
    }
    long bits = encoding.start(0) + form.start() | tile.across() * bytes;
    for (int k = 0; k < rank; k++) {
      bits |= k == across ? 0 : strides[k];
    }
    ShaderVariant shader =
        ShaderVariant.of("runs", push, unit)
            .withAlign(Encoding.align(bits, unit))
            .withDims(rank, form.rotatedDim(), magic)
            .withMode(across)
            .withRuns((int) run, tile);
    return encoding.byParts(shader, push, tile.stageWords(), tiles, true);
  }

  /** The dim, not the innermost, along which runs of so many bytes follow each other; or -1. */
  private static int across(StridedForm form, int rank, long bytes) {
    for (int k = rank - 2; k >= 0; k--) {
      if (form.strides()[k] == bytes) {
        return k;
      }
    }
    return -1;
  }
}
