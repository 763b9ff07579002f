package dev.fkc.contract;

import java.util.ArrayList;
import java.util.List;

/**
 * A cost expression: parsed once into an immutable tree, then evaluated as often as needed without
 * allocation (format §9). Thread-safe.
 *
 * <p>{@code expr := term (('+'|'-') term)*; term := factor (('*'|'/'|'%') factor)*; factor :=
 * number | path | call | '(' expr ')' | '-' factor}. Whole numbers stay whole and divide towards
 * zero; an operation with a fraction in it is done in floating point, and the result is rounded at
 * the end. A value beyond the range of a long becomes {@link Long#MAX_VALUE} (or its negative) and
 * stays there through whatever follows.
 */
public final class CostExpression {
  /** A value that is not known. It makes whatever it enters unknown. */
  public static final long UNKNOWN = Long.MIN_VALUE;

  private final String text;
  private final CostNode root;
  private final List<CostNode.Symbol> mentions;
  private final List<CostSymbol> symbols;

  private CostExpression(String text, CostNode root) {
    this.text = text;
    this.root = root;
    List<CostNode.Symbol> found = new ArrayList<>();
    root.collect(found);
    this.mentions = List.copyOf(found);
    this.symbols = mentions.stream().map(CostNode.Symbol::symbol).toList();
  }

  /**
   * Parses an expression.
   *
   * @throws ExpressionException if the text is not one
   */
  public static CostExpression parse(String text) {
    return new CostExpression(text, new CostParser(text).parseAll());
  }

  /** The text as the author wrote it. */
  public String text() {
    return text;
  }

  /** Every mention of a symbol, from left to right. */
  public List<CostSymbol> symbols() {
    return symbols;
  }

  /** The same with their places in the text. */
  List<CostNode.Symbol> mentions() {
    return mentions;
  }

  /** Whether the expression mentions no symbol. */
  public boolean isConstant() {
    return symbols.isEmpty();
  }

  /**
   * The value for these symbols, or {@link #UNKNOWN} when one of them is.
   *
   * @throws CostArithmeticException on a division by zero
   */
  public long evaluate(CostSymbols values) {
    return root.whole(values);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CostExpression that && that.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
