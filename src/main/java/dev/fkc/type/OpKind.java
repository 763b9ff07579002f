package dev.fkc.type;

import java.util.List;
import java.util.Objects;

/**
 * The name of an operation. An open set: contracts may name any op; those that this project has
 * kernels for are constants here.
 *
 * @param name the contract's word, case-sensitive, such as {@code IndexSelect}
 */
public record OpKind(String name) implements Comparable<OpKind> {
  public static final OpKind TRIU = new OpKind("Triu");
  public static final OpKind TRIL = new OpKind("Tril");
  public static final OpKind FLIP = new OpKind("Flip");
  public static final OpKind ROLL = new OpKind("Roll");
  public static final OpKind INDEX_SELECT = new OpKind("IndexSelect");
  public static final OpKind GATHER = new OpKind("Gather");
  public static final OpKind MASKED_FILL = new OpKind("MaskedFill");
  public static final OpKind CONTIGUIZE = new OpKind("Contiguize");

  private static final List<OpKind> KNOWN =
      List.of(TRIU, TRIL, FLIP, ROLL, INDEX_SELECT, GATHER, MASKED_FILL, CONTIGUIZE);

  public OpKind {
    Objects.requireNonNull(name, "name");
  }

  /** The ops that this project has kernels for. */
  public static List<OpKind> known() {
    return KNOWN;
  }

  @Override
  public int compareTo(OpKind other) {
    return name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return name;
  }
}
