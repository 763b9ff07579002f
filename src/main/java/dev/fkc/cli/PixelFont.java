package dev.fkc.cli;

import java.awt.image.BufferedImage;
import java.util.Locale;

/**
 * Capitals of four by five pixels: labels need no fonts on the machine. Each glyph is five hex
 * digits, one per row from the top, the high bit left.
 */
final class PixelFont {
  private static final int SCALE = 2;
  private static final int ADVANCE = 5 * SCALE;
  private static final int ROWS = 5;

  private static final String LETTERS =
      "699F9 E9E9E 78887 E999E F8E8F F8E88 78B97 99F99 E444E 11196 9ACA9 8888F 9FF99 9DB99 69996"
          + " E9E88 699A5 E9EA9 7861E E4444 9999F 999A4 99FF9 99699 99716 F168F";
  private static final String DIGITS =
      "69996 4C44E E168F E161E 99F11 F8E1E 68E96 F1244 69696 69716";

  private PixelFont() {}

  static int width(String text) {
    return text.length() * ADVANCE;
  }

  static int height() {
    return ROWS * SCALE;
  }

  /** Draws a text; what has no glyph is left blank. */
  static void draw(BufferedImage image, String text, int left, int top, int rgb) {
    String capitals = text.toUpperCase(Locale.ROOT);
    for (int k = 0; k < capitals.length(); k++) {
      String glyph = glyph(capitals.charAt(k));
      for (int row = 0; row < ROWS; row++) {
        int bits = Character.digit(glyph.charAt(row), 16);
        for (int column = 0; column < 4; column++) {
          if ((bits >> 3 - column & 1) == 1) {
            dot(image, left + k * ADVANCE + column * SCALE, top + row * SCALE, rgb);
          }
        }
      }
    }
  }

  private static void dot(BufferedImage image, int left, int top, int rgb) {
    for (int y = top; y < Math.min(top + SCALE, image.getHeight()); y++) {
      for (int x = left; x < Math.min(left + SCALE, image.getWidth()); x++) {
        image.setRGB(x, y, rgb);
      }
    }
  }

  private static String glyph(char c) {
    if (c >= 'A' && c <= 'Z') {
      return LETTERS.substring(6 * (c - 'A'), 6 * (c - 'A') + 5);
    } else if (c >= '0' && c <= '9') {
      return DIGITS.substring(6 * (c - '0'), 6 * (c - '0') + 5);
    }
    return switch (c) {
      case '_' -> "0000F";
      case '-' -> "00F00";
      case '.' -> "00004";
      case ',' -> "00048";
      case '(' -> "24442";
      case ')' -> "42224";
      default -> "00000";
    };
  }
}
