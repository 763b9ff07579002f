package dev.fkc.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.type.BackendId;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class BindingTableTest {
  private static final BindingEntry ENTRY =
      new BindingEntry(
          FanOut.of(
                  ContractFixture.section("flip", OpKind.FLIP)
                      .input("x", DType.F32)
                      .passthrough("x")
                      .contract())
              .variants()
              .get(0),
          () -> "flip",
          new Precision(true, 0, 0, 0, false, Set.of(), ""));

  /** Words whose hashes collide ("Aa" and "BB") are among the ops. */
  @Provide
  Arbitrary<BindingKey> keys() {
    return Combinators.combine(
            Arbitraries.of("Aa", "BB", "AaAa", "BBBB", "AaBB", "Flip"),
            Arbitraries.of(DType.F32, DType.F16, DType.U8).list().ofMaxSize(3),
            Arbitraries.of(BackendId.VULKAN, BackendId.CPU))
        .as((op, dtypes, backend) -> BindingKey.of(new OpKind(op), dtypes, backend));
  }

  @Property(tries = 300)
  void tableAnswersLikeAMap(
      @ForAll List<@From("keys") BindingKey> present,
      @ForAll List<@From("keys") BindingKey> asked) {
    Map<BindingKey, List<BindingEntry>> map = new HashMap<>();
    for (BindingKey key : present) {
      map.put(key, Collections.nCopies(map.size() + 1, ENTRY));
    }
    BindingTable table = new BindingTable(map);
    for (List<BindingKey> keys : List.of(present, asked)) {
      for (BindingKey key : keys) {
        List<BindingEntry> expected = map.getOrDefault(key, List.of());
        assertThat(table.find(key)).isEqualTo(expected);
        assertThat(table.find(key.op(), key.dtypes(), key.backend())).isEqualTo(expected);
      }
    }
  }
}
