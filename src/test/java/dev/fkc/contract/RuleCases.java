package dev.fkc.contract;

import static dev.fkc.source.Rule.*;

import dev.fkc.source.Rule;
import java.util.ArrayList;
import java.util.List;

/**
 * For each rule, changes to the sample that break it, with the offending text between {@code «} and
 * {@code »}, and a change close to it that does not.
 */
final class RuleCases {
  /**
   * One change.
   *
   * @param rule the rule
   * @param from a text of the sample
   * @param broken what it becomes to break the rule
   * @param kept what it becomes to keep the rule narrowly
   */
  record Case(Rule rule, String from, String broken, String kept) {
    @Override
    public String toString() {
      return rule.code() + ": " + broken.strip().lines().findFirst().orElse("");
    }
  }

  private static final List<Case> CASES = new ArrayList<>();

  private RuleCases() {}

  private static void add(Rule rule, String from, String broken, String kept) {
    CASES.add(new Case(rule, from, broken, kept));
  }

  static List<Case> all() {
    return List.copyOf(CASES);
  }

  static {
    markdown();
    yaml();
    fields();
    operands();
    quantization();
    costs();
    words();
  }

  private static void markdown() {
    add(
        CONTROL_CHARACTER,
        "Reverse one axis.\n\n```",
        "Reverse«\0» one.\n\n```",
        "Re\u00ADverse\n\n```");
    add(CONTROL_CHARACTER, "\"Reverse one axis.\"", "\"Reverse«\u0007»\"", "\"Reverse\\a\"");
    add(FRONT_MATTER_MISSING, "---\nfkc_version", "«--»\n\nfkc_version", "---  \nfkc_version");
    add(
        FRONT_MATTER_UNCLOSED,
        "---\nfkc_version: 1\nprovider:\n  name: sample-kernels\n  backend: Vulkan\n  kernel_source: \"sample\"\n  link_registry: sample::LINKS\n  revision_base: \"r1\"\n---",
        "«---»\nfkc_version: 1\n",
        "---\nfkc_version: 1\nprovider: { name: a, backend: Cpu, kernel_source: b }\n---");
    add(
        FENCE_UNCLOSED,
        "  max_ulp: 1\n```",
        "  max_ulp: 1\n```\n\n«```text»\n~~~\n",
        "  max_ulp: 1\n```\n\n~~~text\n```\n~~~~");
    add(
        SECTION_WITHOUT_BLOCK,
        "## flip\n\nReverse one axis.\n\n```fkc",
        "«## flip»\n\n```FKC",
        "## flip ##\n\n```fkc extra=1");
    add(
        SECTION_WITH_SEVERAL_BLOCKS,
        "## blend\n",
        "«```fkc»\na: b\n```\n\n## blend\n",
        "```yaml\na: b\n```\n\n## blend\n");
    add(
        BLOCK_OUTSIDE_SECTION,
        "# Sample\n",
        "# Sample\n\n«```fkc»\na: b\n```\n",
        "# Sample\n\n```yaml\na: b\n```\n");
  }

  private static void yaml() {
    add(YAML_SYNTAX, "op_kind: Flip", "op_kind: Fl«:» ip", "op_kind: Flip # fine");
    add(YAML_SYNTAX, "op_kind: Flip", "op_kind: Flip\n«---»", "op_kind: Flip");
    add(
        LOST_INDENTATION,
        "precision:\n  max_ulp: 1",
        "precision:\n«max_ulp»: 1",
        "precision:\n max_ulp: 1");
    add(
        YAML_TAB,
        "  inputs:\n    - name: input",
        "«\t»inputs:\n    - name: input",
        "  inputs:\n    - name:\tinput");
    add(
        YAML_TAB,
        "  inputs:\n    - name: input",
        "«\u00A0 »inputs:\n    - name: input",
        "  inputs:\n    - name: input");
    add(YAML_REFERENCE, "name: input", "name: «&a input»", "name: \"input\"");
    add(
        YAML_REFERENCE,
        "name: s\n",
        "name: s\n      notes: «*a»\n",
        "name: s\n      notes: \"*a\"\n");
    add(
        YAML_REFERENCE,
        "name: s\n",
        "name: s\n      «<<»: { notes: a }\n",
        "name: s\n      notes: \"<<\"\n");
    add(
        YAML_TAG,
        "name: s\n",
        "name: s\n      notes: «!str a»\n",
        "name: s\n      notes: \"!str a\"\n");
    add(
        DUPLICATE_KEY,
        "max_ulp: 0",
        "max_ulp: 0\n  «\"max_ulp\"»: 1",
        "max_ulp: 0\n  max_relative: 0");
    add(AMBIGUOUS_WORD, "aliasing: none", "aliasing: «No»", "aliasing: none");
    add(AMBIGUOUS_WORD, "dtypes: [F32, U8]", "dtypes: [F32, «y»]", "dtypes: [F32, I8]");
    add(
        AMBIGUOUS_WORD,
        "name: out, dtype_rule",
        "name: out, notes: «off», dtype_rule",
        "name: y, dtype_rule");
    add(
        LOOK_ALIKE_QUOTE,
        "blurb: \"Reverse one axis.\"",
        "blurb: «“Reverse one axis.”»",
        "blurb: \"“Reverse” one axis.\"");
    add(
        NESTING_TOO_DEEP,
        "dtypes: [F32, U8]",
        "dtypes: " + "[".repeat(28) + "«[»" + "]".repeat(29),
        "dtypes: [F32]");
    add(
        BLOCK_TOO_LARGE,
        "op_kind: Flip",
        "op_kind: Flip\nlist: [" + "a, ".repeat(19_998) + "a]",
        "op_kind: Flip\nlist: [" + "a, ".repeat(9_000) + "a]");
    add(
        SCALAR_TOO_LARGE,
        "notes: \"looked at\"",
        "notes: «" + "a".repeat(65_537) + "»",
        "notes: " + "a".repeat(65_536));
    add(BAD_SCALAR_TYPE, "variant: Flip", "variant: «1»", "variant: Flip");
    add(BAD_SCALAR_TYPE, "name: input", "name: «2020-01-01»", "name: \"input\"");
    add(BAD_SCALAR_TYPE, "dtypes: [F32, U8]", "dtypes: [F32, «true»]", "dtypes: [F32]");
    add(
        BAD_SCALAR_TYPE,
        "audited: true\n  notes",
        "audited: «True»\n  notes",
        "audited: true\n  notes");
    add(BAD_SCALAR_TYPE, "max_ulp: 0", "max_ulp: «\"0\"»", "max_ulp: 0.5");
    add(WRONG_STRUCTURE, "dtypes: [F32, U8]", "dtypes: «F32»", "dtypes: [F32]");
    add(
        WRONG_STRUCTURE,
        "caps:\n  awkward_layout_strategy: requires_contiguous",
        "caps: «[]»",
        "caps: {}");
    add(UNKNOWN_KEY, "max_ulp: 0", "«max_ulps»: 0", "max_ulp: 0");
    add(UNKNOWN_KEY, "rank: any", "«ranc»: any", "rank: any");
  }

  private static void fields() {
    add(UNSUPPORTED_VERSION, "fkc_version: 1", "fkc_version: «0»", "fkc_version: 0x1");
    add(UNSUPPORTED_VERSION, "fkc_version: 1", "fkc_version: «-1»", "fkc_version: 1");
    add(UNSUPPORTED_VERSION, "fkc_version: 1", "fkc_version: «2»", "fkc_version: 1");
    add(
        UNSUPPORTED_VERSION,
        "fkc_version: 1",
        "fkc_version: «99999999999999999999»",
        "fkc_version: 1");
    add(MISSING_FIELD, "fkc_version: 1\n", "«fkc_version»:\n", "fkc_version: 1\n");
    add(
        MISSING_FIELD,
        "provider:\n  name: sample-kernels\n",
        "«provider»:\n",
        "provider:\n  name: other\n");
    add(MISSING_FIELD, "kernel: flip\n", "", "kernel: flop\n");
    add(
        MISSING_FIELD,
        "entry_point: \"sample::flip\"",
        "«entry_point»: ~",
        "entry_point: sample::flip");
    add(MISSING_FIELD, "blurb: \"Reverse one axis.\"", "blurb: «\"  \"»", "blurb: \".\"");
    add(MISSING_FIELD, "determinism: bitwise\n", "", "determinism: same_hardware_bitwise\n");
    add(
        MISSING_FIELD,
        "  outputs:\n    - name: out\n      dtype_rule: passthrough(input)\n      shape_rule: same_as(input)\n      layout_guarantee: contiguous\n      aliasing: none\n",
        "  «outputs»: []\n",
        "  outputs: [{ name: out, dtype_rule: fixed(U8) }]\n");
    add(OP_CHOICE, "op_kind: Flip", "op_kind: Flip\n«fused_op»: FLIP", "fused_op: FLIP");
    add(OP_CHOICE, "op_kind: Flip", "«op_kind»: ~", "op_kind: \"Flip\"");
    add(OP_NAME, "op_kind: Flip", "op_kind: «Flip it»", "op_kind: Flip_it2");
    add(OP_NAME, "op_kind: Flip", "op_kind: «\"2\"»", "op_kind: \"Op::Unary(Flip)\"");
    add(OP_MISSPELT, "op_kind: Flip", "op_kind: «Filp»", "op_kind: Pool");
    add(
        DESCRIBE_ONLY,
        "registrable: false",
        "registrable: false\nop_kind: A\n«fused_op»: B",
        "registrable: false\nop_kind: a descriptive word");
    add(
        BLURB_DISAGREES,
        "\"Reverse one axis.\"",
        "«\"Reverse an axis.\"»",
        "\"Reverse one axis.\"");
    add(
        BLURB_LINES,
        "\"Reverse one axis.\"",
        "«|\n  Reverse\n  one axis.\n»",
        "|\n  Reverse one axis.\n");
    add(ADDRESS, "\"sample::flip\"", "«\"0x7fff12345678\"»", "\"sample::flip_0x7fff\"");
    add(ADDRESS, "\"sample::flip\"", "«140737488355328»", "sample.flip");
    add(ENTRY_POINT, "\"sample::flip\"", "«\"a b\"»", "\"sample::flip::b\"");
    add(ENTRY_POINT, "\"sample::flip\"", "«\"sample :: flip\"»", "\"sample::flip<f32>\"");
    add(
        REVISION_HASH,
        "kernel_revision_hash: auto",
        "kernel_revision_hash: «12345678»",
        "kernel_revision_hash: \"0xFFFFFFFFFFFFFFFF\"");
    add(
        REVISION_HASH,
        "kernel_revision_hash: auto",
        "kernel_revision_hash: «\"12345678901234567\"»",
        "kernel_revision_hash: \"1\"");
    add(DUPLICATE_KERNEL_NAME, "kernel: blend", "kernel: «flip»", "kernel: Flip");
    add(DUPLICATE_ROLE, "name: s\n", "name: «w»\n", "name: W\n");
    add(
        RETURN_CHOICE,
        "- { name: out, dtype_rule: fixed(F32), shape_rule: from_params(k) }",
        "- { name: out, dtype_rule: fixed(F32), shape_rule: from_params(k) }\n  «bundle»: [{ name: a, dtype_rule: fixed(F32) }]",
        "- { name: out, dtype_rule: fixed(F32), shape_rule: from_params(k) }\n  bundle: ~");
    add(
        RETURN_CHOICE,
        "- { name: out, dtype_rule: fixed(F32), shape_rule: from_params(k) }",
        "- { name: out, dtype_rule: fixed(F32) }\n  «bundle»: [{ dtype_rule: fixed(U8) }]",
        "- { name: out, dtype_rule: bundle }\n  bundle: [{ dtype_rule: fixed(U8) }]");
    add(
        ADDRESS,
        "link_registry: sample::LINKS",
        "link_registry: «\"0x7fff0000\"»",
        "link_registry: sample::Links0x7f");
    add(
        BUNDLE_RANK,
        "outputs:\n    - { name: out, dtype_rule: fixed(F32), shape_rule: from_params(k) }",
        "bundle:\n    - { name: a, dtype_rule: fixed(F32), rank: «7» }",
        "bundle:\n    - { name: a, dtype_rule: fixed(F32), rank: 0..=6 }");
    add(
        BUNDLE_RANK,
        "outputs:\n    - { name: out, dtype_rule: fixed(F32), shape_rule: from_params(k) }",
        "bundle:\n    - { name: a, dtype_rule: fixed(F32), rank: «1..» }",
        "bundle:\n    - { name: a, dtype_rule: fixed(F32), rank: 6 }");
  }

  private static void operands() {
    add(UNKNOWN_DTYPE, "dtypes: [F32, U8]", "dtypes: [F32, «u8»]", "dtypes: [F32, I8]");
    add(
        UNKNOWN_DTYPE,
        "fixed(F32), shape_rule",
        "fixed(«FP32»), shape_rule",
        "fixed(F64), shape_rule");
    add(UNKNOWN_DTYPE_CLASS, "dtypes: [F32, U8]", "dtype_class: «floats»", "dtype_class: float");
    add(NO_DTYPES, "dtypes: [F32, U8]", "dtypes: «[]»", "dtypes: [F32]");
    add(
        NO_DTYPES,
        "name: input\n      dtypes: [F32, U8]",
        "name: «input»\n      dtype_class: any",
        "name: input\n      dtype_class: uint");
    add(
        SUB_BYTE_WITHOUT_FACTS,
        "dtypes: [F8E8M0]",
        "dtypes: «[F4]»",
        "dtypes: [F4]\n      fdx: { sub_byte: true }");
    add(
        LAYOUT_WORD,
        "contiguous: accepted, strided: accepted",
        "contiguous: accepted, strided: «required»",
        "contiguous: n/a, strided: accepted");
    add(
        LAYOUT_ACCEPTS_NOTHING,
        "layout: { contiguous: required }\n      rank",
        "layout: «{ start_offset: accepted }»\n      rank",
        "layout: { contiguous: required, start_offset: accepted }\n      rank");
    add(
        LAYOUT_NEEDS_STRIDED,
        "layout: { contiguous: required }\n      rank",
        "layout: { contiguous: required, broadcast_stride0: «accepted» }\n      rank",
        "layout: { contiguous: required, broadcast_stride0: rejected }\n      rank");
    add(
        LAYOUT_NEEDS_STRIDED,
        "layout: { contiguous: required }\n      rank",
        "layout: { contiguous: required, reverse_strides: «accepted», strided: rejected }\n      rank",
        "layout: { contiguous: required, reverse_strides: rejected }\n      rank");
    add(
        BROADCAST_AXES,
        "strided: accepted, reverse",
        "strided: accepted, broadcast_stride0: «required», reverse",
        "strided: accepted, broadcast_stride0: required, broadcast_axes: [0], reverse");
    add(
        BROADCAST_AXES,
        "strided: accepted, reverse",
        "strided: accepted, broadcast_axes: «[0]», reverse",
        "strided: accepted, broadcast_stride0: accepted, reverse");
    add(
        LAYOUT_MISSING,
        "name: s\n      dtypes: [F8E8M0]\n      layout: { contiguous: required }",
        "name: «s»\n      dtypes: [F8E8M0]",
        "name: s\n      dtypes: [F8E8M0]\n      layout: { contiguous: required }");
    add(
        UNKNOWN_STRATEGY,
        "awkward_layout_strategy: handles_strided",
        "awkward_layout_strategy: «handles_stride»",
        "awkward_layout_strategy: strided");
    add(
        UNKNOWN_STRATEGY,
        "rank: any",
        "awkward_layout_strategy: «copy»",
        "awkward_layout_strategy: contiguize_internally");
    add(
        STRATEGY_LAYOUT_MISMATCH,
        "awkward_layout_strategy: requires_contiguous",
        "awkward_layout_strategy: «handles_strided»",
        "awkward_layout_strategy: requires_contiguous");
    add(
        STRATEGY_LAYOUT_MISMATCH,
        "awkward_layout_strategy: handles_strided",
        "awkward_layout_strategy: «requires_contiguous»",
        "awkward_layout_strategy: contiguize_internally");
    add(
        STRATEGY_LAYOUT_MISMATCH,
        "caps:\n  awkward_layout_strategy: handles_strided\n",
        "caps:\n",
        "caps:\n  awkward_layout_strategy: strided\n");
    add(RANK, "rank: any", "rank: «1..3»", "rank: 1..=3");
    add(RANK, "rank: any", "rank: «3..=1»", "rank: 2..");
    add(SHAPE_CONSTRAINT, "rank=1..=3;", "«rank=1-3»;", "rank=2;");
    add(SHAPE_CONSTRAINT, "words for people", "«same_as=»", "same as s, in words");
    add(
        SHAPE_CONSTRAINT,
        "divisible(dim[-1], 32)",
        "«divisible(dim[-1], 32»",
        "divisible(dim[-1], k)");
    add(SHAPE_CONSTRAINT, "words for people", "dim[0]=2 *«»", "dim[0] == twice k");
    add(SHAPE_CONSTRAINT, "words for people", "«capacity_ge(k, 3)»", "capacity_ge(dim[0], k)");
    add(
        RULE_SYNTAX,
        "dtype_rule: passthrough(input)",
        "dtype_rule: «passthru(input)»",
        "dtype_rule: fixed(U8)");
    add(
        RULE_SYNTAX,
        "shape_rule: same_as(input)",
        "shape_rule: «matmul(input)»",
        "shape_rule: invented(input, 2)");
    add(
        RULE_SYNTAX,
        "layout_guarantee: contiguous",
        "layout_guarantee: «dense»",
        "layout_guarantee: same_as(input)");
    add(RULE_SYNTAX, "aliasing: none", "aliasing: «in_place»", "aliasing: in_place(input)");
    add(UNKNOWN_ROLE, "passthrough(input)", "passthrough(«inpt»)", "passthrough( input )");
    add(
        UNKNOWN_ROLE,
        "same_as(input)\n      layout",
        "same_as(«out»)\n      layout",
        "same_as(input)\n      layout");
    add(OP_PARAMS_MISMATCH, "variant: Flip", "variant: «Roll»", "variant: \"Flip\"");
    add(
        OP_PARAMS_MISMATCH,
        "axis: { kind: usize }",
        "axis: { kind: «i64» }",
        "axis: { kind: \"usize\", note: a }");
    add(
        OP_PARAMS_MISMATCH,
        "axis: { kind: usize }",
        "axis: { kind: usize }\n      «axes»: { kind: usize }",
        "axis: usize");
    add(
        OP_PARAMS_MISMATCH,
        "    fields:\n      axis: { kind: usize }",
        "    «fields»: {}",
        "    fields: { axis: { kind: usize } }");
    add(VALUE_RANGE, "max_ulp: 0", "max_ulp: «-1»", "max_ulp: 1e3");
    add(VALUE_RANGE, "max_ulp: 0", "max_ulp: «.inf»", "max_ulp: ~");
    add(
        VALUE_RANGE,
        "caps:\n  awkward_layout_strategy: handles_strided",
        "caps:\n  alignment_bytes: «-16»\n  awkward_layout_strategy: handles_strided",
        "caps:\n  alignment_bytes: 16\n  awkward_layout_strategy: handles_strided");
  }

  private static void quantization() {
    String ggml = "quant: { family: GGML_BLOCK, ggml_dtype: Q4_0, role: weight, scale_operand: ~ }";
    add(UNKNOWN_QUANT_WORD, "ggml_dtype: Q4_0", "ggml_dtype: «Q4_K_M»", "ggml_dtype: Q4K");
    add(UNKNOWN_QUANT_WORD, "family: GGML_BLOCK", "family: «GGML»", "family: GGML_BLOCK");
    add(QUANT_INCOHERENT, ggml, "quant: { family: «GGML_BLOCK» }", "quant: { family: none }");
    add(
        QUANT_INCOHERENT,
        "ggml_dtype: Q4_0",
        "ggml_dtype: Q4_0, granularity: «PerBlock»",
        "ggml_dtype: Q8K");
    add(
        QUANT_INCOHERENT,
        ggml,
        "quant: { family: AFFINE_INT, granularity: «PerBlock» }",
        "quant: { family: AFFINE_FLOAT, granularity: PerToken }");
    add(SCALE_OPERAND, "scale_operand: ~", "scale_operand: «scales»", "scale_operand: s");
    add(SCALE_OPERAND, "scale_operand: ~", "scale_operand: «w»", "scale_operand: \"s\"");
    add(
        NOT_YET_REGISTRABLE,
        ggml,
        "quant: { family: «MX», granularity: PerBlock, scale_operand: s }",
        ggml);
    add(
        GATHER_INCOHERENT,
        ggml,
        "gather: { kind: paged_blocks, block_table: s, context_lens: «t» }",
        "gather: { kind: paged_blocks, block_table: s, context_lens: s }");
    add(
        GATHER_INCOHERENT,
        "requires_ext: true\n        symbolic_extent: required\n",
        "requires_ext: «false»\n        symbolic_extent: required\n        gather: { kind: paged_blocks, block_table: s, context_lens: s }\n",
        "requires_ext: true\n        symbolic_extent: required\n        gather: { kind: paged_blocks, block_table: s, context_lens: s }\n");
    add(
        EXTENT_INCOHERENT,
        "symbolic_extent: required\n        extent_kind: range",
        "symbolic_extent: tolerated\n        extent_kind: «range»",
        "symbolic_extent: tolerated\n        extent_kind: scalar");
    add(UNKNOWN_TOKEN, "extent_kind: range", "extent_kind: «ranges»", "extent_kind: affine");
  }

  private static void costs() {
    add(
        COST_SYNTAX,
        "\"2 * n * dtype_bytes\"",
        "\"2 * n «×» dtype_bytes\"",
        "\"2 * (n) * dtype_bytes\"");
    add(COST_SYNTAX, "\"2 * n * dtype_bytes\"", "\"2 * (n + 1«»\"", "2 * n");
    add(
        COST_SYMBOL,
        "\"2 * n * dtype_bytes\"",
        "\"2 * «m» * dtype_bytes\"",
        "\"axis * input.dim[0]\"");
    add(COST_SYMBOL, "\"k * w.dim[0]\"", "\"k * «x.dim»[0]\"", "\"k * out.dim[0]\"");
    add(PROVENANCE, "provenance: judge_measured", "provenance: «judged»", "provenance: declared");
    add(
        PROVENANCE,
        "provenance: judge_measured\n  class",
        "«class»",
        "provenance: judge_measured\n  class");
    add(
        DECLARED_WITHOUT_COST,
        "provenance: declared\n  flops: \"k * w.dim[0]\"\n  overhead_ns: 100",
        "provenance: «declared»",
        "provenance: declared\n  class: free");
    add(COST_NOT_A_NUMBER, "flops: \"0\"", "flops: «declared»", "flops: 0");
    add(
        MEASURED_OVERHEAD,
        "flops: \"0\"",
        "flops: \"0\"\n  overhead_ns: «50»",
        "flops: \"0\"\n  overhead_ns: ~");
    add(
        UNKNOWN_COST_CLASS,
        "class: cheap_elementwise\n  flops",
        "class: «cheap_elementwize»\n  flops",
        "class: conv\n  flops");
    add(
        UNKNOWN_FAST_PATH,
        "\"all_inputs_contiguous\"",
        "«\"all_inputs_contigous\"»",
        "\"input.dim[0] % 2 == 0\"");
  }

  private static void words() {
    add(
        UNKNOWN_DETERMINISM,
        "determinism: bitwise",
        "determinism: «bit_wise»",
        "determinism: same_hardware_bitwise");
    add(
        NONDETERMINISM,
        "determinism: bitwise",
        "determinism: «nondeterministic»",
        "determinism: bitwise");
    add(
        UNAUDITED,
        "max_ulp: 0\n  audited: true",
        "max_ulp: ~\n  audited: «false»",
        "max_ulp: 0\n  audited: false");
    add(UNKNOWN_BACKEND, "backend: Vulkan", "backend: «vulkan»", "backend: Metal");
  }
}
