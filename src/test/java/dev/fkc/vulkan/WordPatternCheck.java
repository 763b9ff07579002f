package dev.fkc.vulkan;

import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.type.DType;
import dev.fkc.type.Shape;
import dev.fkc.vulkan.internal.GpuBuffer;
import dev.fkc.vulkan.internal.WordKernel;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * Compares every op with a plain shader that moves one 32-bit word per invocation, on the preferred
 * device and in one run: the same bytes first, then the times, by turns and by the device's clock;
 * rows of a power of two, odd rows, and an output that begins one element into a 16-byte word.
 * Prints one JSON object per line. Arguments: MiB of the data, 32 without one, and what the names
 * of the calls begin with, all without it. Ends with status 1 where bytes differ.
 */
public final class WordPatternCheck {
  private static final int PAIRS = Integer.getInteger("fkc.rounds", 11);

  /**
   * What every op works on.
   *
   * @param suffix of the names
   * @param columns of the matrix; where they are odd, the output ends within a 16-byte word
   * @param start elements before the output
   */
  private record Case(String suffix, int columns, int start) {}

  private static final List<Case> CASES =
      List.of(new Case("", 2048, 0), new Case("_odd", 2045, 0), new Case("_odd_start", 2048, 1));

  private static final int NO_SECOND = -1;
  private static final int MASK = 0;

  private final VulkanDevice device;
  private final Path shaders;
  private final long bytes;
  private final String filter;
  private final DeviceBuffer source;
  private final DeviceBuffer wordOutput;
  private final DeviceBuffer output;
  private double least = Double.MAX_VALUE;
  private int wrong;

  private WordPatternCheck(VulkanDevice device, Path shaders, long bytes, String filter) {
    this.device = device;
    this.shaders = shaders;
    this.bytes = bytes;
    this.filter = filter;
    this.source = device.allocate("source", bytes);
    this.wordOutput = device.allocate("word output", bytes);
    this.output = device.allocate("output", bytes + 4);
    fill(source, NO_SECOND);
  }

  /** See the class. */
  public static void main(String[] args) throws URISyntaxException {
    long bytes = (args.length == 0 ? 32 : Long.parseLong(args[0])) << 20;
    String filter = args.length < 2 ? "" : args[1];
    Path shaders =
        Path.of(
                Objects.requireNonNull(
                        WordPatternCheck.class.getResource("/dev/fkc/vulkan/word/word.glsl"))
                    .toURI())
            .getParent();
    int wrong;
    try (VulkanDevice device = VulkanDevice.open()) {
      WordPatternCheck check = new WordPatternCheck(device, shaders, bytes, filter);
      for (Case shape : CASES) {
        check.all(DType.F32, shape);
        check.all(DType.F16, shape);
      }
      System.out.printf(
          Locale.ROOT,
          "{\"name\": \"least\", \"ratio\": %.2f, \"wrong\": %d, \"bytes\": %d, \"device\": \"%s\"}%n",
          check.least,
          check.wrong,
          bytes,
          device.info().name());
      wrong = check.wrong;
      check.source.close();
      check.wordOutput.close();
      check.output.close();
    }
    System.exit(wrong == 0 ? 0 : 1);
  }

  /** Every op on a matrix of one dtype. */
  private void all(DType dtype, Case shape) {
    int columns = shape.columns();
    int rows = (int) (bytes / dtype.byteSize() / columns) & -4;
    // The plain shader writes whole 32-bit words.
    rows -= columns % 2 * 4 / dtype.byteSize();
    Operand x = Operand.contiguous(dtype, Shape.of(rows, columns));
    Operand rowIndices = Operand.contiguous(DType.U32, Shape.of(rows));
    Operand columnIndices = Operand.contiguous(DType.U32, Shape.of(columns));
    Operand indices = Operand.contiguous(DType.U32, x.shape());
    Operand mask = Operand.contiguous(DType.BOOL, x.shape());
    byte[] fill = Arrays.copyOf(new byte[] {0x11, 0x22, 0x11, 0x22}, dtype.byteSize());
    compare(shape, "triu", "triu", OpCall.triu(x, 0), NO_SECOND, rows, columns, rows, 0);
    compare(shape, "tril", "tril", OpCall.tril(x, 0), NO_SECOND, rows, columns, rows, 0);
    compare(shape, "flip_inner", "flip", OpCall.flip(x, 1), NO_SECOND, columns, 1, columns, 0);
    compare(shape, "flip_outer", "flip", OpCall.flip(x, 0), NO_SECOND, rows, columns, rows, 0);
    compare(shape, "roll_inner", "roll", OpCall.roll(x, 1, 5), NO_SECOND, columns, 1, columns, 5);
    compare(shape, "roll_outer", "roll", OpCall.roll(x, 0, 5), NO_SECOND, rows, columns, rows, 5);
    compare(
        shape,
        "index_select_outer",
        "index_select",
        OpCall.indexSelect(x, 0, rowIndices),
        rows,
        rows,
        columns,
        rows,
        0);
    compare(
        shape,
        "index_select_inner",
        "index_select",
        OpCall.indexSelect(x, 1, columnIndices),
        columns,
        columns,
        1,
        columns,
        0);
    compare(
        shape,
        "gather_inner",
        "gather",
        OpCall.gather(x, 1, indices),
        columns,
        columns,
        1,
        columns,
        0);
    compare(
        shape,
        "gather_outer",
        "gather",
        OpCall.gather(x, 0, indices),
        rows,
        rows,
        columns,
        rows,
        0);
    compare(
        shape,
        "masked_fill",
        "masked_fill",
        OpCall.maskedFill(x, mask, fill),
        MASK,
        rows,
        columns,
        rows,
        0x22112211);
  }

  /**
   * Compares one call.
   *
   * @param bound of the indices, or {@link #MASK} or {@link #NO_SECOND}
   * @param constants of the plain shader
   */
  private void compare(
      Case shape, String called, String op, OpCall call, int bound, int... constants) {
    DType dtype = call.output().dtype();
    String name = called + shape.suffix() + "_" + dtype.suffix();
    if (!name.startsWith(filter)) {
      return;
    }
    PreparedCall prepared =
        device.prepare(VulkanProvider.kernel(call.op()), call, IndexCheck.CHECKED);
    boolean two = bound != NO_SECOND;
    long secondBytes =
        two ? call.inputs().get(1).layout().elementCount() * (bound == 0 ? 1 : 4) : 0;
    try (DeviceBuffer second = device.allocate("second", secondBytes);
        WordKernel word = new WordKernel(device.context(), shaders, op, dtype.byteSize() == 2)) {
      if (two) {
        fill(second, bound);
      }
      int length = (int) call.output().layout().elementCount() * dtype.byteSize();
      int start = shape.start() * dtype.byteSize();
      Runs runs = new Runs(prepared, word, two ? second : null, start, length, constants);
      time(name, runs, 1);
      byte[] expected = new byte[length];
      wordOutput.download(0, expected, 0, length);
      byte[] actual = new byte[length];
      output.download(start, actual, 0, length);
      boolean same = Arrays.equals(expected, actual);
      double[] median = time(name, runs, PAIRS);
      double ratio = median[2];
      least = Math.min(least, ratio);
      wrong += same ? 0 : 1;
      System.out.printf(
          Locale.ROOT,
          "{\"name\": \"%s\", \"fkc_us\": %.0f, \"word_us\": %.0f, \"ratio\": %.2f, \"same\": %s}%n",
          name,
          median[1] / 1e3,
          median[0] / 1e3,
          ratio,
          same);
    }
  }

  private record Runs(
      PreparedCall call,
      WordKernel word,
      DeviceBuffer second,
      int start,
      int length,
      int[] constants) {}

  /**
   * Medians of the plain shader's and the kernel's nanoseconds, run by turns, and of their ratio.
   */
  private double[] time(String name, Runs runs, int pairs) {
    List<Timestamp> times;
    try (CommandBatch batch = device.batch(name)) {
      batch.timestamp("start");
      for (int pair = 0; pair < pairs; pair++) {
        GpuBuffer second = runs.second() == null ? null : runs.second().memory();
        runs.word()
            .record(
                batch.recorder(),
                source.memory(),
                second,
                wordOutput.memory(),
                runs.length() / 4,
                runs.constants());
        batch.timestamp("word");
        if (runs.second() == null) {
          batch.dispatch(
              runs.call(), BufferSlice.of(source), new BufferSlice(output, runs.start()));
        } else {
          batch.dispatch(
              runs.call(),
              BufferSlice.of(source),
              BufferSlice.of(runs.second()),
              new BufferSlice(output, runs.start()));
        }
        batch.timestamp("kernel");
      }
      try (Completion done = batch.submit()) {
        done.await();
        times = done.timestamps();
      }
    }
    double[][] nanos = new double[3][pairs];
    for (int i = 0; i < pairs; i++) {
      nanos[0][i] = times.get(2 * i + 1).nanos() - times.get(2 * i).nanos();
      nanos[1][i] = times.get(2 * i + 2).nanos() - times.get(2 * i + 1).nanos();
      nanos[2][i] = nanos[0][i] / nanos[1][i];
    }
    return Arrays.stream(nanos)
        .mapToDouble(all -> Arrays.stream(all).sorted().toArray()[pairs / 2])
        .toArray();
  }

  /** Any bits, mask bytes of 0 and 1, or words below a bound. */
  private static void fill(DeviceBuffer buffer, int bound) {
    SplittableRandom random = new SplittableRandom(7);
    buffer.upload(
        0,
        buffer.sizeBytes(),
        (position, piece) -> {
          ByteBuffer words = piece.order(ByteOrder.nativeOrder());
          while (words.remaining() >= 4) {
            int bits = bound > 0 ? random.nextInt(bound) : random.nextInt();
            words.putInt(bound == MASK ? bits & 0x01010101 : bits);
          }
        });
  }
}
