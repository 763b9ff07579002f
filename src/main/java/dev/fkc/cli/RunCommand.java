package dev.fkc.cli;

import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.reference.ByteStore;
import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.Shape;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fkc run}: one op on NumPy files. */
@Command(
    name = "run",
    description = {
      "Run an op on NumPy files.",
      "Element types: f2 f4 f8 i1 i2 i4 i8 u1 u4 b1, little-endian; BF16 is u2 with --dtype BF16."
    })
final class RunCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "OP",
      description = "triu, tril, flip, roll, index_select, gather, masked_fill or contiguize.")
  String op = "";

  @Parameters(index = "1", paramLabel = "INPUT.npy", description = "The data.")
  Path input = Path.of("");

  @Parameters(
      index = "2",
      paramLabel = "OUTPUT.npy",
      description = "Where the result goes, in C order.")
  Path output = Path.of("");

  @Option(
      names = "--axis",
      paramLabel = "N",
      description = "Axis of flip, roll, index_select, gather; negative counts from the end.")
  @Nullable Long axis;

  @Option(names = "--shift", paramLabel = "N", description = "Shift of roll: any 64-bit number.")
  @Nullable Long shift;

  @Option(
      names = "--diagonal",
      paramLabel = "N",
      description = "Diagonal of triu and tril: any 64-bit number; 0 when not given.")
  @Nullable Long diagonal;

  @Option(
      names = "--index",
      paramLabel = "I.npy",
      description = "Indices of index_select and gather: i4, i8 or u4.")
  @Nullable Path index;

  @Option(
      names = "--mask",
      paramLabel = "M.npy",
      description = "Mask of masked_fill: b1 or u1, broadcast to the data's shape.")
  @Nullable Path mask;

  @Option(
      names = "--fill",
      paramLabel = "VALUE",
      description = "Fill value of masked_fill: a number, or 0x.. for the element's bits.")
  @Nullable String fill;

  @Option(
      names = "--dtype",
      paramLabel = "DTYPE",
      description = "What the bits of a u1, u2 or u8 file mean, such as BF16.")
  @Nullable String dtype;

  @Option(
      names = "--plan",
      description = "Print which binding runs, what is copied before, and what it costs.")
  boolean plan;

  @Mixin BackendOptions where = new BackendOptions();

  private record Prepared(OpCall call, List<ByteStore> inputs) {}

  @Override
  public Integer call() {
    Operation operation = operation();
    where.check(spec);
    AtomicFile.writable(output);
    NpyArray data = NpyFile.read(input);
    DType type = dtype(data.header().type());
    Prepared prepared = prepare(operation, new Operand(type, data.header().layout()), data.data());
    PrintWriter out = spec.commandLine().getOut();
    try (Backend backend = where.open()) {
      if (plan) {
        backend.plan(prepared.call()).forEach(out::println);
      }
      ByteStore result = backend.execute(prepared.call(), prepared.inputs());
      Shape shape = prepared.call().output().shape();
      NpyFile.write(output, new NpyHeader(data.header().type(), false, shape), result);
      out.println(
          operation.word()
              + " "
              + type
              + " "
              + data.header().shape()
              + " -> "
              + shape
              + " on "
              + backend.name());
    }
    return 0;
  }

  private Operation operation() {
    Operation operation =
        Operation.parse(op)
            .orElseThrow(() -> wrongUse("there is no op '" + op + "': " + Operation.words()));
    for (String option : Operation.OPTIONS) {
      boolean given = spec.commandLine().getParseResult().hasMatchedOption(option);
      if (given && !operation.takes(option)) {
        throw wrongUse(operation.word() + " takes no " + option);
      }
      if (!given && operation.requires(option)) {
        throw wrongUse(operation.word() + " needs " + option);
      }
    }
    return operation;
  }

  private DType dtype(NpyType type) {
    if (dtype == null) {
      return type.dtype()
          .orElseThrow(
              () ->
                  wrongUse(
                      input
                          + " holds "
                          + type.name()
                          + ", which is no dtype by itself: say what its bits mean with --dtype"
                          + (type.size() == 2 ? " BF16" : "")));
    }
    DType wanted =
        DType.ofToken(dtype.toUpperCase(Locale.ROOT))
            .orElseThrow(() -> wrongUse("there is no dtype '" + dtype + "'"));
    if (!type.mayBeReadAs(wanted)) {
      throw wrongUse(
          input
              + " holds "
              + type.name()
              + ", which cannot be read as "
              + wanted
              + (wanted.isSubByte() ? ", a sub-byte dtype" : ""));
    }
    return wanted;
  }

  private Prepared prepare(Operation operation, Operand data, ByteStore bytes) {
    long a = axis == null ? 0 : axis;
    return switch (operation) {
      case TRIU -> one(OpCall.triu(data, diagonal == null ? 0 : diagonal), bytes);
      case TRIL -> one(OpCall.tril(data, diagonal == null ? 0 : diagonal), bytes);
      case FLIP -> one(OpCall.flip(data, a), bytes);
      case ROLL -> one(OpCall.roll(data, a, shift == null ? 0 : shift), bytes);
      case CONTIGUIZE -> one(OpCall.contiguize(data), bytes);
      case INDEX_SELECT, GATHER -> {
        IndexFile indices = new IndexFile(NpyFile.read(given(index)), given(index).toString());
        OpCall call =
            operation == Operation.GATHER
                ? OpCall.gather(data, a, indices.operand())
                : OpCall.indexSelect(data, a, indices.operand());
        long bound = data.shape().dim(data.shape().normalizeAxis(a));
        yield new Prepared(call, List.of(bytes, indices.values(operation.kind(), bound)));
      }
      case MASKED_FILL -> {
        byte[] element = element(data.dtype());
        NpyArray file = NpyFile.read(given(mask));
        Operand condition = new Operand(DType.BOOL, maskLayout(file, data.shape()));
        yield new Prepared(
            OpCall.maskedFill(data, condition, element), List.of(bytes, file.data()));
      }
    };
  }

  private static Prepared one(OpCall call, ByteStore bytes) {
    return new Prepared(call, List.of(bytes));
  }

  private Layout maskLayout(NpyArray file, Shape target) {
    String type = file.header().type().name();
    if (!type.equals("b1") && !type.equals("u1")) {
      throw new Failure(mask + ": a mask is b1 or u1; this is " + type);
    }
    try {
      return file.header().layout().broadcastTo(target);
    } catch (IllegalArgumentException e) {
      throw new Failure(mask + ": " + e.getMessage() + ", the data's shape", e);
    }
  }

  private byte[] element(DType type) {
    try {
      return FillValue.parse(given(fill), type);
    } catch (IllegalArgumentException e) {
      throw wrongUse("--fill: " + e.getMessage());
    }
  }

  private <T> T given(@Nullable T option) {
    if (option == null) {
      throw wrongUse("an option is missing");
    }
    return option;
  }

  private ParameterException wrongUse(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
