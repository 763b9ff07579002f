package dev.fkc.contract;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parser of cost expressions. Nesting is limited by {@link #MAX_DEPTH} and the text by {@link
 * #MAX_LENGTH}, so that neither parsing nor evaluating can exhaust the stack.
 */
final class CostParser {
  static final int MAX_LENGTH = 4096;
  static final int MAX_DEPTH = 64;

  private final String text;
  private int at;
  private int depth;

  CostParser(String text) {
    this.text = text;
  }

  /** The whole text as one expression. */
  CostNode parseAll() {
    if (text.length() > MAX_LENGTH) {
      throw new ExpressionException(
          "expression of " + text.length() + " characters",
          0,
          text.length(),
          "at most " + MAX_LENGTH + " characters");
    }
    CostNode node = expression();
    skipBlanks();
    if (at < text.length()) {
      throw unexpected("an operator or the end");
    }
    return node;
  }

  private CostNode expression() {
    if (++depth > MAX_DEPTH) {
      throw new ExpressionException(
          "nesting deeper than " + MAX_DEPTH, at, at + 1, "at most " + MAX_DEPTH + " levels");
    }
    CostNode left = term();
    while (true) {
      CostOperator operator = accept('+') ? CostOperator.ADD : null;
      if (operator == null && accept('-')) {
        operator = CostOperator.SUBTRACT;
      }
      if (operator == null) {
        depth--;
        return left;
      }
      left = new CostNode.Binary(operator, left, term());
    }
  }

  private CostNode term() {
    CostNode left = factor();
    while (true) {
      CostOperator operator = termOperator();
      if (operator == null) {
        return left;
      }
      left = new CostNode.Binary(operator, left, factor());
    }
  }

  private @Nullable CostOperator termOperator() {
    if (accept('*')) {
      return CostOperator.MULTIPLY;
    }
    if (accept('/')) {
      return CostOperator.DIVIDE;
    }
    return accept('%') ? CostOperator.REMAINDER : null;
  }

  private CostNode factor() {
    int negations = 0;
    while (accept('-')) {
      negations++;
    }
    CostNode node = primary();
    return negations % 2 == 0 ? node : new CostNode.Negate(node);
  }

  private CostNode primary() {
    skipBlanks();
    if (accept('(')) {
      CostNode inner = expression();
      require(')', "')'");
      return inner;
    }
    char c = peek();
    if (isDigit(c) || c == '.') {
      return number();
    }
    if (isNameStart(c)) {
      return pathOrCall();
    }
    throw unexpected("a number, a name or '('");
  }

  private CostNode number() {
    int start = at;
    boolean fraction = false;
    skipDigits();
    if (peek() == '.') {
      fraction = true;
      at++;
      skipDigits();
    }
    if (peek() == 'e' || peek() == 'E') {
      fraction = true;
      at++;
      if (peek() == '+' || peek() == '-') {
        at++;
      }
      skipDigits();
    }
    String literal = text.substring(start, at);
    if (isNameStart(peek())) {
      at++;
      throw new ExpressionException(
          "'" + literal + text.charAt(at - 1) + "' is not a number", start, at, "a number");
    }
    try {
      return fraction
          ? new CostNode.Fraction(Double.parseDouble(literal))
          : new CostNode.Whole(Long.parseLong(literal));
    } catch (NumberFormatException e) {
      throw new ExpressionException(
          "'" + literal + "' is not a number", start, at, "a number below 2^63");
    }
  }

  private CostNode pathOrCall() {
    int start = at;
    name();
    while (peek() == '.') {
      at++;
      if (!isNameStart(peek())) {
        throw unexpected("a name after '.'");
      }
      name();
    }
    int end = at;
    String path = text.substring(start, end);
    if (accept('(')) {
      return call(path, start);
    }
    if (!accept('[')) {
      return new CostNode.Symbol(new CostSymbol(path, null), start, end);
    }
    String index = index();
    require(']', "']'");
    return new CostNode.Symbol(new CostSymbol(path, index), start, end);
  }

  private String index() {
    skipBlanks();
    int start = at;
    if (peek() == '-') {
      at++;
    }
    if (isNameStart(peek()) && at == start) {
      name();
    } else if (isDigit(peek())) {
      skipDigits();
    } else {
      throw unexpected("a dim number or name");
    }
    return text.substring(start, at);
  }

  private CostNode call(String function, int start) {
    List<CostNode> arguments = new ArrayList<>();
    if (!accept(')')) {
      do {
        arguments.add(expression());
      } while (accept(','));
      require(')', "',' or ')'");
    }
    CostOperator operator =
        switch (function) {
          case "min" -> CostOperator.MIN;
          case "max" -> CostOperator.MAX;
          case "ceil_div", "div_ceil" -> CostOperator.DIVIDE_UP;
          default -> null;
        };
    if (operator == null) {
      String written = text.substring(start, at).replace(" ", "");
      return new CostNode.Symbol(new CostSymbol(written, null), start, at);
    }
    if (arguments.size() < 2 || operator == CostOperator.DIVIDE_UP && arguments.size() > 2) {
      throw new ExpressionException(
          function + " with " + arguments.size() + " arguments", start, at, "two arguments");
    }
    CostNode node = arguments.get(0);
    for (CostNode argument : arguments.subList(1, arguments.size())) {
      node = new CostNode.Binary(operator, node, argument);
    }
    return node;
  }

  private void name() {
    while (isNamePart(peek())) {
      at++;
    }
  }

  private void skipDigits() {
    while (isDigit(peek())) {
      at++;
    }
  }

  private boolean accept(char c) {
    skipBlanks();
    if (peek() == c) {
      at++;
      return true;
    }
    return false;
  }

  private void require(char c, String expected) {
    if (!accept(c)) {
      throw unexpected(expected);
    }
  }

  private ExpressionException unexpected(String expected) {
    if (at >= text.length()) {
      return new ExpressionException("the expression ends too early", at, at, expected);
    }
    int end = at + Character.charCount(text.codePointAt(at));
    return new ExpressionException(
        "unexpected '" + text.substring(at, end) + "'", at, end, expected);
  }

  private void skipBlanks() {
    while (at < text.length() && (peek() == ' ' || peek() == '\t' || peek() == '\n')) {
      at++;
    }
  }

  private char peek() {
    return at < text.length() ? text.charAt(at) : '\0';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isNameStart(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
  }

  private static boolean isNamePart(char c) {
    return isNameStart(c) || isDigit(c);
  }
}
