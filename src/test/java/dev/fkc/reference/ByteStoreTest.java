package dev.fkc.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class ByteStoreTest {
  private static ByteStore pieces(int size) {
    ByteStore store = ByteStore.allocate(size, 2);
    for (int k = 0; k < size; k++) {
      store.set(k, (byte) (k + 1));
    }
    return store;
  }

  @Test
  void severalPiecesReadAsOne() {
    ByteStore store = pieces(11);

    assertThat(store.size()).isEqualTo(11);
    assertThat(store.get(10)).isEqualTo((byte) 11);
    assertThat(store.toArray()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    assertThat(store.unsignedInt(3)).isEqualTo(0x07060504L);
  }

  @Test
  void copiesCrossPieces() {
    ByteStore target = ByteStore.allocate(9, 3);
    target.copy(pieces(11), 2, 5, 4);
    assertThat(target.toArray()).containsExactly(0, 0, 0, 0, 0, 3, 4, 5, 6);
  }

  @Test
  void windowsEndWhereTheirPieceEnds() {
    ByteStore store = pieces(6);
    ByteBuffer window = store.window(1);
    assertThat(window.remaining()).isEqualTo(3);
    window.put(0, (byte) 77);
    assertThat(store.get(1)).isEqualTo((byte) 77);
    assertThat(store.window(6).hasRemaining()).isFalse();
    assertThatThrownBy(() -> store.window(7)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void wrappedArraysAreSharedNotCopied() {
    byte[] bytes = {1, 2, 3};
    ByteStore store = ByteStore.wrap(bytes);
    bytes[1] = 9;
    assertThat(store.get(1)).isEqualTo((byte) 9);
    assertThat(store.toArray()).isSameAs(bytes);
  }

  @Test
  void mismatchFindsTheFirstDifferenceAcrossPieces() {
    ByteStore store = pieces(11);
    byte[] same = store.toArray();
    assertThat(store.mismatch(ByteStore.wrap(same))).isEqualTo(-1);
    assertThat(store).isEqualTo(ByteStore.wrap(same));
    same[9] = 0;
    assertThat(store.mismatch(ByteStore.wrap(same))).isEqualTo(9);
    assertThat(store).isNotEqualTo(ByteStore.wrap(same));
    assertThatThrownBy(() -> store.mismatch(pieces(3)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void sizesBeyondTheHeapAreRefusedInWords() {
    assertThatThrownBy(() -> ByteStore.allocate(1L << 60))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("heap");
    assertThatThrownBy(() -> ByteStore.allocate(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThat(ByteStore.allocate(0).toArray()).isEmpty();
  }
}
