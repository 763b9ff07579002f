package dev.fkc.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.type.BackendId;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BindingKeyTest {
  private static final List<DType> GATHER_F16 = List.of(DType.F16, DType.U32, DType.F16);

  @Test
  void readsAsItsParts() {
    assertThat(BindingKey.of(OpKind.GATHER, GATHER_F16, BackendId.VULKAN))
        .hasToString("(Gather, [F16, U32, F16], Vulkan)");
  }

  @Test
  void equalPartsMakeEqualKeys() {
    BindingKey key = BindingKey.of(OpKind.GATHER, GATHER_F16, BackendId.VULKAN);
    assertThat(BindingKey.of(new OpKind("Gather"), GATHER_F16, new BackendId("Vulkan")))
        .isEqualTo(key)
        .hasSameHashCodeAs(key);
    assertThat(BindingKey.of(OpKind.GATHER, GATHER_F16, BackendId.CPU)).isNotEqualTo(key);
    assertThat(BindingKey.of(OpKind.ROLL, GATHER_F16, BackendId.VULKAN)).isNotEqualTo(key);
    assertThat(BindingKey.of(OpKind.GATHER, GATHER_F16.subList(0, 2), BackendId.VULKAN))
        .isNotEqualTo(key);
  }

  @Test
  void changesToTheGivenListDoNotReachTheKey() {
    List<DType> dtypes = new ArrayList<>(GATHER_F16);
    BindingKey key = BindingKey.of(OpKind.GATHER, dtypes, BackendId.VULKAN);
    dtypes.clear();
    assertThat(key.dtypes()).isEqualTo(GATHER_F16);
  }
}
