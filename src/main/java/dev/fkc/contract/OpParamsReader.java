package dev.fkc.contract;

import dev.fkc.contract.OpParamsDescriptor.Field;
import dev.fkc.document.YamlMap;
import dev.fkc.document.YamlNode;
import dev.fkc.document.YamlScalar;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the {@code op_params} block (format §3). */
final class OpParamsReader {
  private OpParamsReader() {}

  static OpParamsDescriptor read(Fields opParams) {
    List<Field> fields = new ArrayList<>();
    Fields declared = opParams.map("fields");
    if (declared != null) {
      for (YamlMap.Entry entry : declared.map().entries()) {
        Field field = field(declared, entry);
        if (field != null) {
          fields.add(field);
        }
      }
    }
    return new OpParamsDescriptor(opParams.token("variant"), fields, opParams.map().span());
  }

  /** A field given as a mapping, or by its kind alone. */
  private static @Nullable Field field(Fields declared, YamlMap.Entry entry) {
    YamlNode value = entry.value();
    if (value instanceof YamlScalar scalar) {
      return new Field(
          entry.key(), scalar.isNull() ? null : scalar.text(), null, null, scalar.span());
    }
    Fields field = declared.map(entry.key());
    if (field == null) {
      return null;
    }
    return new Field(
        entry.key(),
        field.token("kind"),
        field.text("constraint"),
        field.text("note"),
        field.map().span());
  }
}
