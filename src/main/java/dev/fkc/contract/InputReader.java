package dev.fkc.contract;

import dev.fkc.document.YamlScalar;
import dev.fkc.source.Rule;
import dev.fkc.type.DType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one tensor descriptor (format §3). */
final class InputReader {
  private InputReader() {}

  /**
   * The descriptor; its name is empty when there is none.
   *
   * @param registrable whether the operand must enumerate dtypes
   */
  static TensorDescriptor read(Fields operand, boolean registrable) {
    String name = operand.token("name");
    if (name == null ? !operand.has("name") : name.isBlank()) {
      operand.missing("name", "the operand's role");
    }
    String role = name == null || name.isBlank() ? "" : name;
    List<DType> dtypes = operand.words("dtypes", Rule.UNKNOWN_DTYPE, Words.DTYPES, DType::ofToken);
    DtypeClass dtypeClass =
        operand.word(
            "dtype_class", Rule.UNKNOWN_DTYPE_CLASS, Words.DTYPE_CLASSES, DtypeClass::ofToken);
    if (!mentionsDtypes(operand, dtypeClass) && registrable) {
      Findings findings = operand.findings();
      findings.add(
          findings
              .problem(
                  Rule.NO_DTYPES,
                  operand.mentions("dtypes") ? operand.spanOf("dtypes") : operand.spanOf("name"),
                  operand.pathOf("dtypes"),
                  "operand '" + role + "' enumerates no dtype")
              .withFound(
                  operand.has("dtype_class") ? "dtype_class: any and no dtypes" : "no dtypes")
              .withExpected("dtypes: [..], or dtype_class: float, int or uint"));
    }
    LayoutFlags layout = LayoutReader.read(operand, role);
    AwkwardLayoutStrategy own = strategy(operand);
    Fields layoutFields = operand.reopen("layout");
    if (own == null && layoutFields != null) {
      own = strategy(layoutFields);
    }
    return new TensorDescriptor(
        role,
        operand.flag("optional", false),
        operand.flag("variadic", false),
        dtypes,
        dtypeClass,
        layout,
        own,
        RankReader.read(operand),
        constraints(operand),
        FdxReader.read(operand),
        operand.token("device"),
        operand.token("substrate"),
        operand.text("notes"),
        operand.map().span());
  }

  private static boolean mentionsDtypes(Fields operand, @Nullable DtypeClass dtypeClass) {
    boolean listed = operand.has("dtypes") && !operand.isEmptyList("dtypes");
    return listed || operand.has("dtype_class") && dtypeClass != DtypeClass.ANY;
  }

  /** Whether every dtype that the text gives an operand is known, and there is one. */
  static boolean enumerates(Fields operand, TensorDescriptor input) {
    boolean listed = operand.has("dtypes") && !operand.isEmptyList("dtypes");
    return listed
        ? operand.size("dtypes") == input.listedDtypes().size() && operand.size("dtypes") > 0
        : !input.dtypes().isEmpty();
  }

  /** The strategy that a mapping names, or null. */
  static @Nullable AwkwardLayoutStrategy strategy(Fields fields) {
    return fields.word(
        "awkward_layout_strategy",
        Rule.UNKNOWN_STRATEGY,
        Words.STRATEGIES,
        AwkwardLayoutStrategy::ofToken);
  }

  private static List<ShapeConstraint> constraints(Fields operand) {
    YamlScalar scalar = operand.value("shape_constraint", "text");
    return scalar == null
        ? List.of()
        : new ShapeConstraintReader(scalar, operand.pathOf("shape_constraint"), operand.findings())
            .read();
  }
}
