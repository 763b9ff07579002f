package dev.fkc.cli;

import picocli.CommandLine.IVersionProvider;

/** The version in the jar's manifest. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"fkc " + text()};
  }

  static String text() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "(built from source)" : version;
  }
}
