package dev.fkc.vulkan.internal;

import dev.fkc.plan.Form;
import dev.fkc.plan.Form.ByteRange;
import dev.fkc.plan.GatherForm;
import dev.fkc.plan.IndexRowsForm;
import dev.fkc.plan.KernelClass;
import dev.fkc.plan.MaskedForm;
import dev.fkc.plan.Splitter;
import dev.fkc.plan.StridedForm;
import dev.fkc.plan.TriangleForm;
import dev.fkc.vulkan.internal.EncodedDispatch.Access;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Canonical forms to dispatches: picks the shader and its constants, and lays out the push
 * constants as {@code shaders/*.glsl} read them. Plain Java; thread-safe.
 */
final class DispatchEncoder {
  /** Units of one dispatch: linear indices and their divisions stay below 2^31. */
  private static final long MAX_UNITS = 1L << 30;

  private static final int GROUP_SIZE = 256;

  /** Output words of an invocation where a load waits for another. */
  private static final int ROW_WORDS = 4;

  private static final int WORD_BYTES = 16;

  /** Output words from which it pays that an invocation writes several. */
  private static final long MANY_WORDS = 1 << 17;

  /** Records from which it pays to stage them in shared memory. */
  private static final int MIN_STAGED = 32;

  /** Extents of both dims from which tiles pay. */
  private static final int MIN_TILED = 8;

  /** About as many workgroups as run at a time on a large device. */
  private static final double GROUPS_AT_ONCE = 1000;

  /** Row units below which single units are cheaper to load than pieces of rows. */
  private static final int SHORT_ROW = 64;

  /** Record units from which records are put together in shared memory. */
  private static final int MIN_RECORD = 6;

  /** Matrix columns below which a word spans many rows. */
  private static final int TINY_MATRIX = 8;

  // Values of shader constant 5 in strided.comp; APART is units.comp.
  private static final int FORWARD = 0;
  private static final int REVERSED = 1;
  private static final int REPEATED = 2;
  private static final int APART = 3;

  private static final int SOURCE_BINDING = 0;
  private static final int OUTPUT_BINDING = 1;
  private static final int MASK_BINDING = 2;
  private static final int INDEX_BINDING = 3;

  private final EncodingLimits limits;

  DispatchEncoder(EncodingLimits limits) {
    this.limits = limits;
  }

  /**
   * The dispatches that together run a form.
   *
   * @param form what to run
   * @param starts byte in its buffer at which each operand begins, inputs in order, then the output
   * @param checked whether bad indices are reported
   * @throws OversizeException if a part reads more than this device can address
   */
  List<EncodedDispatch> encode(Form form, long[] starts, boolean checked) {
    // The operand with the most bytes per unit that lie one after the other decides.
    int bytesPerUnit = form instanceof GatherForm ? Math.max(form.unit(), 4) : form.unit();
    long maxUnits = Math.min(MAX_UNITS, limits.splitBytes() / bytesPerUnit);
    List<EncodedDispatch> dispatches = new ArrayList<>();
    for (Form part : Splitter.split(form, maxUnits)) {
      encodePart(part, starts, checked, dispatches);
    }
    return dispatches;
  }

  private void encodePart(Form part, long[] starts, boolean checked, List<EncodedDispatch> out) {
    boolean addresses = !fitsBindings(part, starts);
    if (addresses && !limits.addressesAvailable()) {
      throw new OversizeException(
          part.reads().stream().mapToLong(r -> r.end() - r.start()).max().orElse(0),
          limits.maxStorageBufferRange());
    }
    EncodedDispatch dispatch = transposed(part, addresses, starts);
    if (dispatch == null) {
      dispatch = encodeOne(part, new PushWords(limits, addresses, starts), starts, checked);
    }
    if (dispatch == null) {
      // Too many dims for the push constants: one dispatch per coordinate of the outermost.
      for (long i = 0; i < part.sizes()[0]; i++) {
        encodePart(part.at(i), starts, checked, out);
      }
    } else {
      out.add(dispatch);
    }
  }

  private boolean fitsBindings(Form part, long[] starts) {
    long slack = limits.offsetAlignment() + WORD_BYTES;
    if (part.outputBytes() + slack > limits.maxStorageBufferRange()) {
      return false;
    }
    for (ByteRange read : part.reads()) {
      if (read.end() - read.start() + slack > limits.maxStorageBufferRange()) {
        return false;
      }
    }
    return true;
  }

  private @Nullable EncodedDispatch encodeOne(
      Form part, PushWords push, long[] starts, boolean checked) {
    int output = starts.length - 1;
    long destination = starts[output] + part.outputStart();
    int head = (int) (destination % WORD_BYTES) / part.unit();
    push.put(head);
    push.put((int) part.count());
    push.destination(OUTPUT_BINDING, output, part.outputStart(), part.outputBytes());
    long source = start(part);
    push.operand(SOURCE_BINDING, 0, source, part.reads().get(0));
    ShaderVariant shader = body(part, push, starts, head, checked);
    if (shader == null) {
      return null;
    }
    boolean inSteps = shader.name().equals("gather") || shader.name().equals("units");
    int lanes = inSteps ? Math.min(4, WORD_BYTES / part.unit()) : WORD_BYTES / part.unit();
    long words = ceilDiv(head + part.count(), lanes);
    if (words < MANY_WORDS) {
      shader = shader.withWords(1);
    }
    return dispatch(part, shader, push, output, ceilDiv(words, (long) GROUP_SIZE * shader.words()));
  }

  private EncodedDispatch dispatch(
      Form part, ShaderVariant shader, PushWords push, int output, long groups) {
    long groupsY = (groups + limits.maxGroupsX() - 1) / limits.maxGroupsX();
    long groupsX = (groups + groupsY - 1) / groupsY;
    return new EncodedDispatch(
        shader,
        push.words(),
        push.addresses(),
        push.bindings(),
        accesses(part, output),
        push.reportWord(),
        (int) groupsX,
        (int) groupsY,
        part);
  }

  /** The dispatch of tiles through shared memory, or null where they do not fit the form. */
  private @Nullable EncodedDispatch transposed(Form part, boolean addresses, long[] starts) {
    if (!(part instanceof StridedForm form)
        || form.kernelClass() != KernelClass.TILED_TRANSPOSE
        || Tile.BYTES > limits.sharedMemory()) {
      return null;
    }
    EncodedDispatch records = records(form, new PushWords(limits, addresses, starts), starts);
    return records != null
        ? records
        : tiles(form, new PushWords(limits, addresses, starts), starts);
  }

  /** Records of a few units, taken apart or put together; null where the form is not that. */
  private @Nullable EncodedDispatch records(StridedForm form, PushWords push, long[] starts) {
    long[] sizes = form.sizes();
    long[] strides = form.strides();
    int inner = sizes.length - 1;
    int across = inner - 1;
    int unit = form.unit();
    if (sizes.length > 3 || form.rotatedDim() >= 0 || strides[across] != unit) {
      return null;
    }
    Tile tile = Tile.of(unit);
    boolean split = sizes[across] < tile.across() && strides[inner] == sizes[across] * unit;
    boolean join = sizes[inner] < tile.inner() / 2 && sizes[inner] >= MIN_RECORD;
    long record = split ? sizes[across] : sizes[inner];
    long records = split ? sizes[inner] : sizes[across];
    long words = Tile.BYTES / 4;
    long together =
        split
            ? (Tile.BYTES - WORD_BYTES) / (record * unit) & -4
            : (words / record - 2) * 4 / unit & -4;
    if (!(split || join) || records < MIN_STAGED || together < MIN_STAGED) {
      return null;
    }
    int output = starts.length - 1;
    long groups = ceilDiv(records, together);
    long batches = inner == 2 ? sizes[0] : 1;
    long batchStride = inner == 2 ? strides[0] : 0;
    push.put((int) ((starts[output] + form.outputStart()) % WORD_BYTES) / unit);
    push.put((int) form.count());
    push.destination(OUTPUT_BINDING, output, form.outputStart(), form.outputBytes());
    push.operand(SOURCE_BINDING, 0, form.start(), form.reads().get(0));
    push.put((int) record, (int) records, (int) batches, (int) together, (int) groups);
    long bits = starts[0] + form.start() | batchStride;
    if (split) {
      push.stride(batchStride);
    } else {
      push.put((int) (together * unit / 4 + 1 | 1));
      push.stride(batchStride);
      push.stride(strides[inner]);
      bits |= strides[inner];
    }
    ShaderVariant shader =
        new ShaderVariant(
            split ? "split" : "join",
            push.usesAddresses(),
            Integer.numberOfTrailingZeros(unit),
            align(bits, unit) == 1 ? 1 : 4,
            1,
            -1,
            1,
            0,
            0,
            1,
            push.near());
    return dispatch(form, shader, push, output, groups * batches);
  }

  private @Nullable EncodedDispatch tiles(StridedForm form, PushWords push, long[] starts) {
    long[] sizes = form.sizes();
    long[] strides = form.strides();
    if (!push.fits(6, 2, sizes.length)) {
      return null;
    }
    int output = starts.length - 1;
    int across = form.acrossDim();
    boolean backwards = strides[across] < 0;
    long start = form.start() + (backwards ? (sizes[across] - 1) * strides[across] : 0);
    strides[across] = form.unit();
    long rowUnits = 1;
    for (int k = across + 1; k < sizes.length; k++) {
      rowUnits *= sizes[k];
    }
    int unit = form.unit();
    if (sizes[across] < MIN_TILED || rowUnits < MIN_TILED) {
      return null;
    }
    int head = (int) ((starts[output] + form.outputStart()) % WORD_BYTES) / unit;
    boolean aligned = head == 0 && rowUnits * unit % WORD_BYTES == 0;
    Tile tile = Tile.of(unit);
    int lanes = WORD_BYTES / unit;
    // Where rows begin anywhere, a row's part of a tile begins up to a word early, and tiles
    // overlap.
    long tilesInner =
        aligned
            ? ceilDiv(rowUnits, tile.inner())
            : ceilDiv(rowUnits + lanes - 1, tile.inner() - lanes);
    long tilesAcross = ceilDiv(sizes[across], tile.across());
    long groups = form.count() / rowUnits / sizes[across] * tilesInner * tilesAcross;
    push.put(head, (int) groups);
    push.destination(OUTPUT_BINDING, output, form.outputStart(), form.outputBytes());
    push.operand(SOURCE_BINDING, 0, start, form.reads().get(0));
    double innerSpan = (double) tile.inner() * Math.abs(strides[sizes.length - 1]);
    double acrossSpan = (double) tile.across() * rowUnits * unit;
    long band = Math.round(Math.sqrt(GROUPS_AT_ONCE * innerSpan / acrossSpan));
    band = Math.max(1, Math.min(tilesAcross, band));
    push.put((int) tilesInner, (int) tilesAcross, (int) form.rotation(), (int) band);
    for (long size : sizes) {
      push.put((int) size);
    }
    long bits = starts[0] + start;
    for (int k = 0; k < sizes.length; k++) {
      push.stride(strides[k]);
      bits |= k == across ? 0 : strides[k];
    }
    ShaderVariant shader =
        new ShaderVariant(
            "transpose",
            push.usesAddresses(),
            Integer.numberOfTrailingZeros(unit),
            unit >= 4 || (bits & 3) == 0 ? 4 : 1,
            sizes.length,
            form.rotatedDim(),
            across,
            aligned ? 1 : 0,
            backwards ? 1 : 0,
            1,
            push.near());
    return dispatch(form, shader, push, output, groups);
  }

  /** 1 if the indices of a step's units share a 16-byte word. */
  private static int indexSteps(GatherForm form, long[] starts, int head) {
    return (starts[1] + form.indexStart() - 4L * head) % WORD_BYTES == 0 ? 1 : 0;
  }

  private static void indices(
      PushWords push, int operand, long start, ByteRange reach, long bound, boolean checked) {
    push.operand(INDEX_BINDING, operand, start, reach);
    push.report(checked);
    push.put((int) Math.min(bound - 1, 0xFFFF_FFFFL));
  }

  private static long ceilDiv(long n, long divisor) {
    return (n + divisor - 1) / divisor;
  }

  private static Access[] accesses(Form part, int output) {
    List<ByteRange> reads = part.reads();
    Access[] accesses = new Access[reads.size() + 1];
    for (int k = 0; k < reads.size(); k++) {
      accesses[k] = new Access(k, reads.get(k).start(), reads.get(k).end(), false);
    }
    accesses[reads.size()] =
        new Access(output, part.outputStart(), part.outputStart() + part.outputBytes(), true);
    return accesses;
  }

  private static long start(Form part) {
    if (part instanceof StridedForm form) {
      return form.start();
    } else if (part instanceof TriangleForm form) {
      return form.start();
    } else if (part instanceof MaskedForm form) {
      return form.start();
    } else if (part instanceof IndexRowsForm form) {
      return form.start();
    }
    return ((GatherForm) part).start();
  }

  private static @Nullable ShaderVariant body(
      Form part, PushWords push, long[] starts, int head, boolean checked) {
    // From an output byte to the source byte of the same unit, in a dense form.
    long apart = starts[0] + start(part) - starts[starts.length - 1] - part.outputStart();
    if (part instanceof StridedForm form) {
      return strided(form, push, apart, starts[0] + form.start() + (head + 1L) * form.unit());
    } else if (part instanceof TriangleForm form) {
      push.put((int) form.columns(), Divisor.of(form.columns()).multiplier());
      push.put((int) form.rows(), Divisor.of(form.rows()).multiplier());
      push.put(Divisor.of(form.columns()).shift() | Divisor.of(form.rows()).shift() << 8);
      push.put((int) form.diagonal());
      return variant(
          "triangle",
          push,
          form.unit(),
          align(apart, form.unit()),
          form.columns() < TINY_MATRIX ? 1 : 0,
          form.upper() ? 1 : 0);
    } else if (part instanceof MaskedForm form) {
      push.operand(MASK_BINDING, 1, form.maskStart(), form.reads().get(1));
      push.put(repeated(form.fill()));
      return variant("masked", push, form.unit(), align(apart, form.unit()), 0, 0);
    } else if (part instanceof IndexRowsForm form) {
      return indexRows(form, push, apart, checked);
    }
    return gather((GatherForm) part, push, starts, head, checked);
  }

  private static @Nullable ShaderVariant strided(
      StridedForm form, PushWords push, long apart, long lastLane) {
    long[] sizes = form.sizes();
    long[] strides = form.strides();
    int inner = sizes.length - 1;
    KernelClass kernelClass = form.kernelClass();
    int mode =
        switch (kernelClass) {
          case INNER_REVERSED -> REVERSED;
          case INNER_REPEATED -> REPEATED;
          case GENERIC, TILED_TRANSPOSE -> APART;
          default -> FORWARD;
        };
    if (form.unit() == WORD_BYTES) {
      // A word is one unit, wherever it lies.
      mode = mode == APART ? FORWARD : mode;
    } else if (mode != REPEATED && inner > 0 && sizes[inner] < SHORT_ROW) {
      mode = APART;
    }
    // All that a whole word's source address is made of, beside multiples of 16.
    long bits = mode == FORWARD ? apart : lastLane;
    if (inner > 0) {
      bits |= sizes[inner] * form.unit();
    }
    for (int k = 0; k < inner; k++) {
      bits |= strides[k];
    }
    if (form.rotatedDim() == inner) {
      bits |= form.rotation() * form.unit() | sizes[inner] * form.unit();
    }
    push.put((int) form.rotation());
    int magic = push.dims(sizes, strides, form.rotatedDim() == 0);
    if (magic < 0) {
      return null;
    }
    int words = mode == APART || mode == REPEATED ? ROW_WORDS : 1;
    return new ShaderVariant(
        mode == APART ? "units" : "strided",
        push.usesAddresses(),
        Integer.numberOfTrailingZeros(form.unit()),
        align(bits, form.unit()),
        sizes.length,
        form.rotatedDim(),
        magic,
        mode,
        0,
        words,
        push.near());
  }

  private static ShaderVariant indexRows(
      IndexRowsForm form, PushWords push, long apart, boolean checked) {
    indices(push, 1, form.indexStart(), form.reads().get(1), form.bound(), checked);
    push.put((int) form.run(), Divisor.of(form.run()).multiplier());
    push.put((int) form.n(), Divisor.of(form.n()).multiplier());
    push.put(Divisor.of(form.run()).shift() | Divisor.of(form.n()).shift() << 8);
    push.stride(form.outerStride());
    push.stride(form.rowStride());
    long bits = apart | form.run() * form.unit() | form.rowStride() | form.outerStride();
    return new ShaderVariant(
        "index_rows",
        push.usesAddresses(),
        Integer.numberOfTrailingZeros(form.unit()),
        align(bits, form.unit()),
        1,
        -1,
        1,
        0,
        checked ? 1 : 0,
        ROW_WORDS,
        push.near());
  }

  private static @Nullable ShaderVariant gather(
      GatherForm form, PushWords push, long[] starts, int head, boolean checked) {
    indices(push, 1, form.indexStart(), form.reads().get(1), form.bound(), checked);
    push.stride(form.gatherStride());
    int magic = push.dims(form.sizes(), form.strides(), false);
    if (magic < 0) {
      return null;
    }
    return new ShaderVariant(
        "gather",
        push.usesAddresses(),
        Integer.numberOfTrailingZeros(form.unit()),
        1,
        form.sizes().length,
        -1,
        magic,
        indexSteps(form, starts, head),
        checked ? 1 : 0,
        ROW_WORDS,
        push.near());
  }

  private static ShaderVariant variant(
      String name, PushWords push, int unit, int align, int tiny, int mode) {
    return new ShaderVariant(
        name,
        push.usesAddresses(),
        Integer.numberOfTrailingZeros(unit),
        align,
        tiny,
        -1,
        1,
        mode,
        0,
        ROW_WORDS,
        push.near());
  }

  /** 16, 4 or 1: what divides a number with these bits, but 4 at least for units of 4 bytes up. */
  private static int align(long bits, int unit) {
    if ((bits & 15) == 0) {
      return 16;
    }
    return unit >= 4 || (bits & 3) == 0 ? 4 : 1;
  }

  private static int[] repeated(byte[] fill) {
    int[] words = new int[4];
    for (int b = 0; b < WORD_BYTES; b++) {
      words[b / 4] |= (fill[b % fill.length] & 0xff) << (8 * (b % 4));
    }
    return words;
  }
}
