package dev.fkc.vulkan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VulkanTesting.class)
class VulkanDeviceTest {
  @Test
  void listsWhatItOpens(VulkanDevice device) {
    List<DeviceInfo> devices = VulkanDevices.list();
    assertThat(devices).filteredOn(DeviceInfo::chosen).hasSize(1);
    DeviceInfo chosen = devices.stream().filter(DeviceInfo::chosen).findFirst().orElseThrow();
    assertThat(chosen.uuid()).isEqualTo(device.info().uuid());
    assertThat(chosen.verdict()).startsWith("chosen");
    assertThat(chosen.limits().maxPushConstantsSize()).isGreaterThanOrEqualTo(128);
    assertThat(chosen.limits().maxStorageBufferRange()).isGreaterThanOrEqualTo(1L << 27);
    assertThat(chosen.limits().maxWorkGroupCountX()).isGreaterThanOrEqualTo(65_535);
    assertThat(chosen.deviceLocalBytes()).isPositive();
    assertThat(chosen.driverName()).isNotEmpty();
  }

  @Test
  void opensByIndexNameAndUuid(VulkanDevice shared) {
    DeviceInfo info = shared.info();
    for (String text :
        new String[] {Integer.toString(info.index()), info.name(), info.uuid().toString()}) {
      try (VulkanDevice device =
          VulkanDevice.open(DeviceSelector.parse(text), VulkanTesting.options("again"))) {
        assertThat(device.info().uuid()).isEqualTo(info.uuid());
      }
    }
  }

  @Test
  void featuresLeftOutAreNotUsed() {
    try (VulkanDevice device =
        VulkanDevice.open(
            DeviceSelector.preferred(),
            VulkanTesting.options("bare").without(DeviceFeature.values()))) {
      for (DeviceFeature feature : DeviceFeature.values()) {
        assertThat(device.has(feature)).isFalse();
      }
      try (DeviceBuffer buffer = device.allocate("bytes", new byte[] {4, 5})) {
        assertThat(buffer.download()).containsExactly(4, 5);
      }
    }
  }

  @Test
  void handlesLeftOpenAreReportedWithTheirPlaceAndClosed() {
    List<String> leaks = new ArrayList<>();
    VulkanDevice device =
        VulkanDevice.open(
            DeviceSelector.preferred(),
            VulkanTesting.options("leaky").withLeakListener(leaks::add));
    DeviceBuffer left = device.allocate("left behind", new byte[100]);
    device.allocate("empty and left", 0);
    device.allocate("closed", 10).close();
    CommandBatch batch = device.batch("left batch");
    device.batch("closed batch").close();
    device.close();
    assertThat(leaks).hasSize(3);
    assertThat(leaks.get(0))
        .startsWith("device 'leaky' closes with an open handle: buffer 'left behind' of 100 bytes")
        .contains("VulkanDeviceTest.handlesLeftOpenAreReportedWithTheirPlaceAndClosed");
    assertThat(leaks.get(1)).contains("'empty and left' of 0 bytes");
    assertThat(leaks.get(2)).contains("batch 'left batch'");
    assertThatThrownBy(left::download).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(batch::submit)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("device 'leaky' is closed");
    left.close();
    batch.close();
    device.close();
    assertThat(leaks).hasSize(3);
  }

  @Test
  void closedDevicesSayTheirName() {
    VulkanDevice device =
        VulkanDevice.open(DeviceSelector.preferred(), VulkanTesting.options("shut"));
    device.close();
    assertThatThrownBy(() -> device.allocate("late", 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("device 'shut' is closed");
    assertThatThrownBy(() -> device.batch("late")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void closingWaitsForCallsOfOtherThreadsAndLetsNoMoreIn() throws Exception {
    List<String> leaks = new ArrayList<>();
    VulkanDevice device =
        VulkanDevice.open(
            DeviceSelector.preferred(),
            VulkanTesting.options("waits").withLeakListener(leaks::add).withStagingChunkBytes(64));
    DeviceBuffer buffer = device.allocate("target", 128);
    CountDownLatch inside = new CountDownLatch(1);
    List<Long> pieces = new ArrayList<>();
    FutureTask<Void> upload =
        new FutureTask<>(
            () -> {
              buffer.upload(
                  0,
                  128,
                  (position, piece) -> {
                    pieces.add(position);
                    inside.countDown();
                    sleepUntilClosed(device);
                    piece.putLong(0, 7);
                  });
              return null;
            });
    new Thread(upload).start();
    inside.await();
    device.close();
    assertThatThrownBy(upload::get).hasRootCauseMessage("device 'waits' is closed");
    assertThat(pieces).containsExactly(0L);
    assertThat(leaks).singleElement().asString().contains("buffer 'target'");
  }

  private static void sleepUntilClosed(VulkanDevice device) {
    try {
      while (true) {
        device.batch("still open").close();
        Thread.sleep(1);
      }
    } catch (IllegalStateException e) {
      assertThat(e).hasMessage("device 'waits' is closed");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void emptyBatchesCompleteAndClosedOnesSayTheirName(VulkanDevice device) {
    CommandBatch batch = device.batch("nothing");
    Completion completion = batch.submit();
    assertThat(completion.isDone()).isTrue();
    assertThat(completion.await(Duration.ZERO)).isTrue();
    assertThat(completion.timestamps()).isEmpty();
    batch.close();
    batch.close();
    assertThatThrownBy(batch::submit)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("batch 'nothing' is closed");
  }
}
