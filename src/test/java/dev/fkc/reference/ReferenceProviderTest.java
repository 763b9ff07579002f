package dev.fkc.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fkc.op.OpCall;
import dev.fkc.registry.LinkRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReferenceProviderTest {
  private final LinkRegistry registry = ReferenceProvider.linkRegistry();

  @Test
  void everyOpIsBoundForEveryDtypeOfWholeBytes() {
    assertThat(registry.symbols())
        .hasSize(8 * 14)
        .contains(
            "dev.fkc.reference::triu_f32",
            "dev.fkc.reference::index_select_bf16",
            "dev.fkc.reference::masked_fill_bool",
            "dev.fkc.reference::contiguize_f8e4m3")
        .noneMatch(symbol -> symbol.endsWith("_f4"));
  }

  @Test
  void allDtypesOfAnOpShareOneKernel() {
    assertThat(registry.find("dev.fkc.reference::flip_u8").orElseThrow())
        .isSameAs(registry.find("dev.fkc.reference::flip_f64").orElseThrow())
        .isNotSameAs(registry.find("dev.fkc.reference::roll_u8").orElseThrow());
  }

  @Test
  void kernelsRunTheirOpAndNoOther() {
    Tensor in = Tensor.ar(3);
    ReferenceKernel flip =
        (ReferenceKernel) registry.find("dev.fkc.reference::flip_u32").orElseThrow();
    List<ByteStore> bytes = List.of(ByteStore.wrap(in.bytes()));

    ByteStore out = flip.run(OpCall.flip(in.operand(), 0), bytes);

    assertThat(Tensor.words(in.dtype(), out.toArray())).containsExactly(2, 1, 0);
    assertThatThrownBy(() -> flip.run(OpCall.roll(in.operand(), 0, 1), bytes))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("flip")
        .hasMessageContaining("Roll");
  }
}
