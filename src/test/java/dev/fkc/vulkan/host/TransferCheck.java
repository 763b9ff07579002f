package dev.fkc.vulkan.host;

import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import dev.fkc.type.Shape;
import dev.fkc.vulkan.CommandBatch;
import dev.fkc.vulkan.Completion;
import dev.fkc.vulkan.DeviceAccess;
import dev.fkc.vulkan.DeviceBuffer;
import dev.fkc.vulkan.DeviceFeature;
import dev.fkc.vulkan.DeviceOptions;
import dev.fkc.vulkan.DeviceSelector;
import dev.fkc.vulkan.HostBuffer;
import dev.fkc.vulkan.IndexCheck;
import dev.fkc.vulkan.PreparedCall;
import dev.fkc.vulkan.Timestamp;
import dev.fkc.vulkan.VulkanDevice;
import dev.fkc.vulkan.VulkanProvider;
import java.nio.ByteBuffer;
import java.util.List;

/** How fast bytes go in and out, from pinned memory and from arrays, by size. */
final class TransferCheck {
  private static final int LITTLE = 256 << 10;

  private final VulkanDevice device;
  private final Results results;
  private final long largest;

  TransferCheck(VulkanDevice device, Results results, long largest) {
    this.device = device;
    this.results = results;
    this.largest = largest;
  }

  void run() {
    for (long bytes : new long[] {1 << 20, 64 << 20, 1L << 30}) {
      if (bytes <= largest) {
        pinned(bytes);
        arrays(device, "", bytes);
      }
    }
    for (int threads : new int[] {1, 2, 4, 8, 12}) {
      if (threads <= Runtime.getRuntime().availableProcessors()) {
        try (VulkanDevice staged = open("threads", threads)) {
          arrays(staged, "_staged_" + threads + "_threads", Math.min(largest, 256 << 20));
        }
      }
    }
    little(device, "");
    try (VulkanDevice staged = open("staged", 1)) {
      little(staged, "_staged");
    }
  }

  private VulkanDevice open(String label, int threads) {
    return VulkanDevice.open(
        DeviceSelector.byIndex(device.info().index()),
        DeviceOptions.defaults()
            .withLabel(label)
            .withCopyThreads(threads)
            .without(DeviceFeature.DIRECT_TRANSFERS));
  }

  private void pinned(long bytes) {
    int times = times(bytes);
    try (HostBuffer host = device.allocateHost("pinned", bytes);
        DeviceBuffer buffer = device.allocate("device", bytes)) {
      for (long done = 0; done < bytes; done += 1 << 20) {
        host.bytes(done, 1 << 20).put(new byte[1 << 20]);
      }
      bandwidth("upload_pinned", bytes, times, () -> buffer.upload(host, 0, 0, bytes));
      bandwidth("download_pinned", bytes, times, () -> buffer.download(0, host, 0, bytes));
      if (device.info().limits().timestampValidBits() > 0) {
        onDevice("upload_pinned_copy", bytes, times, b -> b.upload(host, 0, buffer, 0, bytes));
        onDevice("download_pinned_copy", bytes, times, b -> b.download(buffer, 0, host, 0, bytes));
        PreparedCall copy =
            device.prepare(
                VulkanProvider.kernel(OpKind.CONTIGUIZE),
                OpCall.contiguize(Operand.contiguous(DType.F32, Shape.of(bytes / 4))),
                IndexCheck.CHECKED);
        onDevice(
            "upload_pinned_shader",
            bytes,
            times,
            b -> DeviceAccess.dispatch(b, copy, host, buffer));
        onDevice(
            "download_pinned_shader",
            bytes,
            times,
            b -> DeviceAccess.dispatch(b, copy, buffer, host));
      }
    }
  }

  private void arrays(VulkanDevice on, String suffix, long bytes) {
    int times = Math.max(3, times(bytes) / 3);
    byte[] array = new byte[(int) bytes];
    try (DeviceBuffer buffer = on.allocate("device", bytes)) {
      stream("upload_array" + suffix, bytes, times, buffer, () -> buffer.upload(array));
      bandwidth(
          "download_array" + suffix,
          bytes,
          times,
          () -> buffer.download(0, array, 0, array.length));
      if (suffix.isEmpty()) {
        ByteBuffer direct = ByteBuffer.allocateDirect(array.length);
        stream("upload_direct_buffer", bytes, times, buffer, () -> buffer.upload(direct, 0));
        bandwidth("download_direct_buffer", bytes, times, () -> buffer.download(0, direct));
      }
    }
  }

  private void little(VulkanDevice on, String suffix) {
    for (int bytes = 4 << 10; bytes <= LITTLE; bytes *= 8) {
      byte[] array = new byte[bytes];
      int size = bytes;
      try (DeviceBuffer buffer = on.allocate("little", bytes)) {
        double up = seconds(200, () -> buffer.upload(array));
        double down = seconds(200, () -> buffer.download(0, array, 0, size));
        results.print("upload_latency_" + (bytes >> 10) + "_KiB" + suffix, up * 1e6, "us");
        results.print("download_latency_" + (bytes >> 10) + "_KiB" + suffix, down * 1e6, "us");
      }
    }
  }

  private static int times(long bytes) {
    return (int) Math.max(4, Math.min(40, (4L << 30) / bytes));
  }

  private void bandwidth(String name, long bytes, int times, Runnable transfer) {
    results.print(name, bytes, bytes / seconds(times, transfer) / 1e9, "GB/s");
  }

  /** Many uploads one after the other, and one wait for all, since none of them waits itself. */
  private void stream(String name, long bytes, int times, DeviceBuffer buffer, Runnable upload) {
    byte[] last = new byte[1];
    double seconds =
        seconds(
            3,
            () -> {
              for (int i = 0; i < times; i++) {
                upload.run();
              }
              buffer.download(bytes - 1, last, 0, 1);
            });
    results.print(name, bytes, times * bytes / seconds / 1e9, "GB/s");
  }

  private static double seconds(int times, Runnable transfer) {
    double[] seconds = new double[times];
    for (int i = -2; i < times; i++) {
      long start = System.nanoTime();
      transfer.run();
      seconds[Math.max(0, i)] = (System.nanoTime() - start) / 1e9;
    }
    return Results.median(seconds);
  }

  private interface Recording {
    void into(CommandBatch batch);
  }

  private void onDevice(String name, long bytes, int times, Recording recording) {
    double[] seconds = new double[times];
    try (CommandBatch batch = device.batch(name)) {
      for (int i = -2; i < times; i++) {
        batch.timestamp("start");
        recording.into(batch);
        batch.timestamp("end");
        try (Completion done = batch.submit()) {
          done.await();
          List<Timestamp> stamps = done.timestamps();
          seconds[Math.max(0, i)] = (stamps.get(1).nanos() - stamps.get(0).nanos()) / 1e9;
        }
      }
    }
    results.print(name, bytes, bytes / Results.median(seconds) / 1e9, "GB/s");
  }
}
