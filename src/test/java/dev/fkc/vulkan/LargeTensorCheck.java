package dev.fkc.vulkan;

import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.plan.Canonicalizer;
import dev.fkc.plan.Form;
import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * Tensors beyond 4 GiB and 2^32 elements through every op, for a device with the memory: {@code
 * GIBIBYTES}, of which three times as many are needed. Looks at both sides of every boundary of
 * 2^31, 2^32 and of the parts that a call is cut into, and at random places; prints a line per call
 * and the rate at which it ran.
 */
public final class LargeTensorCheck {
  private static final int RANDOM_PLACES = 300;
  private static final int RUN = 64;

  /** A device that waited for the host takes that long to be at its clocks again. */
  private static final double WARM_UP_NANOS = 600e6;

  private final VulkanDevice device;
  private final DeviceBuffer source;
  private final DeviceBuffer output;
  private final long bytes;
  private int failures;

  private LargeTensorCheck(VulkanDevice device, long bytes) {
    this.device = device;
    this.bytes = bytes;
    this.source = device.allocate("large source", bytes);
    this.output = device.allocate("large output", bytes);
    source.upload(
        0,
        bytes,
        (position, piece) -> {
          ByteBuffer words = piece.order(ByteOrder.LITTLE_ENDIAN);
          for (long at = position; words.remaining() >= 8; at += 8) {
            words.putLong(pattern(at >>> 3));
          }
        });
  }

  public static void main(String[] args) {
    long bytes = (long) (Double.parseDouble(args[0]) * (1L << 30)) & -64;
    try (VulkanDevice device = VulkanDevice.open()) {
      LargeTensorCheck check = new LargeTensorCheck(device, bytes);
      for (DType dtype : List.of(DType.U8, DType.F16, DType.F32, DType.F64)) {
        check.all(dtype);
      }
      check.source.close();
      check.output.close();
      System.out.println(
          check.failures == 0 ? "all large calls right" : check.failures + " calls wrong");
    }
  }

  private static long pattern(long word) {
    long z = (word + 1) * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    return z ^ (z >>> 27);
  }

  private static byte patternByte(long position) {
    return (byte) (pattern(position >>> 3) >>> (8 * (position & 7)));
  }

  private void all(DType dtype) {
    long elements = bytes / dtype.byteSize();
    Operand line = Operand.contiguous(dtype, Shape.of(elements));
    Operand halves = Operand.contiguous(dtype, Shape.of(2, elements / 2));
    Operand tall = Operand.contiguous(dtype, Shape.of(elements / 1021, 1021));
    long edge = (long) Math.sqrt((double) elements);
    Operand square = Operand.contiguous(dtype, Shape.of(edge, edge));
    run(OpCall.contiguize(line));
    run(OpCall.flip(line, 0));
    run(OpCall.flip(halves, 0));
    run(OpCall.flip(tall, 1));
    run(OpCall.roll(line, 0, elements / 3 + 1));
    run(OpCall.roll(halves, 1, 5));
    run(OpCall.triu(square, 7));
    run(OpCall.tril(square, -3));
    run(OpCall.contiguize(new Operand(dtype, square.layout().transpose(0, 1))));
    run(OpCall.flip(new Operand(dtype, square.layout().transpose(0, 1)), 0));
    Layout stepped = Layout.contiguous(Shape.of(elements / 3, 3)).slice(1, 1, 2);
    run(OpCall.contiguize(new Operand(dtype, stepped)));
    indexed(
        OpCall.indexSelect(tall, 0, Operand.contiguous(DType.U32, Shape.of(tall.shape().dim(0)))),
        tall.shape().dim(0));
    long few = Math.min(elements, 1L << 28);
    indexed(
        OpCall.gather(line, 0, Operand.contiguous(DType.U32, Shape.of(few))),
        Math.min(elements, 1L << 32));
    masked(line);
  }

  private void run(OpCall call) {
    run(call, null, position -> 0);
  }

  private void indexed(OpCall call, long bound) {
    long n = call.inputs().get(1).layout().elementCount();
    try (DeviceBuffer indices = device.allocate("indices", n * 4)) {
      indices.upload(
          0,
          n * 4,
          (position, piece) -> {
            ByteBuffer words = piece.order(ByteOrder.LITTLE_ENDIAN);
            for (long at = position / 4; words.remaining() >= 4; at++) {
              words.putInt((int) index(at, bound));
            }
          });
      run(call, indices, position -> index(position / 4, bound));
    }
  }

  private static long index(long at, long bound) {
    return Long.remainderUnsigned(pattern(at + 77), bound);
  }

  private void masked(Operand data) {
    long n = data.layout().elementCount();
    byte[] fill = new byte[data.dtype().byteSize()];
    java.util.Arrays.fill(fill, (byte) 0x5A);
    try (DeviceBuffer mask = device.allocate("mask", n)) {
      mask.upload(
          0,
          n,
          (position, piece) -> {
            for (long at = position; piece.hasRemaining(); at++) {
              piece.put((byte) (at % 3 == 0 ? 2 : 0));
            }
          });
      run(
          OpCall.maskedFill(data, Operand.contiguous(DType.BOOL, data.shape()), fill),
          mask,
          position -> position % 3 == 0 ? 2 : 0);
    }
  }

  private void run(OpCall call, DeviceBuffer second, Form.IndexSource secondValues) {
    PreparedCall prepared =
        device.prepare(VulkanProvider.kernel(call.op()), call, IndexCheck.CHECKED);
    double nanos = Double.MAX_VALUE;
    try (CommandBatch batch = device.batch("large")) {
      for (double spent = 0; spent < WARM_UP_NANOS; ) {
        batch.timestamp("start");
        if (second == null) {
          batch.dispatch(prepared, BufferSlice.of(source), BufferSlice.of(output));
        } else {
          batch.dispatch(
              prepared, BufferSlice.of(source), BufferSlice.of(second), BufferSlice.of(output));
        }
        batch.timestamp("end");
        try (Completion done = batch.submit()) {
          done.await();
          List<Timestamp> times = done.timestamps();
          double run = times.get(1).nanos() - times.get(0).nanos();
          spent += run;
          nanos = Math.min(nanos, run);
        }
      }
    }
    Form form = Canonicalizer.form(call, new long[call.inputs().size() + 1]).orElseThrow();
    String wrong = firstWrong(form, secondValues, call);
    failures += wrong == null ? 0 : 1;
    System.out.printf(
        Locale.ROOT,
        "%-12s %-4s %-34s %8.1f us %7.0f GB/s written  %s%n",
        call.op(),
        call.output().dtype(),
        call.inputs().get(0).shape()
            + (call.inputs().get(0).layout().isContiguous() ? "" : " view"),
        nanos / 1e3,
        form.outputBytes() / nanos,
        wrong == null ? "right" : "WRONG " + wrong);
  }

  private String firstWrong(Form form, Form.IndexSource secondValues, OpCall call) {
    int unit = form.unit();
    long units = form.count();
    TreeSet<Long> places = new TreeSet<>();
    for (long boundary = 1L << 27; boundary / unit < units + 1 && boundary > 0; boundary <<= 1) {
      for (long multiple = 1; multiple <= 64 && multiple * boundary / unit <= units; multiple++) {
        places.add(multiple * boundary / unit);
        places.add(multiple * boundary);
      }
    }
    SplittableRandom random = new SplittableRandom(units);
    for (int n = 0; n < RANDOM_PLACES; n++) {
      places.add(random.nextLong(units));
    }
    places.add(0L);
    places.add(units);
    byte[] found = new byte[2 * RUN * unit];
    byte[] zero = new byte[unit];
    for (long place : places) {
      long from = Math.max(0, Math.min(units, place) - RUN);
      long to = Math.min(units, from + 2 * RUN);
      output.download(from * unit, found, 0, (int) (to - from) * unit);
      for (long e = from; e < to; e++) {
        Form.Read read = form.read(e, secondValues);
        for (int b = 0; b < unit; b++) {
          byte expected =
              read.equals(Form.Read.FILL)
                  ? (byte) 0x5A
                  : read.equals(Form.Read.ZERO) ? zero[b] : patternByte(read.position() + b);
          if (found[(int) (e - from) * unit + b] != expected) {
            return "at unit " + e + " of " + units + " of " + call;
          }
        }
      }
    }
    return null;
  }
}
