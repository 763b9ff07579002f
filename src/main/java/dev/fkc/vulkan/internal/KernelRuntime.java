package dev.fkc.vulkan.internal;

import dev.fkc.op.OpCall;
import dev.fkc.vulkan.DeviceFeature;
import dev.fkc.vulkan.DeviceInfo;
import dev.fkc.vulkan.DeviceLimits;
import dev.fkc.vulkan.DeviceType;
import dev.fkc.vulkan.OutOfDeviceMemoryException;
import java.lang.module.ModuleDescriptor;

/**
 * What an open device runs kernels with: the encoder, and the pipelines made so far. Thread-safe.
 */
public final class KernelRuntime implements AutoCloseable {
  private final String deviceName;
  private final LogicalDevice device;

  /** Output bytes below which the time of a dispatch is that of starting it. */
  private static final long SMALL_BYTES = 1 << 20;

  /** The second-level caches of graphics cards of the last years hold 4 to 50 MiB or more. */
  private static final long CACHE_BYTES = 4 << 20;

  private final DispatchEncoder encoder;
  private final PipelineCache cache;
  private final Pipelines pipelines;
  private final long startMask;

  KernelRuntime(LogicalDevice device, PipelineLayouts layouts) {
    this(device, layouts, limits(device));
  }

  /** For a device that is taken to have other limits than its own. */
  public KernelRuntime(LogicalDevice device, PipelineLayouts layouts, EncodingLimits encoding) {
    this.deviceName = device.info().name();
    this.device = device;
    this.encoder = new DispatchEncoder(encoding);
    this.startMask = encoding.offsetAlignment() - 1;
    this.cache = new PipelineCache(device, identity(device.info()));
    this.pipelines = new Pipelines(device, layouts, cache);
  }

  /** The limits of a device. */
  public static EncodingLimits limits(LogicalDevice device) {
    DeviceLimits limits = device.info().limits();
    return new EncodingLimits(
        limits.maxStorageBufferRange(),
        limits.minStorageBufferOffsetAlignment(),
        limits.maxWorkGroupCountX(),
        limits.maxSharedMemorySize(),
        device.has(DeviceFeature.BUFFER_ADDRESSES),
        device.info().type() == DeviceType.DISCRETE ? SMALL_BYTES : 0,
        CACHE_BYTES,
        device.info().type() == DeviceType.CPU);
  }

  /** Names library, driver and device, the same in every process: pipelines are good for these. */
  static String identity(DeviceInfo info) {
    return String.join(
        "\n",
        "library " + version(),
        "driver " + info.driverId() + " " + info.driverName() + " " + info.driverInfo(),
        "driver version " + Integer.toHexString(info.driverVersion()),
        "Vulkan " + info.apiVersion(),
        "device " + info.name(),
        "vendor " + Integer.toHexString(info.vendorId()),
        "model " + Integer.toHexString(info.deviceId()),
        "uuid " + info.uuid());
  }

  private static String version() {
    ModuleDescriptor module = KernelRuntime.class.getModule().getDescriptor();
    String packaged = KernelRuntime.class.getPackage().getImplementationVersion();
    return module != null ? module.toNameAndVersion() : packaged != null ? packaged : "unpackaged";
  }

  /**
   * Encodes a call for operands whose starts have the remainders of the given ones.
   *
   * @param starts byte in its buffer at which each operand begins, inputs in order, then the output
   * @throws OutOfDeviceMemoryException if the device cannot address all that the call reads
   */
  EncodedCall encode(OpCall call, long[] starts, boolean checked) {
    device.enter();
    try {
      return EncodedCall.of(call, starts, checked, encoder, pipelines);
    } catch (OversizeException e) {
      throw new OutOfDeviceMemoryException(
          "input of " + call.op(),
          deviceName,
          "maxStorageBufferRange, in the absence of buffer addresses,",
          e.bytes(),
          e.limit());
    } finally {
      device.gate().leave();
    }
  }

  /** Throws unless the kernels were made on a device. */
  void requireDevice(LogicalDevice other) {
    if (device != other) {
      throw new IllegalArgumentException(
          "the call was prepared on device '"
              + device.label()
              + "' and is recorded on device '"
              + other.label()
              + "'");
    }
  }

  /** The bits of an operand's start that an encoding depends on. */
  long startMask() {
    return startMask;
  }

  @Override
  public void close() {
    pipelines.close();
    cache.close();
  }
}
