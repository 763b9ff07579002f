package dev.fkc.vulkan;

import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.type.DType;
import dev.fkc.type.Shape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A program whose threads are inside the library all the time, in all ways that there are, until
 * the process is ended. Prints {@code ready} when all have begun, and what goes wrong. With an
 * argument, ends itself with exit code 7 after as many milliseconds.
 */
final class BusyProcess {
  private static final int BYTES = 4 << 20;

  private interface Work {
    void run() throws Exception;
  }

  private BusyProcess() {}

  public static void main(String[] args) throws Exception {
    VulkanDevice device =
        VulkanDevice.open(DeviceSelector.preferred(), DeviceOptions.defaults().withLabel("busy"));
    List<Work> works = new ArrayList<>();
    works.add(() -> recordAndAwait(device));
    works.add(() -> recordForLong(device));
    works.add(() -> transfer(device));
    works.add(() -> prepareAnew(device));
    works.add(() -> fillPinned(device));
    works.add(() -> openAndClose());
    for (Work work : works) {
      start(work);
    }
    System.out.println("ready");
    if (args.length > 0) {
      Thread.sleep(Long.parseLong(args[0]));
      System.exit(7);
    }
  }

  private static void start(Work work) {
    new Thread(
            () -> {
              try {
                while (true) {
                  work.run();
                }
              } catch (Exception e) {
                if (!String.valueOf(e.getMessage()).contains("the process is ending")) {
                  e.printStackTrace();
                }
              }
            })
        .start();
  }

  private static PreparedCall prepare(VulkanDevice device, OpCall call) {
    return device.prepare(VulkanProvider.kernel(call.op()), call, IndexCheck.CHECKED);
  }

  private static PreparedCall select(VulkanDevice device, int rows) {
    Operand source = Operand.contiguous(DType.F32, Shape.of(rows, 64));
    Operand indices = Operand.contiguous(DType.U32, Shape.of(rows));
    return prepare(device, OpCall.indexSelect(source, 0, indices));
  }

  private static void recordAndAwait(VulkanDevice device) {
    PreparedCall call = select(device, 256);
    try (DeviceBuffer source = device.allocate("source", 256 * 256);
        DeviceBuffer indices = device.allocate("indices", new byte[1024]);
        DeviceBuffer out = device.allocate("out", 256 * 256)) {
      while (true) {
        try (CommandBatch batch = device.batch("short")) {
          for (int i = 0; i < 50; i++) {
            batch.dispatch(
                call, BufferSlice.of(source), BufferSlice.of(indices), BufferSlice.of(out));
          }
          if (device.info().limits().timestampValidBits() > 0) {
            batch.timestamp("done");
          }
          Completion completion = batch.submit();
          while (!completion.await(Duration.ofMillis(1))) {
            completion.isDone();
          }
        }
      }
    }
  }

  private static void recordForLong(VulkanDevice device) {
    PreparedCall call = select(device, 16);
    try (DeviceBuffer source = device.allocate("source", 16 * 256);
        DeviceBuffer indices = device.allocate("indices", new byte[64]);
        DeviceBuffer out = device.allocate("out", 16 * 256);
        CommandBatch batch = device.batch("long")) {
      for (int i = 0; i < 100_000; i++) {
        batch.dispatch(call, BufferSlice.of(source), BufferSlice.of(indices), BufferSlice.of(out));
      }
    }
  }

  private static void transfer(VulkanDevice device) {
    byte[] bytes = new byte[BYTES];
    try (DeviceBuffer buffer = device.allocate("transfers", BYTES)) {
      buffer.upload(bytes);
      buffer.download(0, bytes, 0, BYTES);
    }
  }

  private static void prepareAnew(VulkanDevice device) {
    SplittableRandom random = new SplittableRandom();
    int columns = random.nextInt(1, 4000);
    Operand matrix = Operand.contiguous(DType.U8, Shape.of(7, columns));
    PreparedCall call = prepare(device, OpCall.roll(matrix, 1, random.nextInt(columns)));
    try (DeviceBuffer in = device.allocate("in", 30_000);
        DeviceBuffer out = device.allocate("out", 30_000);
        CommandBatch batch = device.batch("starts")) {
      batch.dispatch(
          call, new BufferSlice(in, random.nextInt(16)), new BufferSlice(out, random.nextInt(16)));
      batch.submit().await();
    }
  }

  private static void fillPinned(VulkanDevice device) {
    HostBuffer host = device.allocateHost("pinned", BYTES);
    var bytes = host.bytes();
    for (int round = 0; ; round++) {
      for (int at = 0; at < BYTES; at += 8) {
        bytes.putLong(at, round);
      }
    }
  }

  private static void openAndClose() {
    VulkanDevices.list();
    DeviceOptions options = DeviceOptions.defaults().withLabel("brief");
    try (VulkanDevice device = VulkanDevice.open(DeviceSelector.preferred(), options);
        DeviceBuffer buffer = device.allocate("little", 16)) {
      buffer.upload(new byte[16]);
    }
  }
}
