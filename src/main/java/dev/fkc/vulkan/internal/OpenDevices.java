package dev.fkc.vulkan.internal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The devices that are open in this process. When the process ends with one open, a shutdown hook
 * closes it: some drivers crash in their own exit handlers if a device outlives them. Threads of
 * the program run on meanwhile, so the hook waits for their calls to come back, those that open and
 * close devices included, and lets no new ones in.
 *
 * <p>The hook says where devices and handles were made that are still open, unless a signal ended
 * the process: nobody can be blamed for what was open then.
 */
final class OpenDevices {
  private static final long PATIENCE_MILLIS = 10_000;

  private static final Map<DeviceContext, CreationSite> OPEN = new LinkedHashMap<>();
  private static int visitors;
  private static boolean hooked;
  private static volatile boolean ending;

  private OpenDevices() {}

  /**
   * Begins to make or to look at Vulkan objects outside of an open device; {@link #leave} ends it.
   *
   * @throws IllegalStateException if the process is ending
   */
  static synchronized void enter() {
    try {
      if (!hooked) {
        Runtime.getRuntime()
            .addShutdownHook(new Thread(OpenDevices::closeAll, "fkc-close-devices"));
        hooked = true;
      }
    } catch (IllegalStateException e) {
      ending = true;
    }
    if (ending) {
      throw new IllegalStateException("the process is ending: no device can be opened");
    }
    visitors++;
  }

  /** Ends what {@link #enter} began, with the device that came of it. */
  static synchronized void leave(@Nullable DeviceContext opened) {
    if (opened != null) {
      OPEN.put(opened, CreationSite.here());
    }
    visitors--;
    OpenDevices.class.notifyAll();
  }

  /** A device is gone. */
  static synchronized void remove(DeviceContext context) {
    OPEN.remove(context);
  }

  /** Whether the process is on its way out. */
  static boolean isEnding() {
    return ending;
  }

  /** Every device, once nobody is opening one; after some time also before. */
  private static synchronized Map<DeviceContext, CreationSite> end() throws InterruptedException {
    ending = true;
    long deadline = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
    for (long left = PATIENCE_MILLIS; visitors > 0 && left > 0; ) {
      OpenDevices.class.wait(left);
      left = (deadline - System.nanoTime()) / 1_000_000;
    }
    return new LinkedHashMap<>(OPEN);
  }

  /** Reports to standard error itself, since loggers may be gone by now. */
  private static void closeAll() {
    PrintStream err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    boolean tells = !endedBySignal();
    try {
      end().forEach((context, site) -> close(context, site, tells, err));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void close(
      DeviceContext context, CreationSite site, boolean tells, PrintStream err) {
    String device = "device '" + context.options().label() + "'";
    if (tells && !context.isClosed()) {
      err.println("warning: " + device + " was still open at exit, opened " + site);
      context.handles().describe().forEach(handle -> err.println("  open on it: " + handle));
    }
    try {
      if (!context.closeAtExit()) {
        err.println("warning: " + context.stuck());
      }
    } catch (RuntimeException e) {
      err.println("warning: " + device + " could not be closed at exit: " + e);
    }
  }

  /** The JVM ends the process in a thread that it names after the signal. */
  private static boolean endedBySignal() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().matches("SIG[A-Z0-9]+ handler"));
  }
}
