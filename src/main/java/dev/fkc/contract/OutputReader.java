package dev.fkc.contract;

import dev.fkc.document.Excerpt;
import dev.fkc.document.YamlScalar;
import dev.fkc.source.DidYouMean;
import dev.fkc.source.Rule;
import dev.fkc.source.SourceSpan;
import dev.fkc.type.DType;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads one output descriptor, and checks the roles that its rules name (format §3 and §5). */
final class OutputReader {
  private static final List<String> DTYPE_RULES =
      List.of("passthrough(ROLE)", "fixed(DTYPE)", "cast(PARAM)", "dequant(ROLE)", "bundle");
  private static final List<String> LAYOUTS =
      List.of("contiguous", "preallocated", "same_as(ROLE)", "bundle");
  private static final List<String> ALIASINGS =
      List.of("none", "in_place(ROLE)", "accumulate(ROLE)");

  private final Fields output;
  private final Roles roles;
  private final List<String> results;
  private final @Nullable String otherwise;
  private final Findings findings;

  /**
   * A reader of one descriptor.
   *
   * @param roles the section's inputs
   * @param results the names of all results, which shapes and layouts may follow as well
   * @param otherwise the name of a slot that has none; null where a name is required
   */
  OutputReader(Fields output, Roles roles, List<String> results, @Nullable String otherwise) {
    this.output = output;
    this.roles = roles;
    this.results = results;
    this.otherwise = otherwise;
    this.findings = output.findings();
  }

  /** The descriptor, or null when its name or its dtype rule is missing or faulty. */
  @Nullable OutputDescriptor read() {
    String name = output.token("name");
    if (name == null && !output.has("name")) {
      name = otherwise;
    }
    if (name == null && !output.has("name")) {
      output.missing("name", "the result's role");
    }
    DtypeRule dtype = dtypeRule();
    ShapeRule shape = shapeRule();
    LayoutGuarantee layout = layoutGuarantee();
    Aliasing aliasing = aliasing();
    FdxFacts fdx = FdxReader.read(output);
    if (name == null || dtype == null) {
      return null;
    }
    return new OutputDescriptor(
        name, dtype, shape, layout, aliasing, fdx, output.text("notes"), output.map().span());
  }

  private @Nullable DtypeRule dtypeRule() {
    FunctionWord word = rule("dtype_rule", DTYPE_RULES);
    if (word == null) {
      if (!output.has("dtype_rule")) {
        output.missing("dtype_rule", String.join(", ", DTYPE_RULES));
      }
      return null;
    }
    String argument = word.arguments().size() == 1 ? word.arguments().get(0) : null;
    if (argument == null) {
      boolean bundle = word.name().equals("bundle") && word.arguments().isEmpty();
      return bundle ? new DtypeRule.Bundle() : badRule("dtype_rule", DTYPE_RULES);
    }
    return switch (word.name()) {
      case "passthrough" ->
          isRole("dtype_rule", argument) ? new DtypeRule.Passthrough(argument) : null;
      case "dequant" -> isRole("dtype_rule", argument) ? new DtypeRule.Dequant(argument) : null;
      case "cast" -> new DtypeRule.Cast(argument);
      case "fixed" -> fixed(argument);
      default -> badRule("dtype_rule", DTYPE_RULES);
    };
  }

  private @Nullable DtypeRule fixed(String token) {
    Optional<DType> dtype = DType.ofToken(token);
    if (dtype.isPresent()) {
      return new DtypeRule.Fixed(dtype.get());
    }
    findings.add(
        findings
            .problem(
                Rule.UNKNOWN_DTYPE,
                argumentSpan("dtype_rule", token),
                output.pathOf("dtype_rule"),
                "fixed(..) has the unknown word " + Excerpt.of(token))
            .withFound(Excerpt.of(token))
            .withExpected(String.join(", ", Words.DTYPES))
            .withHelp(DidYouMean.help(token, Words.DTYPES)));
    return null;
  }

  private @Nullable ShapeRule shapeRule() {
    FunctionWord word = rule("shape_rule", List.of("same_as(ROLE)", "broadcast(ROLES)", ".."));
    if (word == null) {
      return null;
    }
    List<String> arguments = word.arguments();
    int count = arguments.size();
    ShapeRule other = new ShapeRule.Other(word.name(), arguments);
    return switch (word.name()) {
      case "same_as" ->
          count == 1 && isRole("shape_rule", arguments.get(0))
              ? new ShapeRule.SameAs(arguments.get(0))
              : count == 1 ? null : badRule("shape_rule", List.of("same_as(ROLE)"));
      case "broadcast" -> new ShapeRule.Broadcast(arguments);
      case "matmul" ->
          count == 2
              ? new ShapeRule.Matmul(arguments.get(0), arguments.get(1))
              : count > 2 ? other : badRule("shape_rule", List.of("matmul(a, b)"));
      case "reduce" ->
          count == 3
              ? new ShapeRule.Reduce(arguments.get(0), arguments.get(1), arguments.get(2))
              : count > 0 ? other : badRule("shape_rule", List.of("reduce(input, dims, keepdim)"));
      case "conv2d" -> new ShapeRule.Conv2d(String.join(", ", arguments));
      case "from_params" ->
          count > 0
              ? new ShapeRule.FromParams(arguments)
              : badRule("shape_rule", List.of("from_params(NAMES)"));
      default -> other;
    };
  }

  private LayoutGuarantee layoutGuarantee() {
    LayoutGuarantee otherwise = new LayoutGuarantee.Contiguous();
    FunctionWord word = rule("layout_guarantee", LAYOUTS);
    if (word == null) {
      return otherwise;
    }
    int count = word.arguments().size();
    String form = word.name() + "/" + count;
    return switch (form) {
      case "contiguous/0" -> otherwise;
      case "preallocated/0" -> new LayoutGuarantee.Preallocated();
      case "bundle/0" -> new LayoutGuarantee.Bundle();
      case "same_as/1" ->
          isRole("layout_guarantee", word.arguments().get(0))
              ? new LayoutGuarantee.SameAs(word.arguments().get(0))
              : otherwise;
      default -> {
        badRule("layout_guarantee", LAYOUTS);
        yield otherwise;
      }
    };
  }

  private Aliasing aliasing() {
    Aliasing otherwise = new Aliasing.None();
    FunctionWord word = rule("aliasing", ALIASINGS);
    if (word == null) {
      return otherwise;
    }
    String form = word.name() + "/" + word.arguments().size();
    return switch (form) {
      case "none/0" -> otherwise;
      case "in_place/1" ->
          isRole("aliasing", word.arguments().get(0))
              ? new Aliasing.InPlace(word.arguments().get(0))
              : otherwise;
      case "accumulate/1" ->
          isRole("aliasing", word.arguments().get(0))
              ? new Aliasing.Accumulate(word.arguments().get(0))
              : otherwise;
      default -> {
        badRule("aliasing", ALIASINGS);
        yield otherwise;
      }
    };
  }

  private @Nullable FunctionWord rule(String key, List<String> expected) {
    String text = output.token(key);
    if (text == null) {
      return null;
    }
    FunctionWord word = FunctionWord.parse(text);
    if (word == null) {
      badRule(key, expected);
    }
    return word;
  }

  private <T> @Nullable T badRule(String key, List<String> expected) {
    String found = output.raw(key);
    boolean cutOff = found.indexOf('(') >= 0 && found.indexOf(')') < 0;
    findings.add(
        findings
            .problem(
                Rule.RULE_SYNTAX,
                output.spanOf(key),
                output.pathOf(key),
                "'" + key + "' cannot be read: " + Excerpt.of(found))
            .withFound(Excerpt.of(found))
            .withExpected(String.join(", ", expected))
            .withHelp(
                cutOff
                    ? "inside { } and [ ] a text with a comma needs quotes"
                    : DidYouMean.help(found, expected)));
    return null;
  }

  private boolean isRole(String key, String role) {
    boolean itself = role.equals(output.raw("name"));
    boolean result = !key.equals("dtype_rule") && results.contains(role);
    if (roles.allow(role) || result && (!itself || key.equals("aliasing"))) {
      return true;
    }
    findings.add(
        findings
            .problem(
                Rule.UNKNOWN_ROLE,
                argumentSpan(key, role),
                output.pathOf(key),
                "'" + key + "' names " + Excerpt.of(role) + ", which is no input of the section")
            .withFound(Excerpt.of(role))
            .withExpected(roles.toString())
            .withHelp(DidYouMean.help(role, roles.names())));
    return false;
  }

  private SourceSpan argumentSpan(String key, String argument) {
    YamlScalar scalar = output.value(key, "a rule");
    if (scalar == null) {
      return output.spanOf(key);
    }
    int at = scalar.text().indexOf('(');
    int start = scalar.text().indexOf(argument, Math.max(at, 0));
    return start < 0 ? scalar.span() : ScalarField.part(scalar, start, start + argument.length());
  }
}
