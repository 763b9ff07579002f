package dev.fkc.contract;

import dev.fkc.source.Problem;
import java.util.List;

/**
 * A file in canonical form.
 *
 * @param text the whole text; without a byte order mark
 * @param changed whether it differs from what was given
 * @param problems what keeps a block from being formatted; such a block stands as it was
 */
public record FormattedFile(String text, boolean changed, List<Problem> problems) {
  public FormattedFile {
    problems = List.copyOf(problems);
  }
}
