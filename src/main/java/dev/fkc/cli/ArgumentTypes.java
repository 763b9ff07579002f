package dev.fkc.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** How the words of a command line become paths and numbers; errors say what is expected. */
final class ArgumentTypes {
  private ArgumentTypes() {}

  static void register(CommandLine line) {
    line.registerConverter(Path.class, ArgumentTypes::path)
        .registerConverter(Long.class, ArgumentTypes::number)
        .registerConverter(int.class, ArgumentTypes::shortNumber);
  }

  private static Path path(String text) {
    if (text.isEmpty()) {
      throw new TypeConversionException("'' is not a path");
    }
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new TypeConversionException(Quoted.text(text) + " is not a path: " + e.getReason());
    }
  }

  private static long number(String text) {
    return number(text, 63);
  }

  private static int shortNumber(String text) {
    return (int) number(text, 31);
  }

  private static long number(String text, int bits) {
    try {
      long number = Long.parseLong(text);
      if (number >> bits == number >> 63) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new TypeConversionException(
        Quoted.text(text) + " is not a whole number from -2^" + bits + " to 2^" + bits + " - 1");
  }
}
