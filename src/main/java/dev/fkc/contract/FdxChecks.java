package dev.fkc.contract;

import dev.fkc.contract.FdxFacts.ExtentKind;
import dev.fkc.contract.FdxFacts.Gather;
import dev.fkc.contract.FdxFacts.Granularity;
import dev.fkc.contract.FdxFacts.Quant;
import dev.fkc.contract.FdxFacts.QuantFamily;
import dev.fkc.contract.FdxFacts.SymbolicExtent;
import dev.fkc.source.DidYouMean;
import dev.fkc.source.Rule;
import dev.fkc.type.DType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules for sub-byte dtypes, quantization, paging and extents (format §6, rules 3, 6, 14 and
 * 15).
 */
final class FdxChecks {
  private final String name;
  private final List<DType> dtypes;
  private final Fields operand;
  private final List<TensorDescriptor> inputs;
  private final Roles roles;
  private final boolean registrable;
  private final Findings findings;

  FdxChecks(
      String name,
      List<DType> dtypes,
      Fields operand,
      List<TensorDescriptor> inputs,
      Roles roles,
      boolean registrable) {
    this.name = name;
    this.dtypes = dtypes;
    this.operand = operand;
    this.inputs = inputs;
    this.roles = roles;
    this.registrable = registrable;
    this.findings = operand.findings();
  }

  void check(@Nullable FdxFacts fdx) {
    checkSubByte(fdx);
    Fields fields = operand.reopen("fdx");
    if (fdx == null || fields == null) {
      return;
    }
    checkExtent(fdx, fields);
    Fields quant = fields.reopen("quant");
    if (fdx.quant() != null && quant != null && quant.has("family")) {
      checkQuant(fdx.quant(), quant);
    }
    Fields gather = fields.reopen("gather");
    if (fdx.gather() != null && gather != null) {
      checkGather(fdx, fdx.gather(), fields, gather);
    }
  }

  private void checkSubByte(@Nullable FdxFacts fdx) {
    boolean packed = fdx != null && (fdx.subByte() || fdx.quant() != null);
    if (packed || !operand.has("dtypes")) {
      return;
    }
    for (DType dtype : dtypes) {
      if (dtype.isSubByte()) {
        findings.add(
            findings
                .problem(
                    Rule.SUB_BYTE_WITHOUT_FACTS,
                    operand.spanOf("dtypes"),
                    operand.pathOf("dtypes"),
                    dtype
                        + " is smaller than a byte, and operand '"
                        + name
                        + "' does not say how it is packed")
                .withFound(dtype.token())
                .withExpected("fdx: { sub_byte: true } or an fdx.quant block"));
        return;
      }
    }
  }

  private void checkExtent(FdxFacts fdx, Fields fields) {
    if (fdx.symbolicExtent() == null && fields.has("symbolic_extent")) {
      return; // The word is unknown, which has been reported.
    }
    boolean late = fdx.extentKind() == ExtentKind.RANGE || fdx.extentKind() == ExtentKind.AFFINE;
    if (!late || fdx.symbolicExtent() == SymbolicExtent.REQUIRED) {
      return;
    }
    findings.add(
        findings
            .problem(
                Rule.EXTENT_INCOHERENT,
                fields.spanOf("extent_kind"),
                fields.pathOf("extent_kind"),
                "extent_kind " + fields.raw("extent_kind") + " without symbolic_extent: required")
            .withFound(fields.has("symbolic_extent") ? fields.raw("symbolic_extent") : "nothing")
            .withExpected("symbolic_extent: required, or another extent_kind")
            .withRelated(
                fields.has("symbolic_extent")
                    ? fields.spanOf("symbolic_extent")
                    : operand.map().span(),
                fields.has("symbolic_extent") ? "symbolic_extent here" : "of this operand"));
  }

  private void checkQuant(Quant quant, Fields fields) {
    String family = quant.family().token();
    switch (quant.family()) {
      case GGML_BLOCK -> {
        if (!fields.has("ggml_dtype")) {
          incoherent(
              fields, "family", family + " needs a ggml_dtype", "ggml_dtype: Q4_0 or another");
        }
        if (quant.granularity() != null) {
          incoherent(
              fields,
              "granularity",
              family + " has no granularity: its blocks are those of the ggml_dtype",
              "no granularity");
        }
      }
      case AFFINE_INT, AFFINE_FLOAT -> {
        boolean right = quant.granularity() != null && quant.granularity() != Granularity.PER_BLOCK;
        if (!right && (quant.granularity() != null || !fields.has("granularity"))) {
          incoherent(
              fields,
              "granularity",
              family + " needs a granularity that is not a block",
              "PerTensor, PerToken or PerChannel");
        }
      }
      case MX -> checkMx(quant, fields);
      case AFFINE_BLOCK -> {
        if (quant.blockShape().isEmpty()) {
          incoherent(fields, "block_shape", family + " needs a block_shape", "block_shape: [..]");
        }
        if (quant.granularity() == Granularity.PER_BLOCK) {
          incoherent(
              fields,
              "granularity",
              family + " takes its block from block_shape, not from PerBlock",
              "no granularity, or PerTensor, PerToken or PerChannel");
        }
      }
      case NONE -> {}
    }
    checkScale(quant, fields);
    boolean early = quant.family() == QuantFamily.MX || quant.family() == QuantFamily.AFFINE_BLOCK;
    if (early && registrable) {
      findings.add(
          findings
              .problem(
                  Rule.NOT_YET_REGISTRABLE,
                  fields.spanOf("family"),
                  fields.pathOf("family"),
                  family + " cannot be registered yet")
              .withFound(family)
              .withExpected("another family, or registrable: false"));
    }
  }

  private void checkMx(Quant quant, Fields fields) {
    if (quant.granularity() != Granularity.PER_BLOCK
        && (quant.granularity() != null || !fields.has("granularity"))) {
      incoherent(fields, "granularity", "MX needs granularity: PerBlock", "PerBlock");
    }
    boolean scaled = dtypes.contains(DType.F8E8M0);
    if (!scaled && !scalesAreE8M0(quant.scaleOperand())) {
      incoherent(
          fields,
          "family",
          "MX needs scales of dtype F8E8M0",
          "an F8E8M0 scale_operand, or F8E8M0 among the operand's dtypes");
    }
  }

  private boolean scalesAreE8M0(@Nullable String role) {
    return inputs.stream()
        .anyMatch(i -> i.name().equals(role) && i.dtypes().contains(DType.F8E8M0));
  }

  private void checkScale(Quant quant, Fields fields) {
    String scale = quant.scaleOperand();
    if (scale == null || roles.allow(scale) && !scale.equals(name)) {
      return;
    }
    findings.add(
        findings
            .problem(
                Rule.SCALE_OPERAND,
                fields.spanOf("scale_operand"),
                fields.pathOf("scale_operand"),
                "scale_operand '" + scale + "' is no other input of the section")
            .withFound(scale)
            .withExpected(roles + ", or ~")
            .withHelp(DidYouMean.help(scale, roles.names())));
  }

  private void checkGather(FdxFacts fdx, Gather gather, Fields fields, Fields gatherFields) {
    if (!fdx.requiresExt()) {
      gatherNeeds(fields, gatherFields, "requires_ext", "requires_ext: true");
    }
    boolean unknown = fdx.symbolicExtent() == null && fields.has("symbolic_extent");
    if (fdx.symbolicExtent() != SymbolicExtent.REQUIRED && !unknown) {
      gatherNeeds(fields, gatherFields, "symbolic_extent", "symbolic_extent: required");
    }
    gatherRole(gatherFields, "block_table", gather.blockTable());
    gatherRole(gatherFields, "context_lens", gather.contextLens());
  }

  private void gatherNeeds(Fields fields, Fields gather, String key, String expected) {
    boolean there = fields.has(key);
    findings.add(
        findings
            .problem(
                Rule.GATHER_INCOHERENT,
                there ? fields.spanOf(key) : gather.spanOf("kind"),
                fields.pathOf(key),
                "a paged operand needs " + expected)
            .withFound(there ? key + ": " + fields.raw(key) : "no " + key)
            .withExpected(expected)
            .withRelated(gather.spanOf("kind"), "paged here"));
  }

  private void gatherRole(Fields gather, String key, @Nullable String role) {
    if (role == null && !gather.has(key)) {
      findings.add(
          findings
              .problem(
                  Rule.GATHER_INCOHERENT,
                  gather.spanOf("kind"),
                  gather.pathOf(key),
                  "paged_blocks needs a " + key)
              .withFound("no " + key)
              .withExpected(roles.toString()));
    } else if (role != null && !roles.allow(role)) {
      findings.add(
          findings
              .problem(
                  Rule.GATHER_INCOHERENT,
                  gather.spanOf(key),
                  gather.pathOf(key),
                  key + " '" + role + "' is no input of the section")
              .withFound(role)
              .withExpected(roles.toString())
              .withHelp(DidYouMean.help(role, roles.names())));
    }
  }

  private void incoherent(Fields quant, String key, String message, String expected) {
    boolean there = quant.has(key);
    var problem =
        findings
            .problem(
                Rule.QUANT_INCOHERENT,
                there ? quant.spanOf(key) : quant.spanOf("family"),
                quant.pathOf(key),
                message)
            .withFound(there ? key + ": " + quant.rawList(key) : "no " + key)
            .withExpected(expected);
    findings.add(
        there && !key.equals("family")
            ? problem.withRelated(quant.spanOf("family"), "the family")
            : problem);
  }
}
