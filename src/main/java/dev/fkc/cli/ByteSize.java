package dev.fkc.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number of bytes as people type it: {@code 1GiB}, {@code 16 MiB}, {@code 4096}. */
final class ByteSize implements ITypeConverter<Long> {
  private static final Pattern FORM =
      Pattern.compile("(\\d{1,12})\\s*([kmgt]i?)?b?(ytes)?", Pattern.CASE_INSENSITIVE);

  @Override
  public Long convert(String text) {
    Matcher size = FORM.matcher(text.trim());
    if (!size.matches()) {
      throw refusal(text);
    }
    String unit = size.group(2) == null ? "" : size.group(2).toLowerCase(Locale.ROOT);
    if (unit.length() == 1) {
      throw new TypeConversionException(
          "'" + text + "': units are binary here, such as " + unit.toUpperCase(Locale.ROOT) + "iB");
    }
    int shift = unit.isEmpty() ? 0 : 10 * (1 + "kmgt".indexOf(unit.charAt(0)));
    long count = Long.parseLong(size.group(1));
    if (count > Long.MAX_VALUE >> shift) {
      throw refusal(text);
    }
    return count << shift;
  }

  private static TypeConversionException refusal(String text) {
    return new TypeConversionException("'" + text + "' is no size, such as 1GiB, 16MiB or 4096");
  }
}
