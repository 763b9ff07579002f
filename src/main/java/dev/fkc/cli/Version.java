package dev.fkc.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IVersionProvider;

/** The version in the jar's manifest. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = text();
    return new String[] {version == null ? "fkc, built from source" : "fkc " + version};
  }

  /** The version; null when the classes do not come from a jar. */
  static @Nullable String text() {
    return Version.class.getPackage().getImplementationVersion();
  }
}
