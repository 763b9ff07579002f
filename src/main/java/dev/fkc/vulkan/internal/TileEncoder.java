package dev.fkc.vulkan.internal;

import static dev.fkc.vulkan.internal.Encoding.WORD_BYTES;
import static dev.fkc.vulkan.internal.Encoding.align;
import static dev.fkc.vulkan.internal.Encoding.ceilDiv;

import dev.fkc.plan.KernelClass;
import dev.fkc.plan.StridedForm;
import org.jspecify.annotations.Nullable;

/**
 * Strided forms whose contiguous dim is not the innermost: through shared memory, as records
 * ({@code split.comp}, {@code join.comp}) or in tiles ({@code transpose.comp}).
 */
final class TileEncoder {
  /** Extents of both dims from which tiles pay. */
  private static final int MIN_TILED = 8;

  /** Units of a batch up to which caches serve it unit by unit. */
  private static final int SMALL_BATCH = 256;

  private static final long CACHE_LINE = 64;
  private static final long CACHE_BYTES = 512 << 10;
  private static final long PAGE = 4096;

  /** So many lines stay in a cache wherever they lie. */
  private static final long FEW_LINES = 8;

  /** About as many workgroups as run at a time on a large device. */
  private static final double GROUPS_AT_ONCE = 1000;

  private TileEncoder() {}

  /** Whether the push constants have room for so many dims. */
  static boolean fits(boolean addresses, int rank) {
    return PushWords.fits(addresses, 6, 2, rank);
  }

  /** Null where neither records nor tiles fit the form. */
  static @Nullable EncodedDispatch encode(Encoding encoding, StridedForm form) {
    if (form.kernelClass() != KernelClass.TILED_TRANSPOSE
        || RecordEncoder.STAGE_BYTES > encoding.limits().sharedMemory()) {
      return null;
    }
    if (encoding.limits().runsBothSides() && cachesServe(form)) {
      return null;
    }
    EncodedDispatch records = RecordEncoder.encode(encoding, form);
    return records != null ? records : tiles(encoding, form);
  }

  /**
   * Whether a CPU's cache holds the lines that a row of the output comes from until the next row
   * needs them too. Lines whole pages apart share few places in it.
   */
  private static boolean cachesServe(StridedForm form) {
    long[] sizes = form.sizes();
    long rowUnits = rowUnits(form);
    long apart = Math.abs(form.strides()[sizes.length - 1]);
    return rowUnits * CACHE_LINE <= CACHE_BYTES && (rowUnits <= FEW_LINES || apart % PAGE != 0);
  }

  /** Units of an output row: of all dims after the one that is contiguous in the source. */
  private static long rowUnits(StridedForm form) {
    long units = 1;
    for (int k = form.acrossDim() + 1; k < form.sizes().length; k++) {
      units *= form.sizes()[k];
    }
    return units;
  }

  private static @Nullable EncodedDispatch tiles(Encoding encoding, StridedForm form) {
    long[] sizes = form.sizes();
    long[] strides = form.strides();
    int unit = form.unit();
    int across = form.acrossDim();
    long rowUnits = rowUnits(form);
    if (sizes[across] < MIN_TILED
        || rowUnits < MIN_TILED
        || rowUnits * sizes[across] <= SMALL_BATCH
        || !fits(encoding.push().usesAddresses(), sizes.length)) {
      return null;
    }
    boolean aligned = encoding.head() == 0 && rowUnits * unit % WORD_BYTES == 0;
    boolean folded = across < sizes.length - 2;
    Tile tile =
        encoding.limits().runsBothSides()
            ? Tile.exchangedOnce(unit, aligned)
            : Tile.choose(unit, aligned, folded, rowUnits, sizes[across]);
    if (tile.sharedBytes() > encoding.limits().sharedMemory()) {
      return null;
    }
    long tilesInner = tile.tilesInner(rowUnits);
    long tilesAcross = tile.tilesAcross(sizes[across]);
    long tiles = form.count() / rowUnits / sizes[across] * tilesInner * tilesAcross;

    boolean backwards = strides[across] < 0;
    long start = form.start() + (backwards ? (sizes[across] - 1) * strides[across] : 0);
    strides[across] = unit;
    PushWords push = encoding.push(tiles, start);
    push.put((int) tilesInner, (int) tilesAcross, (int) form.rotation());
    push.put((int) band(tile, strides[sizes.length - 1], rowUnits * unit, tilesAcross));
    for (long size : sizes) {
      push.put((int) size);
    }
    long bits = encoding.start(0) + start;
    for (int k = 0; k < sizes.length; k++) {
      push.stride(strides[k]);
      bits |= k == across ? 0 : strides[k];
    }
    ShaderVariant shader =
        ShaderVariant.of(aligned ? "transpose" : "transpose_anywhere", push, unit)
            .withAlign(Math.min(4, align(bits, unit)))
            .withDims(sizes.length, form.rotatedDim(), across)
            .withOption(backwards)
            .withTile(tile);
    return encoding.byGroups(shader, push, ceilDiv(tiles, tile.tiles()));
  }

  /**
   * How many tiles across are neighbours in time, so that both sides touch as few pages as can be.
   */
  private static long band(Tile tile, long innerStride, long rowBytes, long tilesAcross) {
    double innerSpan = (double) tile.inner() * Math.abs(innerStride);
    double acrossSpan = (double) tile.across() * rowBytes;
    long band = Math.round(Math.sqrt(GROUPS_AT_ONCE * innerSpan / acrossSpan));
    return Math.max(1, Math.min(tilesAcross, band));
  }
}
