package dev.fkc.source;

import dev.fkc.source.Problem.Severity;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Everything that can be wrong with a contract: one stable code per rule, with the reason for it
 * and the way out. The text of {@code fkc explain} and of {@code docs/diagnostics.md} is made from
 * this.
 *
 * <p>A code is {@code FKC-} and the constant's name with dashes. A code is never reused or renamed.
 */
public enum Rule {
  // Files and Markdown, format §1.
  UNREADABLE_FILE(
      "§1",
      Severity.ERROR,
      "The file or folder cannot be read",
      "Nothing can be said about text that cannot be opened.",
      "Check the path and its permissions; a folder is searched for files that end in .fkc.md."),
  INVALID_UTF8(
      "§1",
      Severity.ERROR,
      "The file is not UTF-8",
      "Guessing another encoding would change tokens and symbols without anyone seeing it.",
      "Save the file as UTF-8; the message gives the offset of the first bad byte."),
  FILE_TOO_LARGE(
      "§2",
      Severity.ERROR,
      "A file is over 16 MiB or has too many lines, or all files are over 64 MiB",
      "A contract file is text that people read; a bound keeps a hostile one from using up memory.",
      "Split the file; files of one provider are read together."),
  CONTROL_CHARACTER(
      "§2",
      Severity.ERROR,
      "A character that YAML does not allow",
      "NUL and other control characters are invisible and end up inside symbols.",
      "Delete the character, or write it as an escape in a double-quoted string."),
  FRONT_MATTER_MISSING(
      "§1",
      Severity.ERROR,
      "The file does not start with front matter",
      "Version and provider decide how everything below is read.",
      "Make the first line '---', then fkc_version and provider, then a line '---'."),
  FRONT_MATTER_UNCLOSED(
      "§1",
      Severity.ERROR,
      "The front matter never ends",
      "Without the closing line the whole document would be read as YAML.",
      "Add a line '---' after the provider block."),
  FENCE_UNCLOSED(
      "§1",
      Severity.ERROR,
      "A code fence never closes",
      "An open fence swallows every section below it.",
      "Close it with a fence of the same character, at least as long, on a line of its own."),
  SECTION_WITHOUT_BLOCK(
      "§1",
      Severity.ERROR,
      "A section has no fkc block",
      "Every level-2 heading stands for one kernel, and the block is what describes it.",
      "Add a fenced block whose info string starts with the word fkc, or use a heading of level 3."),
  SECTION_WITH_SEVERAL_BLOCKS(
      "§1",
      Severity.ERROR,
      "A section has more than one fkc block",
      "One section describes one kernel; with two blocks it is not clear which heading and prose"
          + " belong to which.",
      "Give each block a level-2 heading of its own."),
  BLOCK_OUTSIDE_SECTION(
      "§1",
      Severity.ERROR,
      "An fkc block stands before the first section",
      "A kernel without a heading has no name that a reader could find.",
      "Put a level-2 heading above the block."),
  PROVIDER_FILE_WITH_SECTIONS(
      "§1",
      Severity.ERROR,
      "A _provider.fkc.md file holds more than front matter",
      "That file only gives defaults to the files of its folder tree.",
      "Move the sections into a file of another name."),

  // Restricted YAML, format §2.
  YAML_SYNTAX(
      "§2",
      Severity.ERROR,
      "The block is not YAML",
      "The parser lost the structure here; what follows cannot be trusted.",
      "Mend the marked place: often a missing quote, a missing ': ' or a wrong indentation."),
  LOST_INDENTATION(
      "§2",
      Severity.ERROR,
      "The block has lost its indentation",
      "Nesting is what says to which field a value belongs.",
      "Indent the fields again; fkc fmt does it where the schema makes the nesting unambiguous."),
  YAML_TAB(
      "§2",
      Severity.ERROR,
      "Indentation with something other than blanks",
      "A tab or a special space cannot be told from blanks by eye.",
      "Indent with plain blanks."),
  YAML_REFERENCE(
      "§6 rule 12",
      Severity.ERROR,
      "An anchor, an alias or a merge key",
      "A reader must see every value where it stands, and references are how small files become"
          + " huge.",
      "Write the value out."),
  YAML_TAG(
      "§2",
      Severity.ERROR,
      "A YAML tag",
      "Contracts hold plain data; no object is ever constructed from them.",
      "Delete the tag; quote the value if it must be a string."),
  DUPLICATE_KEY(
      "§2",
      Severity.ERROR,
      "The same key twice in one mapping",
      "YAML readers disagree on which of the two counts.",
      "Keep one of the two; the message shows both places."),
  AMBIGUOUS_WORD(
      "§2",
      Severity.ERROR,
      "An unquoted yes, no, on, off, y or n",
      "YAML 1.1 reads it as a boolean, YAML 1.2 as a string.",
      "Write true or false, or quote the word. Only the key 'name' may have it unquoted."),
  LOOK_ALIKE_QUOTE(
      "§2",
      Severity.ERROR,
      "A typographic quote where a plain one belongs",
      "YAML does not see it as a quote, so it becomes part of the value.",
      "Use \" or '."),
  NESTING_TOO_DEEP(
      "§2",
      Severity.ERROR,
      "Nesting deeper than 32",
      "The format needs fewer than ten levels; a bound keeps hostile text from exhausting the stack.",
      "Flatten the value."),
  BLOCK_TOO_LARGE(
      "§2",
      Severity.ERROR,
      "A block over 1 MiB",
      "One kernel's description is a page; a bound keeps a hostile one from using up memory.",
      "Move explanations into the prose around the block."),
  SCALAR_TOO_LARGE(
      "§2",
      Severity.ERROR,
      "A value over 64 KiB",
      "No field of the format holds that much.",
      "Move explanations into the prose around the block."),
  BAD_SCALAR_TYPE(
      "§2",
      Severity.ERROR,
      "A value of the wrong type",
      "A value is never turned into another type: 1 is no token and \"1\" is no number.",
      "Quote a token that looks like a number, a boolean or a date; leave numbers and true or false"
          + " unquoted."),
  WRONG_STRUCTURE(
      "§3",
      Severity.ERROR,
      "A list, a mapping or a single value where another of them belongs",
      "The field's meaning depends on its structure.",
      "Write the structure that the message names."),
  UNKNOWN_KEY(
      "§2",
      Severity.WARNING,
      "A key that the format does not have",
      "A newer version may define it, so it is ignored; more often it is a slip of the pen, and the"
          + " field meant is missing.",
      "Correct the spelling, move the key to where it belongs, or delete it."),

  // Front matter, format §1 and §6 rule 1.
  UNSUPPORTED_VERSION(
      "§6 rule 1",
      Severity.ERROR,
      "A format version that this program does not read",
      "Reading a newer format by the old rules would give wrong contracts.",
      "Write fkc_version: 1, or use a newer program."),
  MISSING_FIELD(
      "§6 rule 2",
      Severity.ERROR,
      "A required field is missing",
      "The kernel cannot be found, called or priced without it.",
      "Add the field that the message names."),
  PROVIDER_DISAGREEMENT(
      "§1",
      Severity.ERROR,
      "Files of one provider disagree",
      "All kernels of a provider are linked and hashed with the same identity. Declared in one file"
          + " and absent in another is a disagreement too.",
      "Give the field the same value in every file, best in one _provider.fkc.md."),

  // The block, format §3 and §6.
  OP_CHOICE(
      "§6 rule 2",
      Severity.ERROR,
      "Not exactly one of op_kind and fused_op",
      "A registrable kernel implements one op.",
      "Name the op by one of the two keys; a section that only documents says registrable: false."),
  UNKNOWN_DTYPE(
      "§6 rule 3",
      Severity.ERROR,
      "A dtype that does not exist",
      "Dtypes are part of the dispatch key; a wrong one would never be found.",
      "Use a dtype of the table in upper case, such as F32, BF16, U8 or BOOL."),
  UNKNOWN_DTYPE_CLASS(
      "§6 rule 3",
      Severity.ERROR,
      "A dtype class that does not exist",
      "A class expands to dtypes, which are part of the dispatch key.",
      "Use float, int, uint or any, or list the dtypes."),
  NO_DTYPES(
      "§6 rule 3",
      Severity.ERROR,
      "An operand without dtypes",
      "Every operand contributes a dtype to the dispatch key.",
      "Add dtypes: [..] or a dtype_class that stands for some."),
  SUB_BYTE_WITHOUT_FACTS(
      "§6 rule 3",
      Severity.ERROR,
      "A sub-byte dtype without sub_byte or quant",
      "Elements smaller than a byte have no address; the operand must say how they are packed.",
      "Add fdx: { sub_byte: true } or an fdx.quant block."),
  OP_NAME(
      "§6 rule 3",
      Severity.ERROR,
      "An op name that is not a name",
      "An op is one case-sensitive word.",
      "Write a word of letters, digits and underscores, such as IndexSelect."),
  OP_MISSPELT(
      "§6 rule 3",
      Severity.WARNING,
      "An op name that is nearly one of this project's ops",
      "Any op may be named, so a misspelt one is accepted and then never found.",
      "Correct the spelling, unless another op is really meant."),
  LAYOUT_WORD(
      "§6 rule 4",
      Severity.ERROR,
      "A layout flag with an unknown word",
      "A flag that is not understood could let a view reach a kernel that reads it wrongly.",
      "contiguous takes required, accepted or n/a; the others accepted or rejected;"
          + " broadcast_stride0 also required."),
  LAYOUT_ACCEPTS_NOTHING(
      "§6 rule 4",
      Severity.ERROR,
      "An operand accepts neither contiguous nor strided views",
      "No tensor could ever be passed to it. Flags that are left out count as n/a and rejected.",
      "Say contiguous: required or accepted, or strided: accepted."),
  LAYOUT_NEEDS_STRIDED(
      "§6 rule 4",
      Severity.ERROR,
      "Broadcast or reversed views are accepted, strided ones are not",
      "A stride of 0 or below 0 is a stride; a kernel that walks it walks strides.",
      "Say strided: accepted as well, or reject the other flag."),
  BROADCAST_AXES(
      "§3",
      Severity.ERROR,
      "broadcast_axes and broadcast_stride0 do not fit each other",
      "The list of axes says which ones must be broadcast, and only then has a meaning.",
      "Give a non-empty broadcast_axes list exactly when broadcast_stride0 is required."),
  LAYOUT_MISSING(
      "§6 rule 4",
      Severity.WARNING,
      "An operand without a layout block",
      "It counts as dense-only; perhaps the kernel can do more.",
      "Add a layout block that says what the kernel accepts."),
  UNKNOWN_STRATEGY(
      "§6 rule 5",
      Severity.ERROR,
      "An awkward_layout_strategy that does not exist",
      "The planner would not know whether to insert a copy.",
      "Use requires_contiguous, handles_strided or contiguize_internally."),
  STRATEGY_LAYOUT_MISMATCH(
      "§6 rule 5",
      Severity.ERROR,
      "Strategy and layout flags contradict each other",
      "handles_strided and contiguize_internally pass strided views to the kernel, so it must accept"
          + " them; requires_contiguous promises dense ones, so contiguous must be required.",
      "Change the strategy or the flag; an operand may have a strategy of its own."),
  UNKNOWN_QUANT_WORD(
      "§6 rule 6",
      Severity.ERROR,
      "A quantization word that does not exist",
      "A wrong family, block format or granularity would read the data wrongly.",
      "Use the word that the message suggests; GGML formats are written like Q4K, never Q4_K_M."),
  QUANT_INCOHERENT(
      "§6 rule 6",
      Severity.ERROR,
      "Quantization facts that contradict each other",
      "Each family fixes which other facts it needs and which it must not have.",
      "GGML_BLOCK: ggml_dtype and no granularity. AFFINE_INT, AFFINE_FLOAT: PerTensor, PerToken or"
          + " PerChannel. MX: PerBlock and F8E8M0. AFFINE_BLOCK: block_shape and not PerBlock."),
  SCALE_OPERAND(
      "§6 rule 6",
      Severity.ERROR,
      "scale_operand names no input",
      "The scales would not be found.",
      "Name another input of the section, or ~ when the scales lie in the blocks."),
  NOT_YET_REGISTRABLE(
      "§6 rule 6",
      Severity.ERROR,
      "A quantization family that cannot be registered yet",
      "MX and AFFINE_BLOCK are described by the format, but nothing can dispatch them yet.",
      "Say registrable: false to keep the section as documentation."),
  OP_PARAMS_MISMATCH(
      "§6 rule 7",
      Severity.ERROR,
      "op_params differ from the op's parameters",
      "The runtime passes a typed record; a field that it does not have, or has as another type,"
          + " cannot be filled.",
      "Use the variant, names and kinds that the message lists."),
  COST_SYNTAX(
      "§6 rule 8",
      Severity.ERROR,
      "A cost expression that cannot be parsed",
      "Costs are compiled once at import; later there is nobody to ask.",
      "Use numbers, names, + - * / % and parentheses."),
  COST_SYMBOL(
      "§6 rule 8",
      Severity.ERROR,
      "A symbol in a cost expression that is not in scope",
      "The cost would always be unknown. For ops of other projects this is a warning.",
      "Use operand dims by role (q.dim[1]), op_params fields, n or dtype_bytes."),
  PROVENANCE(
      "§6 rule 8a",
      Severity.ERROR,
      "A cost block without a valid provenance",
      "Measured hints and declared numbers are used differently.",
      "Add provenance: judge_measured or provenance: declared."),
  DECLARED_WITHOUT_COST(
      "§6 rule 8a",
      Severity.ERROR,
      "A declared cost that declares nothing",
      "declared promises numbers.",
      "Give a constant or an expression, say class: free, or use judge_measured."),
  COST_NOT_A_NUMBER(
      "§6 rule 8a",
      Severity.ERROR,
      "A word in a cost field",
      "A provenance word in a number field would be read as a symbol that nobody defines.",
      "Put the word under provenance, and a number, an expression or ~ here."),
  MEASURED_OVERHEAD(
      "§6 rule 8a",
      Severity.ERROR,
      "An authored overhead_ns under judge_measured",
      "An absolute time is what the measurement is for; an authored one would be an invention.",
      "Write overhead_ns: ~, or provenance: declared if the number is known."),
  UNKNOWN_DETERMINISM(
      "§6 rule 9",
      Severity.ERROR,
      "A determinism that does not exist",
      "Callers filter kernels by it.",
      "Use bitwise, same_hardware_bitwise or nondeterministic."),
  NONDETERMINISM(
      "§6 rule 9",
      Severity.ERROR,
      "nondeterministic with a stability claim or without an audit",
      "A kernel whose bits vary cannot be bit-stable, and how far they vary must have been looked at.",
      "Say bit_stable_on_same_hardware: false and audited: true, or another determinism."),
  UNAUDITED(
      "§6 rule 9",
      Severity.WARNING,
      "No precision is claimed and nobody has checked",
      "A planner with a precision floor will never choose the kernel.",
      "Give bounds, or audit the kernel and say so in notes."),
  DUPLICATE_KERNEL_NAME(
      "§6 rule 10",
      Severity.ERROR,
      "Two sections of a file describe kernels of the same name",
      "A kernel's name is how people ask for it.",
      "Rename one; the message shows both places."),
  DUPLICATE_ROLE(
      "§6 rule 10",
      Severity.ERROR,
      "Two operands of a section have the same name",
      "Rules refer to operands by name.",
      "Rename one; the message shows both places."),
  BLURB_DISAGREES(
      "§6 rule 11",
      Severity.NOTE,
      "The blurb differs from the section's first paragraph",
      "The format wants them equal, so that tools and readers see the same line.",
      "Nothing has to be done; shown with --pedantic only."),
  BLURB_LINES(
      "§3",
      Severity.ERROR,
      "A blurb of several lines",
      "It is shown in lists, one line per kernel.",
      "Shorten it to one line."),
  ADDRESS(
      "§6 rule 12",
      Severity.ERROR,
      "An address where a symbol belongs",
      "An address is valid in one process only; a symbol is resolved by the link registry.",
      "Write the symbol's path, such as provider::fkc::kernel."),
  ENTRY_POINT(
      "§3",
      Severity.ERROR,
      "An entry point that is not a symbol",
      "The link registry is asked for exactly this text.",
      "Write names joined by '::', without blanks."),
  BUNDLE_RANK(
      "§6 rule 13",
      Severity.ERROR,
      "A bundle slot of rank above 6",
      "A bundle packs its slots' extents into a fixed number of fields.",
      "Bound the rank, such as 1..=6, or return outputs."),
  RETURN_CHOICE(
      "§3",
      Severity.ERROR,
      "Not exactly one of outputs and bundle",
      "A kernel returns tensors or one bundle of them.",
      "Keep one of the two, or give the output that is the bundle dtype_rule: bundle."),
  GATHER_INCOHERENT(
      "§6 rule 14",
      Severity.ERROR,
      "Paging facts that contradict each other",
      "A paged operand makes sense only with its extension, with extents that are known late, and"
          + " with the inputs that list its pages.",
      "Say requires_ext: true and symbolic_extent: required, and name inputs of the section in"
          + " block_table and context_lens."),
  EXTENT_INCOHERENT(
      "§6 rule 15",
      Severity.ERROR,
      "extent_kind range or affine without symbolic_extent: required",
      "A range or affine extent is only known at run time.",
      "Say symbolic_extent: required, or extent_kind: scalar."),
  UNKNOWN_TOKEN(
      "§6 rule 16",
      Severity.ERROR,
      "A word that the format does not have here",
      "A word that carries meaning and is not understood must not be guessed.",
      "Use one of the words that the message lists."),
  UNKNOWN_BACKEND(
      "§6 rule 16",
      Severity.WARNING,
      "A backend that is not in the table",
      "The set is open, so it is accepted; a misspelt one is never found.",
      "Use Cpu, Cuda, Vulkan or Metal, unless another backend is really meant."),
  UNKNOWN_COST_CLASS(
      "§6 rule 16",
      Severity.WARNING,
      "A cost class that does not exist",
      "It only advises, so the dearest class stands in for it.",
      "Use free, cheap_elementwise, strided_elementwise, reduction, normalization, gemm_like,"
          + " attention or conv."),
  UNKNOWN_FAST_PATH(
      "§6 rule 16",
      Severity.WARNING,
      "A fast-path predicate that is not understood",
      "It only advises, so the fast path is taken never to apply.",
      "Use all_inputs_contiguous, any_input_strided, any_input_broadcast, any_input_reversed or a"
          + " comparison of two expressions."),
  DESCRIBE_ONLY(
      "§6 rule 17",
      Severity.ERROR,
      "A describe-only section with an op that cannot be one",
      "It may leave the op out or describe it in a word, but it must not name two.",
      "Keep op_kind or fused_op, or neither."),
  SHAPE_CONSTRAINT(
      "§6",
      Severity.ERROR,
      "A malformed shape constraint",
      "It starts like a constraint that programs check, and then cannot be read.",
      "Mend it as the message says; words for people are allowed and kept."),
  RULE_SYNTAX(
      "§3",
      Severity.ERROR,
      "A dtype, shape, layout or aliasing rule that cannot be read",
      "The result's dtype is part of the dispatch key, and its shape and layout decide the buffer.",
      "Write the rule as a word or as word(argument, ..), as the message lists."),
  UNKNOWN_ROLE(
      "§5",
      Severity.ERROR,
      "A rule refers to an operand that does not exist",
      "The result's dtype, shape or memory would not be known.",
      "Name an input of the section; the message lists them."),
  RANK(
      "§3",
      Severity.ERROR,
      "A rank that cannot be read",
      "The argument checks are made from it.",
      "Write a number, any, a..=b or a.. ."),
  REVISION_HASH(
      "§7",
      Severity.ERROR,
      "A kernel_revision_hash that is not a hash",
      "An unquoted number may lose digits, and a wrong hash matches nothing.",
      "Write auto, or 1 to 16 hex digits in quotes."),
  VALUE_RANGE(
      "§3",
      Severity.ERROR,
      "A number outside the field's range",
      "Sizes and error bounds are not negative, and granularities are whole numbers.",
      "Correct the number."),

  // Fan-out and registering, format §5, §7 and §10.
  FANOUT_DTYPE_MISMATCH(
      "§5",
      Severity.ERROR,
      "Operands that vary list different dtypes",
      "A section fans out over one list; two lists would need a rule for combining them.",
      "Give every varying operand the same dtypes in the same order, or write one section each."),
  OPTIONAL_OPERAND_NOT_LAST(
      "§5",
      Severity.ERROR,
      "An optional operand that is not the last input",
      "Leaving out an operand in the middle would shift the others.",
      "Make it the last input, or write two sections."),
  OPTIONAL_PASSTHROUGH(
      "§5",
      Severity.ERROR,
      "A result takes its dtype from an optional operand",
      "Without the operand the result would have no dtype.",
      "Take the dtype from another input, or write fixed(D)."),
  UNRESOLVED_OUTPUT_DTYPE(
      "§5",
      Severity.ERROR,
      "A result whose dtype is not known at import",
      "Every result contributes a dtype to the dispatch key.",
      "Use passthrough(role) or fixed(D)."),
  UNKNOWN_ENTRY_POINT(
      "§5",
      Severity.ERROR,
      "A symbol that the link registry does not have",
      "There is no kernel to call.",
      "Correct entry_point, or register the symbol; a section that varies in dtype asks for base_f32,"
          + " base_bf16 and so on."),
  DUPLICATE_KERNEL(
      "§6 rule 10",
      Severity.ERROR,
      "The same kernel registered twice under one key",
      "It would be its own rival.",
      "Delete one of the two; the message shows both places."),
  UNVERIFIED_CLAIM(
      "§10",
      Severity.NOTE,
      "An audited precision claim without a verification record",
      "A claim counts only where a ledger holds a pass for this revision on this kind of device.",
      "Run fkc verify on the device, or accept that the entry reads UNAUDITED.");

  private final String section;
  private final Severity severity;
  private final String title;
  private final String why;
  private final String mend;

  Rule(String section, Severity severity, String title, String why, String mend) {
    this.section = section;
    this.severity = severity;
    this.title = title;
    this.why = why;
    this.mend = mend;
  }

  /** The stable code, {@code FKC-UNKNOWN-DTYPE}. */
  public String code() {
    return "FKC-" + name().replace('_', '-');
  }

  /** The part of the format that it belongs to, such as {@code §6 rule 4}. */
  public String section() {
    return section;
  }

  /** What a breach normally means for an import. */
  public Severity severity() {
    return severity;
  }

  /** What is wrong, in one line. */
  public String title() {
    return title;
  }

  /** Why the rule exists. */
  public String why() {
    return why;
  }

  /** How to mend a breach. */
  public String mend() {
    return mend;
  }

  /** The rule with this code, in any case, with or without {@code FKC-}. */
  public static Optional<Rule> ofCode(String code) {
    String name = code.toUpperCase(Locale.ROOT).replace('-', '_');
    String bare = name.startsWith("FKC_") ? name.substring(4) : name;
    return Arrays.stream(values()).filter(rule -> rule.name().equals(bare)).findFirst();
  }
}
