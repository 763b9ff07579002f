package dev.fkc.cli;

import dev.fkc.op.OpCall;
import dev.fkc.op.OpParams;
import dev.fkc.op.Operand;
import dev.fkc.reference.ByteStore;
import dev.fkc.reference.TestCase;
import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.OpKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * A case as text: Java statements for a test, and a {@code fkc run} with files where NPY can say
 * it.
 */
final class CaseText {
  private static final int MAX_HEX_BYTES = 4096;

  private final TestCase testCase;
  private final OpCall call;

  CaseText(TestCase testCase) {
    this.testCase = testCase;
    this.call = testCase.call();
  }

  /** Statements that make the call, the buffers and the right answer. */
  List<String> java() {
    List<String> lines = new ArrayList<>();
    lines.add("OpCall call = " + javaCall() + ";");
    List<String> names = new ArrayList<>();
    for (int k = 0; k < testCase.buffers().size(); k++) {
      names.add("buffer" + k);
      byte[] bytes = testCase.buffers().get(k);
      lines.add(
          "byte[] buffer"
              + k
              + " = "
              + (bytes.length <= MAX_HEX_BYTES
                  ? "HexFormat.of().parseHex(\"" + HexFormat.of().formatHex(bytes) + "\");"
                  : "new byte[" + bytes.length + "]; // fill with any pattern"));
    }
    lines.add("byte[] right = Reference.compute(call, " + String.join(", ", names) + ");");
    return lines;
  }

  private String javaCall() {
    List<String> operands = call.inputs().stream().map(CaseText::javaOperand).toList();
    String first = operands.get(0);
    if (call.params() instanceof OpParams.Triangular p) {
      return "OpCall." + (p.upper() ? "triu(" : "tril(") + first + ", " + p.diagonal() + "L)";
    } else if (call.params() instanceof OpParams.Flip p) {
      return "OpCall.flip(" + first + ", " + p.axis() + ")";
    } else if (call.params() instanceof OpParams.Roll p) {
      return "OpCall.roll(" + first + ", " + p.axis() + ", " + p.shift() + "L)";
    } else if (call.params() instanceof OpParams.IndexSelect p) {
      return "OpCall.indexSelect(" + first + ", " + axis(p) + ", " + operands.get(1) + ")";
    } else if (call.params() instanceof OpParams.Gather p) {
      return "OpCall.gather(" + first + ", " + p.dim() + ", " + operands.get(1) + ")";
    } else if (call.params() instanceof OpParams.MaskedFill p) {
      String fill = HexFormat.of().formatHex(p.fillBytes());
      return "OpCall.maskedFill("
          + first
          + ", "
          + operands.get(1)
          + ", HexFormat.of().parseHex(\""
          + fill
          + "\"))";
    }
    return "OpCall.contiguize(" + first + ")";
  }

  private static String javaOperand(Operand operand) {
    Layout layout = operand.layout();
    return "new Operand(DType."
        + operand.dtype()
        + ", Layout.of(Shape.of("
        + longs(layout.shape().toArray())
        + "), new long[] {"
        + longs(layout.strides())
        + "}, "
        + layout.offset()
        + "))";
  }

  private static String longs(long[] values) {
    return LongStream.of(values)
        .mapToObj(v -> v == (int) v ? Long.toString(v) : v + "L")
        .collect(Collectors.joining(", "));
  }

  private int axis(OpParams.IndexSelect p) {
    return IntStream.range(0, call.inputs().get(0).shape().rank())
        .filter(
            a -> OpParams.IndexSelect.of(call.inputs().get(0).shape(), a, p.nIndices()).equals(p))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Writes the inputs as NumPy files into a folder and returns the command that runs them; empty
   * when a view is neither in C nor in Fortran order from its buffer's start.
   */
  Optional<String> run(Path folder) {
    List<NpyHeader> headers = new ArrayList<>();
    for (Operand operand : call.inputs()) {
      Optional<NpyHeader> header = header(operand);
      if (header.isEmpty()) {
        return Optional.empty();
      }
      headers.add(header.get());
    }
    for (int k = 0; k < headers.size(); k++) {
      byte[] all = testCase.buffers().get(k);
      byte[] elements = Arrays.copyOf(all, Math.toIntExact(headers.get(k).dataBytes()));
      NpyFile.write(
          folder.resolve(k == 0 ? "input.npy" : "second.npy"),
          headers.get(k),
          ByteStore.wrap(elements));
    }
    String second = " " + folder.resolve("second.npy");
    StringBuilder line = new StringBuilder("fkc run ");
    line.append(word(call.op())).append(' ').append(folder.resolve("input.npy"));
    line.append(' ').append(folder.resolve("output.npy"));
    if (call.params() instanceof OpParams.Triangular p) {
      line.append(" --diagonal ").append(p.diagonal());
    } else if (call.params() instanceof OpParams.Flip p) {
      line.append(" --axis ").append(p.axis());
    } else if (call.params() instanceof OpParams.Roll p) {
      line.append(" --axis ").append(p.axis()).append(" --shift ").append(p.shift());
    } else if (call.params() instanceof OpParams.IndexSelect p) {
      line.append(" --axis ").append(axis(p)).append(" --index").append(second);
    } else if (call.params() instanceof OpParams.Gather p) {
      line.append(" --axis ").append(p.dim()).append(" --index").append(second);
    } else if (call.params() instanceof OpParams.MaskedFill p) {
      line.append(" --mask").append(second).append(" --fill 0x");
      for (int b = p.fillBytes().length - 1; b >= 0; b--) {
        line.append(String.format(Locale.ROOT, "%02x", p.fillBytes()[b]));
      }
    }
    DType dtype = call.inputs().get(0).dtype();
    if (headers.get(0).type().dtype().filter(dtype::equals).isEmpty()) {
      line.append(" --dtype ").append(dtype);
    }
    return Optional.of(line.toString());
  }

  private static String word(OpKind op) {
    return Operation.parse(op.name()).map(Operation::word).orElse(op.name());
  }

  private static Optional<NpyHeader> header(Operand operand) {
    for (boolean fortran : new boolean[] {false, true}) {
      NpyHeader header = new NpyHeader(type(operand.dtype()), fortran, operand.shape());
      if (header.layout().equals(operand.layout())) {
        return Optional.of(header);
      }
    }
    return Optional.empty();
  }

  /** The element type whose files hold a dtype; bits without a type of their own are u1 and u2. */
  private static NpyType type(DType dtype) {
    char kind =
        switch (dtype) {
          case F16, F32, F64 -> 'f';
          case I8, I16, I32, I64 -> 'i';
          case BOOL -> 'b';
          default -> 'u';
        };
    return new NpyType(kind, dtype.byteSize());
  }
}
