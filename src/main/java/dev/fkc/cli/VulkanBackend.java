package dev.fkc.cli;

import dev.fkc.FuelKernels;
import dev.fkc.op.OpCall;
import dev.fkc.plan.Calibration;
import dev.fkc.plan.CostRates;
import dev.fkc.plan.DispatchPlan;
import dev.fkc.plan.Planner;
import dev.fkc.reference.ByteStore;
import dev.fkc.registry.BindingKey;
import dev.fkc.registry.KernelRegistry;
import dev.fkc.registry.PrecisionFloor;
import dev.fkc.type.BackendId;
import dev.fkc.vulkan.BufferSlice;
import dev.fkc.vulkan.DeviceBuffer;
import dev.fkc.vulkan.DeviceInfo;
import dev.fkc.vulkan.DeviceOptions;
import dev.fkc.vulkan.DeviceSelector;
import dev.fkc.vulkan.Tensor;
import dev.fkc.vulkan.VulkanExecutor;
import dev.fkc.vulkan.VulkanUnavailableException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A Vulkan device. */
final class VulkanBackend implements Backend {
  private final FuelKernels kernels;
  private final VulkanExecutor executor;
  private final Planner planner;
  private final @Nullable Calibration calibration;

  private VulkanBackend(FuelKernels kernels, @Nullable Calibration calibration) {
    this.kernels = kernels;
    this.calibration = calibration;
    this.planner =
        new Planner(
            FuelKernels.registry(),
            BackendId.VULKAN,
            PrecisionFloor.ANY,
            calibration == null ? CostRates.TYPICAL : calibration);
    this.executor = new VulkanExecutor(kernels.device(), planner);
  }

  /**
   * Opens a device.
   *
   * @param device which one
   * @throws Failure if there is none, saying what to install or to do instead
   */
  static VulkanBackend open(DeviceSelector device) {
    return open(device, null);
  }

  /**
   * Opens a device.
   *
   * @param device which one
   * @param calibration of that device, by which calls are planned; null for typical rates
   * @throws Failure if there is none, saying what to install or to do instead; if the calibration
   *     is of another device
   */
  static VulkanBackend open(DeviceSelector device, @Nullable Calibration calibration) {
    try {
      FuelKernels kernels = FuelKernels.open(device, DeviceOptions.defaults());
      if (calibration != null) {
        try {
          JudgeCommand.requireDevice(calibration, kernels.device().info());
        } catch (Failure e) {
          kernels.close();
          throw e;
        }
      }
      return new VulkanBackend(kernels, calibration);
    } catch (VulkanUnavailableException e) {
      throw new Failure(e.getMessage() + "\nfkc run --backend cpu needs no device", e);
    }
  }

  @Override
  public String name() {
    return info().name();
  }

  /** What the device says about itself. */
  DeviceInfo info() {
    return kernels.device().info();
  }

  @Override
  public List<String> plan(OpCall call) {
    requireBinding(call);
    DispatchPlan plan = planner.plan(call);
    List<String> lines = new ArrayList<>(plan.describe().lines().toList());
    if (calibration != null) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  %-9s %.2f us by the %s",
              "takes",
              planner.nanos(plan) / 1e3,
              calibration));
    }
    return lines;
  }

  /** Says in two lines what the registry says in many. */
  private static void requireBinding(OpCall call) {
    KernelRegistry registry = FuelKernels.registry();
    if (registry.find(call.op(), call.dtypes(), BackendId.VULKAN).isEmpty()) {
      String there =
          registry.keys().stream()
              .filter(key -> key.op().equals(call.op()) && key.backend().equals(BackendId.VULKAN))
              .map(key -> key.dtypes().get(0).token())
              .collect(Collectors.joining(" "));
      throw new Failure(
          "no kernel is registered under "
              + BindingKey.of(call.op(), call.dtypes(), BackendId.VULKAN)
              + "; on Vulkan, "
              + call.op()
              + " has "
              + there
              + "\n--backend cpu takes every dtype");
    }
  }

  @Override
  public ByteStore execute(OpCall call, List<ByteStore> inputs) {
    requireBinding(call);
    List<DeviceBuffer> buffers = new ArrayList<>();
    try {
      for (int k = 0; k < inputs.size(); k++) {
        buffers.add(upload(call.op() + " input " + k, inputs.get(k)));
      }
      BufferSlice[] slices = buffers.stream().map(BufferSlice::of).toArray(BufferSlice[]::new);
      try (Tensor output = executor.run(call, slices)) {
        return download(output.buffer());
      }
    } finally {
      buffers.forEach(DeviceBuffer::close);
    }
  }

  private DeviceBuffer upload(String label, ByteStore bytes) {
    DeviceBuffer buffer = kernels.device().allocate(label, bytes.size());
    try {
      for (long at = 0; at < bytes.size(); ) {
        ByteBuffer window = bytes.window(at);
        int length = window.remaining();
        buffer.upload(window, at);
        at += length;
      }
      return buffer;
    } catch (RuntimeException e) {
      buffer.close();
      throw e;
    }
  }

  private static ByteStore download(DeviceBuffer buffer) {
    ByteStore bytes = ByteStore.allocate(buffer.sizeBytes());
    for (long at = 0; at < bytes.size(); ) {
      ByteBuffer window = bytes.window(at);
      int length = window.remaining();
      buffer.download(at, window);
      at += length;
    }
    return bytes;
  }

  @Override
  public void close() {
    kernels.close();
  }
}
