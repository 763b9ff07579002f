package dev.fkc.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.function.Supplier;

/**
 * Where the Vulkan binding's own advice goes, many lines when a library is missing: nowhere, since
 * the error of the command says it in two. Public and named by a system property, because the
 * binding makes it by its name.
 */
public final class BindingNotices implements Supplier<PrintStream> {
  private static final String PROPERTY = "org.lwjgl.util.DebugStream";

  @Override
  public PrintStream get() {
    return new PrintStream(OutputStream.nullOutputStream());
  }

  /** Takes effect when the binding is not loaded yet; who has chosen a stream keeps it. */
  static void silence() {
    if (System.getProperty(PROPERTY) == null) {
      System.setProperty(PROPERTY, BindingNotices.class.getName());
    }
  }
}
