package dev.fkc.contract;

import dev.fkc.contract.OpParamsDescriptor.Field;
import dev.fkc.source.DidYouMean;
import dev.fkc.source.Rule;
import dev.fkc.source.SourceSpan;
import dev.fkc.type.OpKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * For the ops of this project, the declared parameters must be those of the typed record that a
 * call carries (format §6 rule 7).
 */
final class OpParamsChecks {
  /** The fields of a variant, each with the kinds that it may be declared as. */
  private record Variant(String name, Map<String, Set<String>> fields) {}

  private static final Set<String> SIZE = Set.of("usize");
  private static final Set<String> SIZES = Set.of("Vec<usize>");
  private static final Set<String> ANY_INTEGER = Set.of("usize", "i64");

  private static final Variant TRIANGULAR =
      new Variant("Triangular", fields("diagonal", Set.of("i64"), "upper", Set.of("bool")));

  private static final Map<OpKind, Variant> VARIANTS =
      Map.of(
          OpKind.TRIU,
          TRIANGULAR,
          OpKind.TRIL,
          TRIANGULAR,
          OpKind.FLIP,
          new Variant("Flip", fields("axis", SIZE)),
          OpKind.ROLL,
          new Variant("Roll", fields("axis", SIZE, "shift", ANY_INTEGER)),
          OpKind.INDEX_SELECT,
          new Variant(
              "IndexSelect",
              fields(
                  "outer_count", SIZE,
                  "source_dim_size", SIZE,
                  "n_indices", SIZE,
                  "inner_count", SIZE)),
          OpKind.GATHER,
          new Variant("Gather", fields("source_shape", SIZES, "output_shape", SIZES, "dim", SIZE)),
          OpKind.MASKED_FILL,
          new Variant("MaskedFill", fields("fill_bytes", Set.of("Vec<u8>"))),
          OpKind.CONTIGUIZE,
          new Variant("Contiguize", Map.of()));

  private final OpKind op;
  private final Fields accept;
  private final @Nullable OpParamsDescriptor opParams;
  private final Findings findings;

  OpParamsChecks(OpKind op, Fields accept, @Nullable OpParamsDescriptor opParams) {
    this.op = op;
    this.accept = accept;
    this.opParams = opParams;
    this.findings = accept.findings();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Set<String>> fields(Object... namesAndKinds) {
    Map<String, Set<String>> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndKinds.length; i += 2) {
      fields.put((String) namesAndKinds[i], (Set<String>) namesAndKinds[i + 1]);
    }
    return fields;
  }

  /** Whether this project has a typed record for the op. */
  static boolean knows(OpKind op) {
    return VARIANTS.containsKey(op);
  }

  void check() {
    Variant variant = VARIANTS.get(op);
    if (variant == null) {
      return;
    }
    if (opParams == null) {
      if (!variant.fields().isEmpty() && !accept.has("op_params")) {
        report(
            accept.firstKey(),
            "accept.op_params",
            op + " needs op_params of variant " + variant.name(),
            "nothing",
            describe(variant));
      }
      return;
    }
    checkVariant(variant, opParams);
    checkFields(variant, opParams);
  }

  private void checkVariant(Variant variant, OpParamsDescriptor found) {
    Fields given = accept.reopen("op_params");
    if (found.variant() == null && given != null && given.has("variant")) {
      return; // It is no word, which has been reported.
    }
    String name = found.variant() == null ? "None" : found.variant();
    boolean none = name.equals("None") && variant.fields().isEmpty();
    if (name.equals(variant.name()) || none) {
      return;
    }
    SourceSpan place = given == null ? found.span() : given.spanOf("variant");
    report(
        place,
        "accept.op_params.variant",
        "the variant of " + op + " is " + variant.name(),
        name,
        variant.name());
  }

  private void checkFields(Variant variant, OpParamsDescriptor found) {
    List<String> names = List.copyOf(variant.fields().keySet());
    for (Field field : found.fields()) {
      String path = "accept.op_params.fields." + field.name();
      Set<String> kinds = variant.fields().get(field.name());
      if (kinds == null) {
        findings.add(
            findings
                .problem(
                    Rule.OP_PARAMS_MISMATCH,
                    keySpan(field),
                    path,
                    variant.name() + " has no field '" + field.name() + "'")
                .withFound(field.name())
                .withExpected(names.isEmpty() ? "no fields" : String.join(", ", names))
                .withHelp(DidYouMean.help(field.name(), names)));
      } else if (field.kind() == null && saysKind(field)) {
        continue; // It is no word, which has been reported.
      } else if (field.kind() == null || !kinds.contains(field.kind().replace(" ", ""))) {
        String expected = String.join(" or ", kinds.stream().sorted().toList());
        report(
            kindSpan(field),
            path + ".kind",
            "'" + field.name() + "' of " + variant.name() + " is of kind " + expected,
            field.kind() == null ? "no kind" : field.kind(),
            expected);
      }
    }
    for (String name : names) {
      if (found.field(name) == null) {
        report(
            missingSpan(found),
            "accept.op_params.fields." + name,
            "'" + name + "' of " + variant.name() + " is missing",
            "no field '" + name + "'",
            describe(variant));
      }
    }
  }

  private SourceSpan missingSpan(OpParamsDescriptor found) {
    Fields fields = accept.reopen("op_params");
    if (fields == null) {
      return found.span();
    }
    return fields.mentions("fields") ? fields.keySpan("fields") : fields.firstKey();
  }

  private SourceSpan keySpan(Field field) {
    Fields fields = accept.reopen("op_params");
    Fields declared = fields == null ? null : fields.reopen("fields");
    return declared == null ? field.span() : declared.keySpan(field.name());
  }

  private boolean saysKind(Field field) {
    Fields one = declaration(field);
    return one != null && one.has("kind");
  }

  private SourceSpan kindSpan(Field field) {
    Fields one = declaration(field);
    return one == null ? field.span() : one.spanOf("kind");
  }

  private @Nullable Fields declaration(Field field) {
    Fields fields = accept.reopen("op_params");
    Fields declared = fields == null ? null : fields.reopen("fields");
    return declared == null ? null : declared.reopen(field.name());
  }

  private void report(
      SourceSpan place, String path, String message, String found, String expected) {
    findings.add(
        findings
            .problem(Rule.OP_PARAMS_MISMATCH, place, path, message)
            .withFound(found)
            .withExpected(expected));
  }

  private static String describe(Variant variant) {
    StringBuilder text = new StringBuilder("variant ").append(variant.name());
    String separator = " with ";
    for (Map.Entry<String, Set<String>> field : variant.fields().entrySet()) {
      text.append(separator).append(field.getKey()).append(": ");
      text.append(String.join(" or ", field.getValue().stream().sorted().toList()));
      separator = ", ";
    }
    return text.toString();
  }
}
