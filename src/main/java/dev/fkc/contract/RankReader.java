package dev.fkc.contract;

import dev.fkc.document.Excerpt;
import dev.fkc.document.YamlScalar;
import dev.fkc.source.Rule;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a rank (format §3): a number, {@code any}, {@code a..=b} or {@code a..}. */
final class RankReader {
  private static final Pattern RANGE =
      Pattern.compile("([0-9]{1,4})\\s*\\.\\.(?:=\\s*([0-9]{1,4}))?");

  private RankReader() {}

  /** The rank of a descriptor; any rank when the key is absent or faulty. */
  static Rank read(Fields fields) {
    YamlScalar scalar = fields.value("rank", "a rank");
    if (scalar == null) {
      return Rank.ANY;
    }
    Rank rank = parse(scalar.text());
    if (rank == null || scalar.type() == YamlScalar.Type.FLOAT) {
      fields
          .findings()
          .add(
              fields
                  .findings()
                  .problem(
                      Rule.RANK,
                      scalar.span(),
                      fields.pathOf("rank"),
                      Excerpt.of(scalar.text()) + " is no rank")
                  .withFound(Excerpt.of(scalar.text()))
                  .withExpected("a whole number, any, a..=b or a.."));
      return Rank.ANY;
    }
    return rank;
  }

  /** The rank that a text means, or null. */
  static @Nullable Rank parse(String text) {
    String trimmed = text.strip();
    if (trimmed.equals("any")) {
      return Rank.ANY;
    }
    if (trimmed.matches("[0-9]{1,4}")) {
      return Rank.exactly(Integer.parseInt(trimmed));
    }
    Matcher matcher = RANGE.matcher(trimmed);
    if (!matcher.matches()) {
      return null;
    }
    int min = Integer.parseInt(matcher.group(1));
    Integer max = matcher.group(2) == null ? null : Integer.valueOf(matcher.group(2));
    return max != null && max < min ? null : new Rank(min, max);
  }
}
