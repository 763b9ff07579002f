package dev.fkc.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LinkRegistryTest {
  private static final Kernel FLIP = () -> "flip";
  private static final Kernel ROLL = () -> "roll";

  @Test
  void symbolsResolveExactly() {
    LinkRegistry links =
        LinkRegistry.builder("p::ENTRY_POINTS")
            .bind("p::flip_f32", FLIP)
            .bind("p::roll_f32", ROLL)
            .build();
    assertThat(links.find("p::flip_f32")).hasValue(FLIP);
    assertThat(links.find("P::flip_f32")).isEmpty();
    assertThat(links.symbols()).containsExactly("p::flip_f32", "p::roll_f32");
    assertThat(links).hasToString("p::ENTRY_POINTS (2 symbols)");
  }

  @Test
  void missesComeWithTheClosestSymbol() {
    LinkRegistry links =
        LinkRegistry.builder("r").bind("p::flip_f32", FLIP).bind("p::roll_f32", ROLL).build();
    assertThat(links.closest("p::rol_f32")).hasValue("p::roll_f32");
    assertThat(links.closest("p::flip_f64")).hasValue("p::flip_f32");
    assertThat(links.closest("something else")).isEmpty();
  }

  @Test
  void oneSymbolHasOneKernel() {
    LinkRegistry.Builder links = LinkRegistry.builder("r").bind("s", FLIP);
    assertThatThrownBy(() -> links.bind("s", ROLL))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("symbol s of link registry r is bound to flip already, and now to roll");
  }

  @Test
  void laterBindingsDoNotReachABuiltRegistry() {
    LinkRegistry.Builder builder = LinkRegistry.builder("r").bind("s", FLIP);
    LinkRegistry links = builder.build();
    builder.bind("t", ROLL);
    assertThat(links.find("t")).isEmpty();
  }
}
