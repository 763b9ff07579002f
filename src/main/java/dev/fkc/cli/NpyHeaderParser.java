package dev.fkc.cli;

import dev.fkc.type.Shape;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the text of a NumPy header: a Python dict literal with the keys {@code descr}, {@code
 * fortran_order} and {@code shape}, each once, in any order.
 */
final class NpyHeaderParser {
  private static final int MAX_DIMS = 64;

  private final String text;
  private int at;

  private NpyHeaderParser(String text) {
    this.text = text;
  }

  /**
   * Reads a header.
   *
   * @throws Failure saying what is wrong and where in the header
   */
  static NpyHeader parse(String text) {
    return new NpyHeaderParser(text).header();
  }

  private NpyHeader header() {
    String descr = null;
    Boolean fortran = null;
    Shape shape = null;
    expect('{');
    while (!next('}')) {
      String key = string();
      expect(':');
      switch (key) {
        case "descr" -> descr = once(key, descr, descr());
        case "fortran_order" -> fortran = once(key, fortran, bool());
        case "shape" -> shape = once(key, shape, shape());
        default -> throw bad("the key " + Quoted.text(key) + " is unknown");
      }
      if (!next(',')) {
        expect('}');
        break;
      }
    }
    blanks();
    if (at < text.length()) {
      throw bad("text after the closing brace");
    }
    return new NpyHeader(
        NpyType.parse(present("descr", descr)),
        present("fortran_order", fortran),
        present("shape", shape));
  }

  private <T> T once(String key, @Nullable T before, T value) {
    if (before != null) {
      throw bad("the key '" + key + "' stands there twice");
    }
    return value;
  }

  private <T> T present(String key, @Nullable T value) {
    if (value == null) {
      throw bad("the key '" + key + "' is missing");
    }
    return value;
  }

  private String descr() {
    blanks();
    if (at < text.length() && text.charAt(at) == '[') {
      throw new Failure("its elements are records; arrays of one plain type are needed");
    }
    return string();
  }

  private boolean bool() {
    blanks();
    for (boolean value : new boolean[] {true, false}) {
      String word = value ? "True" : "False";
      if (text.startsWith(word, at)) {
        at += word.length();
        return value;
      }
    }
    throw bad("True or False is expected");
  }

  private Shape shape() {
    List<Long> dims = new ArrayList<>();
    expect('(');
    while (!next(')')) {
      dims.add(extent());
      if (dims.size() > MAX_DIMS) {
        throw bad("the shape has more than " + MAX_DIMS + " extents");
      }
      if (!next(',')) {
        expect(')');
        if (dims.size() == 1) {
          throw bad("a shape of one extent is written (n,)");
        }
        break;
      }
    }
    try {
      return Shape.of(dims.stream().mapToLong(Long::longValue).toArray());
    } catch (IllegalArgumentException e) {
      throw new Failure(String.valueOf(e.getMessage()), e);
    }
  }

  private long extent() {
    blanks();
    int start = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    String digits = text.substring(start, at);
    if (digits.isEmpty()) {
      throw bad("an extent of the shape, a number from 0, is expected");
    }
    if (at < text.length() && text.charAt(at) == 'L') {
      at++;
    }
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw new Failure(
          "the shape has the extent " + Quoted.cut(digits) + ", more than 2^63 - 1", e);
    }
  }

  private String string() {
    blanks();
    char quote = at < text.length() ? text.charAt(at) : ' ';
    int end = quote == '\'' || quote == '"' ? text.indexOf(quote, at + 1) : -1;
    if (end < 0) {
      throw bad("a quoted string is expected");
    }
    String value = text.substring(at + 1, end);
    at = end + 1;
    return value;
  }

  private boolean next(char c) {
    blanks();
    boolean found = at < text.length() && text.charAt(at) == c;
    at += found ? 1 : 0;
    return found;
  }

  private void expect(char c) {
    if (!next(c)) {
      throw bad("'" + c + "' is expected");
    }
  }

  private void blanks() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private Failure bad(String what) {
    return new Failure("bad NumPy header: " + what + " at its character " + (at + 1));
  }
}
