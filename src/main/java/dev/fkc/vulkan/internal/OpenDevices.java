package dev.fkc.vulkan.internal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The devices that are open in this process. When the process exits with one open, a shutdown hook
 * says where it was opened and closes it: some drivers crash in their own exit handlers if a device
 * outlives them.
 */
final class OpenDevices {
  private static final Map<DeviceContext, CreationSite> OPEN = new LinkedHashMap<>();
  private static boolean hooked;

  private OpenDevices() {}

  static synchronized void add(DeviceContext context) {
    OPEN.put(context, CreationSite.here());
    if (!hooked) {
      Runtime.getRuntime().addShutdownHook(new Thread(OpenDevices::closeAll, "fkc-close-devices"));
      hooked = true;
    }
  }

  static synchronized void remove(DeviceContext context) {
    OPEN.remove(context);
  }

  private static synchronized Map<DeviceContext, CreationSite> takeAll() {
    Map<DeviceContext, CreationSite> left = new LinkedHashMap<>(OPEN);
    OPEN.clear();
    return left;
  }

  /** Reports to standard error itself, since loggers may be gone by now. */
  private static void closeAll() {
    Map<DeviceContext, CreationSite> left = takeAll();
    if (left.isEmpty()) {
      return;
    }
    PrintStream err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    left.forEach(
        (context, site) -> {
          err.println(
              "warning: device '"
                  + context.options().label()
                  + "' was still open at exit, opened "
                  + site);
          context.openHandles().forEach(handle -> err.println("  open on it: " + handle));
          context.close();
        });
  }
}
