package dev.fkc.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class FanOutPropertyTest {
  /** Which operands vary, what they vary over, and what the outputs repeat. */
  record Section(
      List<DType> list, List<Boolean> varies, boolean optionalLast, List<Integer> outputs) {

    private ContractFixture fixture() {
      ContractFixture fixture = ContractFixture.section("k", OpKind.FLIP);
      for (int i = 0; i < varies.size(); i++) {
        DType[] dtypes = varies.get(i) ? list.toArray(DType[]::new) : new DType[] {fixed(i)};
        if (optionalLast && i == varies.size() - 1) {
          fixture.optional("in" + i, dtypes);
        } else {
          fixture.input("in" + i, dtypes);
        }
      }
      for (int output : outputs) {
        if (output < 0) {
          fixture.fixed(DType.BOOL);
        } else {
          fixture.passthrough("in" + output);
        }
      }
      return fixture;
    }

    private static DType fixed(int operand) {
      return operand % 2 == 0 ? DType.U32 : DType.I64;
    }

    /**
     * The definition, word by word: for each dtype, with every operand and without the optional.
     */
    private List<String> expected() {
      List<String> expected = new ArrayList<>();
      boolean fans = varies.contains(true) && list.size() > 1;
      for (DType at : fans ? list : List.of(list.get(0))) {
        for (int inputs = varies.size();
            inputs >= varies.size() - (optionalLast ? 1 : 0);
            inputs--) {
          List<DType> key = new ArrayList<>();
          for (int i = 0; i < inputs; i++) {
            key.add(varies.get(i) ? at : fixed(i));
          }
          for (int output : outputs) {
            key.add(output < 0 ? DType.BOOL : varies.get(output) ? at : fixed(output));
          }
          expected.add((fans ? "p::k_" + at.suffix() : "p::k") + ": (Flip, " + key + ", Vulkan)");
        }
      }
      return expected;
    }
  }

  @Provide
  Arbitrary<Section> sections() {
    Arbitrary<List<DType>> lists =
        Arbitraries.of(DType.class).list().uniqueElements().ofMinSize(1).ofMaxSize(6);
    Arbitrary<List<Boolean>> varies = Arbitraries.of(true, false).list().ofMinSize(2).ofMaxSize(5);
    return Combinators.combine(lists, varies, Arbitraries.of(true, false))
        .flatAs(
            (list, varying, optional) ->
                Arbitraries.integers()
                    .between(-1, varying.size() - (optional ? 2 : 1))
                    .list()
                    .ofMinSize(1)
                    .ofMaxSize(3)
                    .map(outputs -> new Section(list, varying, optional, outputs)));
  }

  @Property(tries = 500)
  void fanOutFollowsItsDefinition(@ForAll("sections") Section section) {
    FanOut.Result result = FanOut.of(section.fixture().contract());
    assertThat(result.problems()).isEmpty();
    assertThat(result.variants().stream().map(KernelVariant::toString))
        .containsExactlyElementsOf(section.expected());
  }
}
