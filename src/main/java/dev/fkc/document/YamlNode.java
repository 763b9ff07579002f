package dev.fkc.document;

import dev.fkc.source.SourceSpan;

/** A value of a block, with its place. Immutable. */
public sealed interface YamlNode permits YamlMap, YamlList, YamlScalar {
  /** Where the value stands. */
  SourceSpan span();

  /** {@code a mapping}, {@code a list}, {@code a number} and so on, for messages. */
  String describe();
}
