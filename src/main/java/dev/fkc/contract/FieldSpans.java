package dev.fkc.contract;

import dev.fkc.source.SourceSpan;
import java.util.Map;

/**
 * Where each field of a section stands, by dotted path such as {@code accept.inputs[0].dtypes}.
 * Immutable.
 */
public final class FieldSpans {
  private final SourceSpan whole;
  private final Map<String, SourceSpan> spans;

  /**
   * The places of a section's fields.
   *
   * @param whole the section, for fields that it does not have
   * @param spans the place of each value, by dotted path
   */
  public FieldSpans(SourceSpan whole, Map<String, SourceSpan> spans) {
    this.whole = whole;
    this.spans = Map.copyOf(spans);
  }

  /** The place of a field's value; of the nearest field around it when it is absent. */
  public SourceSpan of(String path) {
    String at = path;
    while (!at.isEmpty()) {
      SourceSpan span = spans.get(at);
      if (span != null) {
        return span;
      }
      int cut = Math.max(at.lastIndexOf('.'), at.lastIndexOf('['));
      at = cut < 0 ? "" : at.substring(0, cut);
    }
    return whole;
  }

  /** Whether the section has this field. */
  public boolean has(String path) {
    return spans.containsKey(path);
  }
}
