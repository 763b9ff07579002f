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

  private final String label;
  private final boolean validation;
  private final Set<DeviceFeature> without;
  private final int stagingChunkBytes;
  private final int copyThreads;
  private final Consumer<String> leakListener;

  private DeviceOptions(
      String label,
      boolean validation,
      Set<DeviceFeature> without,
      int stagingChunkBytes,
      int copyThreads,
      Consumer<String> leakListener) {
    this.label = label;
    this.validation = validation;
    this.without = without;
    this.stagingChunkBytes = stagingChunkBytes;
    this.copyThreads = copyThreads;
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
        leak -> System.getLogger("dev.fkc.vulkan").log(System.Logger.Level.WARNING, leak));
  }

  /** With a label for errors and debuggers. */
  public DeviceOptions withLabel(String newLabel) {
    return new DeviceOptions(
        newLabel, validation, without, stagingChunkBytes, copyThreads, leakListener);
  }

  /** With or without the Khronos validation layer; asked for and not installed is an error. */
  public DeviceOptions withValidation(boolean on) {
    return new DeviceOptions(label, on, without, stagingChunkBytes, copyThreads, leakListener);
  }

  /** As if the device did not have these features. */
  public DeviceOptions without(DeviceFeature... features) {
    EnumSet<DeviceFeature> left = EnumSet.noneOf(DeviceFeature.class);
    left.addAll(without);
    left.addAll(Arrays.asList(features));
    return new DeviceOptions(label, validation, left, stagingChunkBytes, copyThreads, leakListener);
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
    return new DeviceOptions(label, validation, without, bytes, copyThreads, leakListener);
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
    return new DeviceOptions(label, validation, without, stagingChunkBytes, threads, leakListener);
  }

  private static int defaultCopyThreads() {
    return Math.max(1, Math.min(MOST_COPY_THREADS, Runtime.getRuntime().availableProcessors() / 2));
  }

  /** With someone else to tell, at close, about each handle that was left open. */
  public DeviceOptions withLeakListener(Consumer<String> listener) {
    return new DeviceOptions(label, validation, without, stagingChunkBytes, copyThreads, listener);
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

  /** Told, at close, about each handle that was left open. */
  public Consumer<String> leakListener() {
    return leakListener;
  }
}
