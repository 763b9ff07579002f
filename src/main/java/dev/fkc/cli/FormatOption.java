package dev.fkc.cli;

import picocli.CommandLine.Option;

/** {@code --format}. */
final class FormatOption {
  enum Format {
    text,
    json
  }

  @Option(names = "--format", paramLabel = "FORMAT", description = "text (default) or json.")
  Format format = Format.text;

  boolean isJson() {
    return format == Format.json;
  }
}
