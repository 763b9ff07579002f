package dev.fkc.cli;

import java.awt.Color;

/** A colourful picture without any symmetry, so that every op can be seen. Pixels are ARGB. */
final class TestCard {
  private static final int GRID = 24;

  private TestCard() {}

  static int[][] draw(int size) {
    int[][] pixels = new int[size][size];
    for (int y = 0; y < size; y++) {
      for (int x = 0; x < size; x++) {
        pixels[y][x] = 0xFF000000 | pixel((double) x / size, (double) y / size, x, y);
      }
    }
    return pixels;
  }

  private static int pixel(double u, double v, int x, int y) {
    if (isLetter(u, v)) {
      return 0xFFFFFF;
    }
    double dx = u - 0.62;
    double dy = v - 0.4;
    double distance = Math.hypot(dx, dy);
    double angle = Math.atan2(dy, dx) / (2 * Math.PI) + 0.5;
    boolean inside = distance < 0.3;
    double ring = 0.5 + 0.5 * Math.cos(distance * 70);
    float hue = (float) (inside ? angle : 0.55 + 0.25 * u + 0.1 * v);
    float saturation = (float) (inside ? 0.85 : 0.55 + 0.3 * v);
    double light = inside ? 0.65 + 0.35 * ring : 0.35 + 0.5 * u * (1 - v) + 0.15 * v;
    boolean line = !inside && (x % GRID == 0 || y % GRID == 0);
    return Color.HSBtoRGB(hue, saturation, (float) Math.min(1, light + (line ? 0.18 : 0)));
  }

  /** A large F at the lower left: reads the same in no mirror. */
  private static boolean isLetter(double u, double v) {
    boolean stem = u > 0.1 && u < 0.17 && v > 0.5 && v < 0.92;
    boolean top = u > 0.1 && u < 0.36 && v > 0.5 && v < 0.57;
    boolean middle = u > 0.1 && u < 0.29 && v > 0.67 && v < 0.74;
    return stem || top || middle;
  }
}
