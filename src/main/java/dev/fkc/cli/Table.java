package dev.fkc.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Columns of text, each as wide as its widest cell. */
final class Table {
  private final List<String[]> rows = new ArrayList<>();

  Table(String... heading) {
    rows.add(heading);
  }

  void row(String... cells) {
    rows.add(cells);
  }

  void print(PrintWriter out) {
    int columns = rows.get(0).length;
    int[] widths = new int[columns];
    for (String[] row : rows) {
      for (int k = 0; k < columns; k++) {
        widths[k] = Math.max(widths[k], row[k].length());
      }
    }
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int k = 0; k < columns; k++) {
        line.append(row[k]).append(" ".repeat(widths[k] - row[k].length() + 2));
      }
      out.println(line.toString().stripTrailing());
    }
  }
}
