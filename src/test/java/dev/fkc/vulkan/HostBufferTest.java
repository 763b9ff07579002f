package dev.fkc.vulkan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import dev.fkc.type.Shape;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(VulkanTesting.class)
class HostBufferTest {
  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static byte[] read(HostBuffer buffer, long offset, int length) {
    byte[] bytes = new byte[length];
    buffer.bytes(offset, length).get(bytes);
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 4096, 1_000_003})
  void pinnedBytesGoInAndComeBack(int length, VulkanDevice device) {
    byte[] content = random(length);
    try (HostBuffer source = device.allocateHost("source", length + 7);
        HostBuffer target = device.allocateHost("target", length + 7);
        DeviceBuffer buffer = device.allocate("between", length + 3)) {
      source.bytes(7, length).put(content);
      target.bytes().put(new byte[length + 7]);
      buffer.upload(source, 7, 3, length);
      buffer.download(3, target, 5, length);
      assertThat(read(target, 5, length)).isEqualTo(content);
      assertThat(read(target, 0, 5)).containsOnly(0);
      assertThat(read(target, length + 5, 2)).containsOnly(0);
    }
  }

  @Test
  void copiesInABatchAreOrderedWithItsDispatches(VulkanDevice device) {
    byte[] content = random(4096);
    PreparedCall flip =
        device.prepare(
            VulkanProvider.kernel(OpKind.FLIP),
            OpCall.flip(Operand.contiguous(DType.U8, Shape.of(4096)), 0),
            IndexCheck.CHECKED);
    byte[] flipped = new byte[4096];
    for (int i = 0; i < flipped.length; i++) {
      flipped[i] = content[content.length - 1 - i];
    }
    try (HostBuffer host = device.allocateHost("host", 3 * 4096);
        DeviceBuffer a = device.allocate("a", 4096);
        DeviceBuffer b = device.allocate("b", 4096);
        CommandBatch batch = device.batch("in and out")) {
      host.bytes(0, 4096).put(content);
      for (int round = 0; round < 3; round++) {
        batch.upload(host, 0, a, 0, 4096);
        batch.dispatch(flip, BufferSlice.of(a), BufferSlice.of(b));
        batch.download(b, 0, host, 4096, 4096);
        batch.dispatch(flip, BufferSlice.of(b), BufferSlice.of(a));
        batch.download(a, 0, host, 2 * 4096, 4096);
        assertThat(batch.barriers()).isEqualTo(round == 0 ? 4 - 1 : 3);
        batch.submit().await();
        assertThat(read(host, 4096, 4096)).isEqualTo(flipped);
        assertThat(read(host, 2 * 4096, 4096)).isEqualTo(content);
      }
    }
  }

  @Test
  void copiesOutsideTheBuffersAreRefused(VulkanDevice device) {
    try (HostBuffer host = device.allocateHost("pinned", 10);
        DeviceBuffer buffer = device.allocate("small", 8);
        VulkanDevice other =
            VulkanDevice.open(DeviceSelector.preferred(), VulkanTesting.options("other"));
        HostBuffer foreign = other.allocateHost("foreign", 10);
        CommandBatch batch = device.batch("refused")) {
      assertThatThrownBy(() -> buffer.upload(host, 3, 0, 8))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessageContaining("'pinned' of 10 bytes: offset 3, length 8");
      assertThatThrownBy(() -> buffer.download(1, host, 0, 8))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessageContaining("'small' of 8 bytes: offset 1, length 8");
      assertThatThrownBy(() -> batch.upload(host, 0, buffer, 4, 5))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> batch.download(buffer, 0, host, -1, 5))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> host.bytes(9, 2)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> buffer.upload(foreign, 0, 0, 8))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("different devices");
      assertThatThrownBy(() -> batch.upload(foreign, 0, buffer, 0, 8))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'foreign' belongs to another device");
      batch.upload(host, 0, buffer, 0, 0);
      assertThat(batch.submit().isDone()).isTrue();
    }
  }

  @Test
  void closedPinnedMemoryShowsNoView(VulkanDevice device) {
    HostBuffer host = device.allocateHost("gone", 16);
    host.close();
    host.close();
    assertThatThrownBy(host::bytes)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("buffer 'gone' is closed");
    try (HostBuffer empty = device.allocateHost("empty", 0)) {
      assertThat(empty.bytes().remaining()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void severalThreadsCopyLargeArraysAndEndWithTheDevice(boolean staged) throws Exception {
    DeviceOptions options =
        VulkanTesting.options("threads").withCopyThreads(4).withStagingChunkBytes(5 << 20);
    if (staged) {
      options = options.without(DeviceFeature.DIRECT_TRANSFERS);
    }
    byte[] content = random((13 << 20) + 5);
    try (VulkanDevice device = VulkanDevice.open(DeviceSelector.preferred(), options);
        DeviceBuffer buffer = device.allocate("large", content.length)) {
      buffer.upload(content);
      assertThat(copyThreads()).isNotEmpty().hasSizeLessThanOrEqualTo(3);
      assertThat(Arrays.equals(buffer.download(), content)).isTrue();
      ByteBuffer target = ByteBuffer.allocateDirect(content.length);
      buffer.download(0, target);
      assertThat(target).isEqualTo(ByteBuffer.wrap(content));
      assertThatThrownBy(
              () ->
                  buffer.download(
                      0,
                      content.length,
                      (position, piece) -> {
                        throw new IllegalArgumentException("enough");
                      }))
          .hasMessage("enough");
    }
    for (Thread thread : copyThreads()) {
      thread.join(5000);
    }
    assertThat(copyThreads()).isEmpty();
  }

  private static List<Thread> copyThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("fkc-copy"))
        .toList();
  }
}
