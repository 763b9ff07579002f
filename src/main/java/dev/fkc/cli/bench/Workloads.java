package dev.fkc.cli.bench;

import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The workloads of a benchmark for one element width: every op on a large aligned matrix, then on
 * odd widths, views that start at odd elements, transposed and broadcast inputs, tiny rows, high
 * ranks, and on what runtimes ask for beside that.
 */
public final class Workloads {
  private static final long NARROW = 4096;

  /** The least size for which every workload has something to do. */
  public static final long MIN_BYTES = 1 << 20;

  /** One dtype per width; the copy of the first is the roof. */
  private static final List<DType> DTYPES = List.of(DType.F32, DType.F16, DType.F64, DType.U8);

  /** What memory is read in: skipping less than this saves nothing. */
  private static final long SECTOR = 32;

  private final List<Workload> list = new ArrayList<>();
  private final DType dtype;
  private final int width;
  private final long bytes;
  private final String tag;

  private Workloads(DType dtype, long bytes) {
    this.dtype = dtype;
    this.width = dtype.byteSize();
    this.bytes = bytes;
    this.tag = "_b" + width;
  }

  /**
   * All of them, for elements of 4, 2, 8 and 1 bytes. The first is the plain copy.
   *
   * @param bytes of the largest operand, at least {@link #MIN_BYTES}
   */
  public static List<Workload> of(long bytes) {
    return DTYPES.stream().flatMap(dtype -> of(dtype, bytes).stream()).toList();
  }

  /**
   * All of one width.
   *
   * @param dtype whose width counts
   * @param bytes of the largest operand
   */
  public static List<Workload> of(DType dtype, long bytes) {
    Workloads workloads = new Workloads(dtype, bytes);
    workloads.aligned();
    workloads.odd();
    workloads.views();
    workloads.tinyRows();
    workloads.highRanks();
    workloads.common();
    return List.copyOf(workloads.list);
  }

  private void add(String name, OpCall call, double moved) {
    list.add(new Workload(name + tag, call, (long) moved));
  }

  private Operand matrix(long rows, long columns) {
    return Operand.contiguous(dtype, Shape.of(rows, columns));
  }

  private double size(Operand operand) {
    return (double) operand.layout().elementCount() * width;
  }

  /** A matrix as near to a square of 4-byte elements as the size gives, rows of 64 KiB at 1 GiB. */
  private void aligned() {
    long side = Long.highestOneBit((long) Math.sqrt(bytes / 4.0));
    Operand x = matrix(bytes / (side * 4), side * 4 / width);
    long edge = Math.min(x.shape().dim(0), x.shape().dim(1));
    Operand square = matrix(edge, edge);
    Operand narrow = matrix(x.shape().dim(0), Math.min(NARROW, x.shape().dim(1)));
    double n = size(x);
    add("copy", OpCall.contiguize(x), 2 * n);
    add("flip_inner", OpCall.flip(x, 1), 2 * n);
    add("flip_outer", OpCall.flip(x, 0), 2 * n);
    add("roll_inner", OpCall.roll(x, 1, 5), 2 * n);
    add("roll_outer", OpCall.roll(x, 0, 5), 2 * n);
    add("triu", OpCall.triu(square, 0), 1.5 * size(square));
    add("tril", OpCall.tril(square, 0), 1.5 * size(square));
    indexRows("index_select_rows", x);
    gather("gather_inner_" + narrow.shape().dim(1), narrow);
    masked("masked_fill", narrow);
    Operand tall = matrix(bytes / (NARROW * width), NARROW);
    gather("gather_inner_large", tall);
    masked("masked_fill_large", tall);
    Operand turned = new Operand(dtype, square.layout().transpose(0, 1));
    add("contiguize_transposed", OpCall.contiguize(turned), 2 * size(turned));
  }

  private void odd() {
    long columns = (1 << 14) - 1;
    Operand x = matrix(Math.max(2, bytes / (columns * width)), columns);
    long edge = (long) Math.sqrt((double) bytes / width) - 1 | 1;
    Operand square = matrix(edge, edge);
    double n = size(x);
    add("flip_inner_odd", OpCall.flip(x, 1), 2 * n);
    add("flip_outer_odd", OpCall.flip(x, 0), 2 * n);
    add("roll_inner_odd", OpCall.roll(x, 1, 5), 2 * n);
    add("roll_outer_odd", OpCall.roll(x, 0, 5), 2 * n);
    add("triu_odd", OpCall.triu(square, 0), 1.5 * size(square));
    add("tril_odd", OpCall.tril(square, 0), 1.5 * size(square));
    indexRows("index_select_rows_odd", x);
    Operand narrow = matrix(x.shape().dim(0), NARROW - 1);
    gather("gather_inner_odd", narrow);
    masked("masked_fill_odd", narrow);
    Operand turned = new Operand(dtype, square.layout().transpose(0, 1));
    add("contiguize_transposed_odd", OpCall.contiguize(turned), 2 * size(turned));
  }

  private void views() {
    for (Workload aligned : List.copyOf(list.subList(0, 13))) {
      String name = aligned.name().replace(tag, "_odd_start" + tag);
      list.add(aligned.startingAt(name, width, 0, 0));
    }
    long side = Long.highestOneBit((long) Math.sqrt((double) bytes / width));
    Operand x = matrix(side, side);
    Operand turned = new Operand(dtype, x.layout().transpose(0, 1));
    add("flip_inner_transposed", OpCall.flip(turned, 1), 2 * size(x));
    add("flip_outer_transposed", OpCall.flip(turned, 0), 2 * size(x));
    add("roll_inner_transposed", OpCall.roll(turned, 1, 5), 2 * size(x));
    add("roll_outer_transposed", OpCall.roll(turned, 0, 5), 2 * size(x));
    Layout row = Layout.contiguous(Shape.of(1, side));
    Layout column = Layout.contiguous(Shape.of(side, 1));
    broadcast("contiguize_repeated_rows", row.broadcastTo(x.shape()));
    broadcast("contiguize_repeated_columns", column.broadcastTo(x.shape()));
    Layout sliced =
        Layout.contiguous(Shape.of(side, 2 * side)).slice(1, 1, side + 1).slice(0, 0, side / 2);
    add(
        "contiguize_sliced",
        OpCall.contiguize(new Operand(dtype, sliced)),
        2.0 * sliced.elementCount() * width);
    Layout stepped = Layout.contiguous(Shape.of(side / 2, 2 * side)).slice(1, 0, 2 * side, 2);
    add(
        "contiguize_every_second",
        OpCall.contiguize(new Operand(dtype, stepped)),
        3.0 * stepped.elementCount() * width);
  }

  private void broadcast(String name, Layout layout) {
    add(
        name,
        OpCall.contiguize(new Operand(dtype, layout)),
        (double) layout.elementCount() * width + layout.endElement() * width);
  }

  private void tinyRows() {
    for (long columns : new long[] {3, 5, 31}) {
      Operand x = matrix(bytes / (columns * width), columns);
      add("flip_inner_" + columns, OpCall.flip(x, 1), 2 * size(x));
      add("roll_inner_" + columns, OpCall.roll(x, 1, 1), 2 * size(x));
      Operand small =
          Operand.contiguous(dtype, Shape.of(x.shape().dim(0) / columns, columns, columns));
      add(
          "triu_" + columns,
          OpCall.triu(small, 0),
          size(small) + upperBytes(columns) * small.shape().dim(0));
      Operand half = matrix(bytes / 2 / (columns * width), columns);
      indexRows("index_select_rows_" + columns, half);
      gather("gather_inner_" + columns, matrix(bytes / 4 / (columns * width), columns));
      masked("masked_fill_" + columns, matrix(bytes / 4 / (columns * width), columns));
      Layout wide = Layout.contiguous(Shape.of(x.shape().dim(0) / 2, 2 * columns));
      Layout cut = wide.slice(1, 0, columns);
      add(
          "contiguize_rows_" + columns,
          OpCall.contiguize(new Operand(dtype, cut)),
          (double) cut.elementCount() * width
              + cut.shape().dim(0) * sectorBytes(columns * width, 2 * columns * width));
      Operand turned = new Operand(dtype, x.layout().transpose(0, 1));
      add("contiguize_to_planes_" + columns, OpCall.contiguize(turned), 2 * size(turned));
      Layout planes = Layout.contiguous(Shape.of(columns, x.shape().dim(0))).transpose(0, 1);
      add(
          "contiguize_from_planes_" + columns,
          OpCall.contiguize(new Operand(dtype, planes)),
          2.0 * planes.elementCount() * width);
    }
  }

  /** Average bytes of memory sectors that hold the upper triangle of one of many small matrices. */
  private double upperBytes(long edge) {
    long touched = 0;
    long next = 0;
    for (long row = 0; row < SECTOR * edge; row++) {
      long start = (row * edge + row % edge) * width;
      long first = Math.max(next, start / SECTOR);
      next = ((row + 1) * edge * width + SECTOR - 1) / SECTOR;
      touched += next - first;
    }
    return (double) touched;
  }

  /** Average bytes of memory sectors per run of bytes, of runs that are a pitch apart. */
  private static double sectorBytes(long run, long pitch) {
    long period = SECTOR;
    long touched = 0;
    long next = 0;
    for (long row = 0; row < period; row++) {
      long first = Math.max(next, row * pitch / SECTOR);
      next = (row * pitch + run + SECTOR - 1) / SECTOR;
      touched += next - first;
    }
    return (double) touched * SECTOR / period;
  }

  private void highRanks() {
    long elements = bytes / width;
    long[] dims = {4, 8, 4, 8, 4, 8, 4, 1};
    dims[7] = elements / LongStream.of(dims).reduce(1, (a, b) -> a * b);
    Operand x = Operand.contiguous(dtype, Shape.of(dims));
    double n = size(x);
    add("flip_rank8", OpCall.flip(x, 3), 2 * n);
    add("roll_rank8", OpCall.roll(x, 5, 3), 2 * n);
    Operand swapped = new Operand(dtype, x.layout().permute(6, 1, 4, 3, 2, 5, 0, 7));
    add("contiguize_rank8", OpCall.contiguize(swapped), 2 * n);
    Operand turned = new Operand(dtype, x.layout().permute(7, 6, 5, 4, 3, 2, 1, 0));
    add("contiguize_rank8_reversed_dims", OpCall.contiguize(turned), 2 * n);
    add("flip_rank8_swapped", OpCall.flip(swapped, 2), 2 * n);
    long tokens = Math.min(1024, elements >> 10);
    Operand cube = Operand.contiguous(dtype, Shape.of((elements >> 10) / tokens, 16, tokens, 64));
    Operand heads = new Operand(dtype, cube.layout().permute(0, 2, 1, 3));
    add("contiguize_permute0213", OpCall.contiguize(heads), 2 * size(cube));
  }

  private void common() {
    long n = bytes / width;
    for (long columns : new long[] {65, 255, 1021}) {
      Operand x = matrix(n / columns, columns);
      add("flip_medium_" + columns, OpCall.flip(x, 1), 2 * size(x));
      add("roll_medium_" + columns, OpCall.roll(x, 1, 1 + columns / 3), 2 * size(x));
    }
    Operand images = Operand.contiguous(dtype, Shape.of(n / (56 * 56 * 3), 56, 56, 3));
    add("flip_images", OpCall.flip(images, 2), 2 * size(images));
    permuted("contiguize_images_to_planes", images, 0, 3, 1, 2);
    Operand planes = Operand.contiguous(dtype, Shape.of(n / (56 * 56 * 3), 3, 56, 56));
    permuted("contiguize_images_from_planes", planes, 0, 2, 3, 1);
    Operand last = Operand.contiguous(dtype, Shape.of(n / (28 * 28 * 64), 28, 28, 64));
    permuted("contiguize_channels_first", last, 0, 3, 1, 2);
    Operand first = Operand.contiguous(dtype, Shape.of(n / (28 * 28 * 64), 64, 28, 28));
    permuted("contiguize_channels_last", first, 0, 2, 3, 1);
    for (long edge : new long[] {16, 64, 100}) {
      Operand batch = Operand.contiguous(dtype, Shape.of(n / (edge * edge), edge, edge));
      permuted("contiguize_batches_" + edge, batch, 0, 2, 1);
    }
    permuted("contiguize_tall_64", matrix(n / 64, 64), 1, 0);
    Operand runs = Operand.contiguous(dtype, Shape.of(n / (128 * 96 * 3), 128, 96, 3));
    permuted("contiguize_runs_3", runs, 0, 2, 1, 3);
    Operand batches = Operand.contiguous(dtype, Shape.of(n / (128 * 128), 128, 128));
    add(
        "triu_batches",
        OpCall.triu(batches, 0),
        size(batches) + upperBytes(128) * batches.shape().dim(0));
    Operand wide = matrix(n / NARROW, NARROW);
    Operand list = Operand.contiguous(DType.U32, Shape.of(NARROW));
    add("index_select_inner", OpCall.indexSelect(wide, 1, list), 2 * size(wide) + 4.0 * NARROW);
    long rows = Math.min(NARROW, n / 256);
    Operand high = matrix(rows, n / 4 / rows);
    Operand grid = Operand.contiguous(DType.U32, high.shape());
    add("gather_outer", OpCall.gather(high, 0, grid), 2 * size(high) + 4.0 * n / 4);
  }

  private void permuted(String name, Operand x, int... dims) {
    Operand view = new Operand(dtype, x.layout().permute(dims));
    add(name, OpCall.contiguize(view), 2 * size(x));
  }

  private void indexRows(String name, Operand source) {
    long rows = source.shape().dim(0);
    Operand indices = Operand.contiguous(DType.U32, Shape.of(rows));
    add(name, OpCall.indexSelect(source, 0, indices), 2 * size(source) + 4.0 * rows);
  }

  private void gather(String name, Operand source) {
    Operand indices = Operand.contiguous(DType.U32, source.shape());
    add(
        name,
        OpCall.gather(source, 1, indices),
        2 * size(source) + 4.0 * source.layout().elementCount());
  }

  private void masked(String name, Operand data) {
    Operand mask = Operand.contiguous(DType.BOOL, data.shape());
    add(
        name,
        OpCall.maskedFill(data, mask, new byte[width]),
        2 * size(data) + data.layout().elementCount());
  }
}
