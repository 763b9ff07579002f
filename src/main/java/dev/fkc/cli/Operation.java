package dev.fkc.cli;

import dev.fkc.type.OpKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The ops by the names that the command line uses, and the options that each takes. */
enum Operation {
  TRIU(OpKind.TRIU, Set.of(), Set.of("--diagonal")),
  TRIL(OpKind.TRIL, Set.of(), Set.of("--diagonal")),
  FLIP(OpKind.FLIP, Set.of("--axis"), Set.of()),
  ROLL(OpKind.ROLL, Set.of("--axis", "--shift"), Set.of()),
  INDEX_SELECT(OpKind.INDEX_SELECT, Set.of("--axis", "--index"), Set.of()),
  GATHER(OpKind.GATHER, Set.of("--axis", "--index"), Set.of()),
  MASKED_FILL(OpKind.MASKED_FILL, Set.of("--mask", "--fill"), Set.of()),
  CONTIGUIZE(OpKind.CONTIGUIZE, Set.of(), Set.of());

  /** Every option that belongs to some op. */
  static final List<String> OPTIONS =
      List.of("--axis", "--shift", "--diagonal", "--index", "--mask", "--fill");

  private final OpKind kind;
  private final Set<String> required;
  private final Set<String> optional;

  Operation(OpKind kind, Set<String> required, Set<String> optional) {
    this.kind = kind;
    this.required = required;
    this.optional = optional;
  }

  OpKind kind() {
    return kind;
  }

  /** {@code index_select}. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean requires(String option) {
    return required.contains(option);
  }

  boolean takes(String option) {
    return required.contains(option) || optional.contains(option);
  }

  /** By {@code index_select}, {@code index-select} or {@code IndexSelect}. */
  static Optional<Operation> parse(String text) {
    String plain = plain(text);
    return Arrays.stream(values()).filter(op -> plain(op.name()).equals(plain)).findFirst();
  }

  private static String plain(String text) {
    return text.replace("_", "").replace("-", "").toLowerCase(Locale.ROOT);
  }

  static String words() {
    return Arrays.stream(values()).map(Operation::word).collect(Collectors.joining(", "));
  }
}
