package dev.fkc.contract;

import dev.fkc.document.ContractDocument.Section;
import dev.fkc.document.Excerpt;
import dev.fkc.document.YamlMap;
import dev.fkc.document.YamlScalar;
import dev.fkc.source.DidYouMean;
import dev.fkc.source.Problem;
import dev.fkc.source.Rule;
import dev.fkc.source.SourceSpan;
import dev.fkc.type.BackendId;
import dev.fkc.type.Determinism;
import dev.fkc.type.OpKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads one kernel section: the block of format §3, checked by the rules of §6. */
final class SectionReader {
  private static final Set<String> NEGATIVE = Set.of("false", "no", "off", "n");
  private static final Pattern OP = Pattern.compile("[A-Za-z_][\\w:.,()<>/+-]*");
  private static final Pattern ADDRESS = Pattern.compile("0[xX][0-9a-fA-F]+|[0-9]+");
  private static final Pattern SYMBOL = Pattern.compile("[^\\s\\p{Cntrl}]+");
  private static final Pattern HASH = Pattern.compile("(?:0[xX])?([0-9a-fA-F]{1,16})");

  private final Section section;
  private final Fields block;
  private final Findings findings;
  private final @Nullable Provider provider;
  private final boolean registrable;

  private SectionReader(
      Section section, Fields block, @Nullable Provider provider, Findings findings) {
    this.section = section;
    this.block = block;
    this.provider = provider;
    this.findings = findings;
    this.registrable = isRegistrable(block);
  }

  /**
   * What a block became.
   *
   * @param registrable whether it does not say otherwise
   * @param contract its record; null when something that the record needs is missing or faulty
   */
  record Result(boolean registrable, @Nullable KernelContract contract) {}

  /** Reads a section whose block is a mapping. */
  static Result read(Section section, YamlMap map, @Nullable Provider provider, Findings findings) {
    findings.enter(section.name());
    if (LostIndentation.report(map, ContractSchema.BLOCK, findings)) {
      YamlScalar flag = map.value("registrable") instanceof YamlScalar s ? s : null;
      return new Result(flag == null || !flag.text().equals("false"), null);
    }
    Fields block = Fields.open(map, "", ContractSchema.BLOCK, findings);
    SectionReader reader = new SectionReader(section, block, provider, findings);
    return new Result(reader.registrable, reader.contract());
  }

  /** A flag that is no boolean is reported, and read as its author most likely meant it. */
  private static boolean isRegistrable(Fields block) {
    boolean otherwise = !NEGATIVE.contains(block.raw("registrable").toLowerCase(Locale.ROOT));
    return block.flag("registrable", otherwise);
  }

  private @Nullable KernelContract contract() {
    String kernel = required("kernel", "the kernel's name");
    String blurb = blurb();
    OpKind op = op();
    String entryPoint = entryPoint();
    String backend = inherited("backend", provider == null ? null : provider.backend().name());
    String source = inherited("kernel_source", provider == null ? null : provider.kernelSource());
    if (block.has("backend") && backend != null) {
      ProviderReader.checkBackend(backend, block.spanOf("backend"), "backend", findings);
    }
    Long revision = revision();
    String variant = block.has("variant") ? block.text("variant") : null;

    Fields accept = block.map("accept");
    Operands operands = operands(accept);
    OpParamsDescriptor opParams = opParams(accept, op);
    Caps caps = CapsReader.read(block.map("caps"), section.heading());
    Returned returned = new ReturnReader(block, operands, registrable, findings).read();
    checkOperands(operands, caps);
    CostBlock cost = cost(operands.roles(), returned, opParams, op);
    PrecisionBlock precision = PrecisionReader.read(block);
    Determinism determinism = determinism();
    PrecisionReader.check(block, precision, determinism);

    boolean complete =
        kernel != null
            && entryPoint != null
            && backend != null
            && source != null
            && provider != null
            && operands.complete()
            && returned.complete()
            && (op != null || !registrable);
    if (!complete) {
      return null;
    }
    return new KernelContract(
        kernel,
        section.title(),
        blurb == null ? "" : blurb,
        registrable,
        op,
        block.has("fused_op"),
        new BackendId(backend),
        source,
        entryPoint,
        revision,
        variant,
        operands.inputs(),
        opParams,
        returned.outputs(),
        returned.bundle(),
        caps,
        cost,
        precision,
        determinism == null ? Determinism.NONDETERMINISTIC : determinism,
        provider,
        RawIdentityReader.read(block, provider),
        SpanIndex.of(block.map()),
        section.fence());
  }

  private @Nullable String required(String key, String expected) {
    String value = block.token(key);
    if (value == null && !block.has(key)) {
      block.missing(key, expected);
    }
    return value != null && value.isBlank() ? blank(key, expected) : value;
  }

  private @Nullable String blank(String key, String expected) {
    findings.add(
        findings
            .problem(Rule.MISSING_FIELD, block.spanOf(key), key, "'" + key + "' is blank")
            .withExpected(expected));
    return null;
  }

  private @Nullable String inherited(String key, @Nullable String fromProvider) {
    String own = block.token(key);
    return own != null ? own : fromProvider;
  }

  private @Nullable String blurb() {
    String blurb = required("blurb", "one line on what the kernel does");
    if (blurb == null) {
      return null;
    }
    if (blurb.strip().indexOf('\n') >= 0) {
      findings.add(
          findings
              .problem(
                  Rule.BLURB_LINES, block.spanOf("blurb"), "blurb", "the blurb has several lines")
              .withFound(blurb.strip().lines().count() + " lines")
              .withExpected("one line"));
    }
    String prose = section.prose();
    SourceSpan place = section.proseSpan();
    if (prose == null || !prose.equals(blurb.strip())) {
      Problem note =
          findings.problem(
              Rule.BLURB_DISAGREES,
              block.spanOf("blurb"),
              "blurb",
              "the blurb differs from the section's first paragraph");
      findings.add(place == null ? note : note.withRelated(place, "the first paragraph"));
    }
    return blurb.strip();
  }

  private @Nullable OpKind op() {
    boolean both = block.has("op_kind") && block.has("fused_op");
    if (both) {
      findings.add(
          findings
              .problem(
                  registrable ? Rule.OP_CHOICE : Rule.DESCRIBE_ONLY,
                  block.keySpan("fused_op"),
                  "fused_op",
                  "both op_kind and fused_op name an op")
              .withFound("op_kind and fused_op")
              .withExpected("one of the two")
              .withRelated(block.keySpan("op_kind"), "op_kind here"));
    }
    String key = block.has("fused_op") && !block.has("op_kind") ? "fused_op" : "op_kind";
    if (!block.has(key)) {
      if (registrable) {
        findings.add(
            findings
                .problem(
                    Rule.OP_CHOICE,
                    block.mentions(key) ? block.keySpan(key) : block.firstKey(),
                    "op_kind",
                    "a registrable section needs op_kind or fused_op")
                .withFound("neither")
                .withExpected("op_kind: Flip or another op, or registrable: false"));
      }
      return null;
    }
    String name = block.token(key);
    if (name == null) {
      return null;
    }
    if (!registrable) {
      return new OpKind(name);
    }
    if (!OP.matcher(name).matches()) {
      findings.add(
          findings
              .problem(Rule.OP_NAME, block.spanOf(key), key, Excerpt.of(name) + " is no op name")
              .withFound(Excerpt.of(name))
              .withExpected("one word, such as IndexSelect"));
      return null;
    }
    checkSpelling(name, key);
    return new OpKind(name);
  }

  private void checkSpelling(String name, String key) {
    List<String> known = OpKind.known().stream().map(OpKind::name).toList();
    String nearest = known.contains(name) ? null : DidYouMean.nearest(name, known);
    if (nearest == null || !key.equals("op_kind")) {
      return;
    }
    boolean slip = DidYouMean.distance(name, nearest) <= 1 || name.equalsIgnoreCase(nearest);
    if (slip) {
      findings.add(
          findings
              .problem(
                  Rule.OP_MISSPELT,
                  block.spanOf(key),
                  key,
                  "op " + Excerpt.of(name) + " is nearly '" + nearest + "'")
              .withFound(Excerpt.of(name))
              .withHelp("did you mean '" + nearest + "'?"));
    }
  }

  private @Nullable String entryPoint() {
    YamlScalar scalar = block.value("entry_point", "a symbol");
    if (scalar != null && ADDRESS.matcher(scalar.text()).matches()) {
      findings.add(
          findings
              .problem(
                  Rule.ADDRESS,
                  scalar.span(),
                  "entry_point",
                  "the entry point is an address, " + Excerpt.of(scalar.text()))
              .withFound(Excerpt.of(scalar.text()))
              .withExpected("a symbol, such as provider::fkc::kernel"));
      return null;
    }
    String symbol = required("entry_point", "a symbol, such as provider::fkc::kernel");
    if (symbol != null && registrable && !SYMBOL.matcher(symbol.strip()).matches()) {
      findings.add(
          findings
              .problem(
                  Rule.ENTRY_POINT,
                  block.spanOf("entry_point"),
                  "entry_point",
                  Excerpt.of(symbol) + " is no symbol")
              .withFound(Excerpt.of(symbol))
              .withExpected("names joined by '::', without blanks"));
      return null;
    }
    return symbol == null ? null : symbol.strip();
  }

  private @Nullable Long revision() {
    YamlScalar scalar = block.value("kernel_revision_hash", "auto or a quoted hex number");
    if (scalar == null || scalar.text().equals("auto")) {
      return null;
    }
    var matcher = HASH.matcher(scalar.text());
    if (matcher.matches() && !scalar.plain()) {
      return Long.parseUnsignedLong(matcher.group(1), 16);
    }
    findings.add(
        findings
            .problem(
                Rule.REVISION_HASH,
                scalar.span(),
                "kernel_revision_hash",
                matcher.matches()
                    ? "a revision hash must be quoted"
                    : Excerpt.of(scalar.text()) + " is no revision hash")
            .withFound(Excerpt.of(scalar.span().text()))
            .withExpected("auto, or 1 to 16 hex digits in quotes"));
    return null;
  }

  private Operands operands(@Nullable Fields accept) {
    List<Fields> fields = accept == null ? null : accept.maps("inputs");
    if (accept == null || fields == null || fields.isEmpty()) {
      if (registrable && accept == null && !block.has("accept")) {
        block.missing("accept", "accept: { inputs: [..] }");
      } else if (registrable
          && accept != null
          && (!accept.has("inputs") || accept.isEmptyList("inputs"))) {
        accept.missing("inputs", "at least one tensor descriptor");
      }
      return new Operands(List.of(), List.of(), !registrable, new Roles(List.of(), false));
    }
    List<TensorDescriptor> inputs = new ArrayList<>();
    Map<String, SourceSpan> seen = new HashMap<>();
    boolean complete = fields.size() == accept.size("inputs");
    for (Fields operand : fields) {
      TensorDescriptor input = InputReader.read(operand, registrable);
      inputs.add(input);
      if (input.name().isEmpty()) {
        complete = false;
        continue;
      }
      complete &= !registrable || InputReader.enumerates(operand, input);
      SourceSpan first = seen.putIfAbsent(input.name(), operand.spanOf("name"));
      if (first != null) {
        findings.add(
            findings
                .problem(
                    Rule.DUPLICATE_ROLE,
                    operand.spanOf("name"),
                    operand.pathOf("name"),
                    "two operands are named '" + input.name() + "'")
                .withFound(input.name())
                .withExpected("a name of its own")
                .withRelated(first, "first here"));
      }
    }
    Roles roles = Roles.of(inputs, fields.size() == accept.size("inputs"));
    return new Operands(fields, inputs, complete, roles);
  }

  private void checkOperands(Operands operands, Caps caps) {
    List<TensorDescriptor> inputs = operands.inputs();
    for (int i = 0; i < inputs.size(); i++) {
      Fields fields = operands.fields().get(i);
      TensorDescriptor input = inputs.get(i);
      StrategyChecks.check(input, fields, caps, block);
      new FdxChecks(input.name(), input.dtypes(), fields, inputs, operands.roles(), registrable)
          .check(input.fdx());
    }
  }

  private @Nullable OpParamsDescriptor opParams(@Nullable Fields accept, @Nullable OpKind op) {
    if (accept == null) {
      return null;
    }
    Fields fields = accept.map("op_params");
    OpParamsDescriptor opParams = fields == null ? null : OpParamsReader.read(fields);
    if (op != null && isOwn(op)) {
      new OpParamsChecks(op, accept, opParams).check();
    }
    return opParams;
  }

  /** Whether the rules for this project's own ops apply. */
  private boolean isOwn(OpKind op) {
    return registrable && block.has("op_kind") && OpParamsChecks.knows(op);
  }

  private @Nullable CostBlock cost(
      Roles inputs, Returned returned, @Nullable OpParamsDescriptor opParams, @Nullable OpKind op) {
    Fields cost = block.map("cost");
    if (cost == null) {
      return null;
    }
    List<String> names = new ArrayList<>(inputs.names());
    returned.outputs().forEach(output -> names.add(output.name()));
    Roles roles = new Roles(names, inputs.complete() && returned.complete());
    CostScope scope = new CostScope(roles, opParams, op != null && isOwn(op), findings);
    return new CostReader(cost, scope).read();
  }

  private @Nullable Determinism determinism() {
    Determinism determinism =
        block.word(
            "determinism", Rule.UNKNOWN_DETERMINISM, Words.DETERMINISMS, Determinism::ofToken);
    if (determinism == null && registrable && !block.has("determinism")) {
      block.missing("determinism", String.join(", ", Words.DETERMINISMS));
    }
    return determinism;
  }
}
