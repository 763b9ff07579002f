package dev.fkc.contract;

import dev.fkc.source.SourceSpan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parameters that a call of the kernel carries (format §3). Immutable.
 *
 * @param variant the name of the typed record, {@code None} or null where there is none
 * @param fields in the contract's order
 * @param span the block
 */
public record OpParamsDescriptor(@Nullable String variant, List<Field> fields, SourceSpan span) {
  public OpParamsDescriptor {
    fields = List.copyOf(fields);
  }

  /**
   * One parameter.
   *
   * @param name its name
   * @param kind its type in the contract's words, such as {@code usize} or {@code Vec<usize>}
   * @param constraint what its value must satisfy, in words, or null
   * @param note free text, or null
   * @param span the field
   */
  public record Field(
      String name,
      @Nullable String kind,
      @Nullable String constraint,
      @Nullable String note,
      SourceSpan span) {}

  /** The field with this name, or null. */
  public @Nullable Field field(String name) {
    for (Field field : fields) {
      if (field.name().equals(name)) {
        return field;
      }
    }
    return null;
  }
}
