package dev.fkc.vulkan;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * How to open a device; immutable, each {@code with} returns a changed copy. The one place for the
 * defaults of this package.
 */
public final class DeviceOptions {
  /** Size of a staging chunk; several are in flight at once. Large enough to hide a submission. */
  public static final int DEFAULT_STAGING_CHUNK_BYTES = 16 << 20;

  /** Threads that copy at once, unless told otherwise; more find the memory busy. */
  public static final int MOST_COPY_THREADS = 8;

  /** Bytes of closed tensors and temporaries that are kept at most, unless told otherwise. */
  public static final long MOST_KEPT_BYTES = 4L << 30;

  private final String label;
  private final boolean validation;
  private final Set<DeviceFeature> without;
  private final int stagingChunkBytes;
  private final int copyThreads;
  private final long keptBytes;
  private final Consumer<String> leakListener;

  private DeviceOptions(
      String label,
      boolean validation,
      Set<DeviceFeature> without,
      int stagingChunkBytes,
      int copyThreads,
      long keptBytes,
      Consumer<String> leakListener) {
    this.label = label;
    this.validation = validation;
    this.without = without;
    this.stagingChunkBytes = stagingChunkBytes;
    this.copyThreads = copyThreads;
    this.keptBytes = keptBytes;
    this.leakListener = leakListener;
  }

  /**
   * Label {@code device}; validation on under {@code -Dfkc.validation=true}, and with checks of
   * synchronization (which sees whole bound ranges, not the bytes that a kernel touches, and so
   * reports more than is wrong) under {@code sync}; every feature that the device has; leaks logged
   * as warnings to the system logger {@code dev.fkc.vulkan}.
   */
  public static DeviceOptions defaults() {
    return new DeviceOptions(
        "device",
        System.getProperty("fkc.validation", "false").matches("true|sync"),
        EnumSet.noneOf(DeviceFeature.class),
        DEFAULT_STAGING_CHUNK_BYTES,
        defaultCopyThreads(),
        -1,
        leak -> System.getLogger("dev.fkc.vulkan").log(System.Logger.Level.WARNING, leak));
  }

  /** With a label for errors and debuggers. */
  public DeviceOptions withLabel(String newLabel) {
    return new DeviceOptions(
        newLabel, validation, without, stagingChunkBytes, copyThreads, keptBytes, leakListener);
  }

  /** With or without the Khronos validation layer; asked for and not installed is an error. */
  public DeviceOptions withValidation(boolean on) {
    return new DeviceOptions(
        label, on, without, stagingChunkBytes, copyThreads, keptBytes, leakListener);
  }

  /** As if the device did not have these features. */
  public DeviceOptions without(DeviceFeature... features) {
    EnumSet<DeviceFeature> left = EnumSet.noneOf(DeviceFeature.class);
    left.addAll(without);
    left.addAll(Arrays.asList(features));
    return new DeviceOptions(
        label, validation, left, stagingChunkBytes, copyThreads, keptBytes, leakListener);
  }

  /**
   * With another size of the staging chunks that uploads and downloads go through.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public DeviceOptions withStagingChunkBytes(int bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("a staging chunk of " + bytes + " bytes");
    }
    return new DeviceOptions(
        label, validation, without, bytes, copyThreads, keptBytes, leakListener);
  }

  /**
   * With another number of threads that copy large arrays into and out of staging memory at once,
   * the calling one included. They start when they are needed and end soon after. The default is
   * half the processors, and no more than {@value #MOST_COPY_THREADS}.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public DeviceOptions withCopyThreads(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("copies by " + threads + " threads");
    }
    return new DeviceOptions(
        label, validation, without, stagingChunkBytes, threads, keptBytes, leakListener);
  }

  private static int defaultCopyThreads() {
    return Math.max(1, Math.min(MOST_COPY_THREADS, Runtime.getRuntime().availableProcessors() / 2));
  }

  /**
   * With another limit to the memory of closed tensors and temporaries that a {@link
   * VulkanExecutor} keeps for the next ones; 0 keeps none. The default is a sixteenth of the
   * device's memory, and no more than {@value #MOST_KEPT_BYTES} bytes. When memory runs out, what
   * is kept is given back first.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public DeviceOptions withKeptBytes(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("to keep " + bytes + " bytes");
    }
    return new DeviceOptions(
        label, validation, without, stagingChunkBytes, copyThreads, bytes, leakListener);
  }

  /**
   * With someone else to tell, at close, about each handle that was left open. What is open when
   * the process ends is reported on standard error instead.
   */
  public DeviceOptions withLeakListener(Consumer<String> listener) {
    return new DeviceOptions(
        label, validation, without, stagingChunkBytes, copyThreads, keptBytes, listener);
  }

  /** Label of the device in errors and debuggers. */
  public String label() {
    return label;
  }

  /** Whether the validation layer is on. */
  public boolean validation() {
    return validation;
  }

  /** Whether a feature is left out even where the device has it. */
  public boolean isWithout(DeviceFeature feature) {
    return without.contains(feature);
  }

  /** Size of a staging chunk in bytes. */
  public int stagingChunkBytes() {
    return stagingChunkBytes;
  }

  /** How many threads copy at once. */
  public int copyThreads() {
    return copyThreads;
  }

  /** How many bytes of closed tensors and temporaries are kept on a device. */
  public long keptBytes(DeviceInfo device) {
    return keptBytes >= 0 ? keptBytes : Math.min(MOST_KEPT_BYTES, device.deviceLocalBytes() / 16);
  }

  /** Told, at close, about each handle that was left open. */
  public Consumer<String> leakListener() {
    return leakListener;
  }
}
