package dev.fkc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.op.OpCall;
import dev.fkc.reference.ByteStore;
import dev.fkc.reference.CaseGenerator;
import dev.fkc.reference.Reference;
import dev.fkc.reference.TestCase;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {
  @TempDir Path folder;

  /** A backend that loses the last byte of rows that are odd and longer than 4. */
  private static final class Careless implements Backend {
    @Override
    public String name() {
      return "careless";
    }

    @Override
    public List<String> plan(OpCall call) {
      return List.of();
    }

    @Override
    public ByteStore execute(OpCall call, List<ByteStore> inputs) {
      ByteStore out = Reference.compute(call, inputs);
      int rank = call.output().shape().rank();
      long width = rank == 0 ? 0 : call.output().shape().dim(rank - 1);
      if (width % 2 == 1 && width > 4 && out.size() > 0) {
        out.set(out.size() - 1, (byte) ~out.get(out.size() - 1));
      }
      return out;
    }

    @Override
    public void close() {}
  }

  @Test
  void aRightBackendDiffersNowhere() {
    Comparison comparison = new Comparison(new CpuBackend());
    for (OpKind op : OpKind.known()) {
      assertThat(comparison.difference(new CaseGenerator(3).next(op, DType.F16))).isEmpty();
    }
  }

  @Test
  void aLostByteIsFoundAndTheCaseShrinksToFiveElements() {
    Comparison comparison = new Comparison(new Careless());
    for (OpKind op : List.of(OpKind.FLIP, OpKind.MASKED_FILL, OpKind.GATHER, OpKind.TRIU)) {
      CaseGenerator generator = new CaseGenerator(5);
      TestCase failing = generator.next(op, DType.BF16);
      while (comparison.difference(failing).isEmpty()) {
        failing = generator.next(op, DType.BF16);
      }

      TestCase small = failing.shrink(c -> comparison.difference(c).isPresent());

      assertThat(small.call().output().shape().elementCount()).isEqualTo(5);
      assertThat(comparison.difference(small).orElseThrow()).contains("byte 9 of 10 is 0x");
      CaseText text = new CaseText(small);
      assertThat(String.join("\n", text.java()))
          .contains("OpCall call = OpCall.", "DType.BF16", "parseHex", "Reference.compute(call, ");
      assertRunGivesTheSameBytes(small, text);
    }
  }

  private void assertRunGivesTheSameBytes(TestCase testCase, CaseText text) {
    Optional<String> line = text.run(folder);
    assertThat(line).isPresent();
    String[] words = (line.orElseThrow() + " --backend cpu").split(" ");
    Object[] args = List.of(words).subList(1, words.length).toArray();
    Cli.Result result = Cli.run(args);
    assertThat(result.err()).isEmpty();
    assertThat(NpyFile.read(folder.resolve("output.npy")).data().toArray())
        .isEqualTo(testCase.expected());
  }

  @Test
  void everyOpsCaseWritesARunThatGivesTheRightBytes() {
    for (OpKind op : OpKind.known()) {
      for (TestCase testCase : CaseGenerator.fixed(op, DType.I16)) {
        CaseText text = new CaseText(testCase);
        if (text.run(folder).isPresent()) {
          assertRunGivesTheSameBytes(testCase, text);
        }
      }
    }
  }

  @Test
  void anExceptionIsADifference() {
    TestCase testCase = new CaseGenerator(1).next(OpKind.FLIP, DType.U8);
    Backend failing =
        new Backend() {
          @Override
          public String name() {
            return "failing";
          }

          @Override
          public List<String> plan(OpCall call) {
            return List.of();
          }

          @Override
          public ByteStore execute(OpCall call, List<ByteStore> inputs) {
            throw new IllegalStateException("out of order");
          }

          @Override
          public void close() {}
        };
    assertThat(new Comparison(failing).difference(testCase).orElseThrow()).contains("out of order");
  }
}
