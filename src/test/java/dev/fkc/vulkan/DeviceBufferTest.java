package dev.fkc.vulkan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(VulkanTesting.class)
class DeviceBufferTest {
  private static byte[] random(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 5, 15, 16, 17, 255, 256, 257, 4095, 65_537})
  void anyLengthComesBack(int length, VulkanDevice device) {
    byte[] content = random(length, length);
    try (DeviceBuffer buffer = device.allocate("round trip", content)) {
      assertThat(buffer.sizeBytes()).isEqualTo(length);
      assertThat(buffer.download()).isEqualTo(content);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void partialUploadsLeaveTheirNeighboursAlone(boolean staged, VulkanDevice shared) {
    try (VulkanDevice own = staged ? openStaged(7) : null) {
      VulkanDevice device = own == null ? shared : own;
      byte[] expected = random(64, 1);
      try (DeviceBuffer buffer = device.allocate("partial", expected)) {
        for (int offset = 0; offset < 20; offset++) {
          for (int length = 0; length < 20; length++) {
            byte[] patch = random(length + 2, offset * 31L + length);
            buffer.upload(patch, 1, offset, length);
            System.arraycopy(patch, 1, expected, offset, length);
          }
        }
        assertThat(buffer.download()).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void transfersGoThroughSmallChunksInOrder(boolean staged) {
    try (VulkanDevice device = staged ? openStaged(1000) : openDirect(1000)) {
      byte[] content = random(123_457, 2);
      try (DeviceBuffer buffer = device.allocate("staged", content.length)) {
        buffer.upload(content);
        assertThat(buffer.download()).isEqualTo(content);
        byte[] part = new byte[5003];
        buffer.download(1001, part, 1, 5001);
        assertThat(Arrays.copyOfRange(part, 1, 5002))
            .isEqualTo(Arrays.copyOfRange(content, 1001, 6002));
        assertThat(part[0]).isZero();
        assertThat(part[5002]).isZero();
      }
    }
  }

  @Test
  void hostBuffersKeepTheirPosition(VulkanDevice device) {
    ByteBuffer source = ByteBuffer.allocateDirect(20);
    source.put(random(20, 3)).position(3).limit(14);
    try (DeviceBuffer buffer = device.allocate("host buffer", 16)) {
      buffer.upload(source, 5);
      assertThat(source.position()).isEqualTo(3);
      ByteBuffer target = ByteBuffer.allocate(20).position(4).limit(15);
      buffer.download(5, target);
      assertThat(target.position()).isEqualTo(4);
      assertThat(target).isEqualTo(source);
    }
  }

  @Test
  void rangesOutsideTheBufferAreRefusedByName(VulkanDevice device) {
    try (DeviceBuffer buffer = device.allocate("small", 10)) {
      assertThatThrownBy(() -> buffer.upload(new byte[3], 0, 8, 3))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessageContaining("buffer 'small' of 10 bytes: offset 8, length 3");
      assertThatThrownBy(() -> buffer.download(-1, new byte[3], 0, 3))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessageContaining("small");
      assertThatThrownBy(() -> buffer.upload(Long.MAX_VALUE, 2, (at, piece) -> {}))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void closedBuffersSayTheirName(VulkanDevice device) {
    DeviceBuffer buffer = device.allocate("gone", 10);
    buffer.close();
    buffer.close();
    assertThatThrownBy(buffer::download)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("buffer 'gone' is closed");
  }

  @Test
  void negativeSizesAreRefused(VulkanDevice device) {
    assertThatThrownBy(() -> device.allocate("negative", -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("negative");
  }

  @Test
  void tooLargeIsTypedAndSmallOnesStillWork(VulkanDevice device) {
    long heap = device.info().heaps().stream().mapToLong(MemoryHeap::sizeBytes).max().orElseThrow();
    for (long size : new long[] {heap + 1, 1L << 45, Long.MAX_VALUE}) {
      assertThatThrownBy(() -> device.allocate("huge", size))
          .isInstanceOfSatisfying(
              OutOfDeviceMemoryException.class,
              e -> {
                assertThat(e.requestedBytes()).isEqualTo(size);
                assertThat(e.limitBytes()).isLessThan(size).isPositive();
                assertThat(e)
                    .hasMessageContaining("huge")
                    .hasMessageContaining(String.format("%,d", size))
                    .hasMessageContaining(e.limit());
              });
    }
    try (DeviceBuffer buffer = device.allocate("small after huge", new byte[] {1, 2, 3})) {
      assertThat(buffer.download()).containsExactly(1, 2, 3);
    }
  }

  @Test
  void readersAndWritersSeeEveryPieceOnce() {
    try (VulkanDevice device = openStaged(64);
        DeviceBuffer buffer = device.allocate("pieces", 300)) {
      StringBuilder pieces = new StringBuilder();
      buffer.upload(
          10,
          150,
          (position, piece) -> {
            pieces.append(position).append('+').append(piece.remaining()).append(' ');
            while (piece.hasRemaining()) {
              piece.put((byte) 7);
            }
          });
      assertThat(pieces).hasToString("0+64 64+64 128+22 ");
      pieces.setLength(0);
      buffer.download(
          10,
          150,
          (position, piece) -> {
            pieces.append(position).append('+').append(piece.remaining()).append(' ');
            assertThat(piece.isReadOnly()).isTrue();
            while (piece.hasRemaining()) {
              assertThat(piece.get()).isEqualTo((byte) 7);
            }
          });
      assertThat(pieces).hasToString("0+64 64+64 128+22 ");
      assertThatThrownBy(
              () ->
                  buffer.download(
                      0,
                      300,
                      (position, piece) -> {
                        throw new IllegalArgumentException("enough at " + position);
                      }))
          .hasMessage("enough at 0");
      assertThat(buffer.download()).hasSize(300);
    }
  }

  private static VulkanDevice openDirect(int chunkBytes) {
    return VulkanDevice.open(
        DeviceSelector.preferred(),
        VulkanTesting.options("direct").withStagingChunkBytes(chunkBytes));
  }

  static VulkanDevice openStaged(int chunkBytes) {
    return VulkanDevice.open(
        DeviceSelector.preferred(),
        VulkanTesting.options("staged")
            .without(DeviceFeature.DIRECT_TRANSFERS)
            .withStagingChunkBytes(chunkBytes));
  }
}
