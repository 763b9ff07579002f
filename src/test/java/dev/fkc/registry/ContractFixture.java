package dev.fkc.registry;

import dev.fkc.contract.Aliasing;
import dev.fkc.contract.AwkwardLayoutStrategy;
import dev.fkc.contract.BundleSlot;
import dev.fkc.contract.Caps;
import dev.fkc.contract.ContractFile;
import dev.fkc.contract.ContractSet;
import dev.fkc.contract.CostBlock;
import dev.fkc.contract.DtypeClass;
import dev.fkc.contract.DtypeRule;
import dev.fkc.contract.FdxFacts;
import dev.fkc.contract.FieldSpans;
import dev.fkc.contract.KernelContract;
import dev.fkc.contract.LayoutFlags;
import dev.fkc.contract.LayoutGuarantee;
import dev.fkc.contract.OutputDescriptor;
import dev.fkc.contract.PrecisionBlock;
import dev.fkc.contract.Provider;
import dev.fkc.contract.Rank;
import dev.fkc.contract.RawIdentity;
import dev.fkc.contract.TensorDescriptor;
import dev.fkc.source.SourceFile;
import dev.fkc.source.SourceSpan;
import dev.fkc.type.BackendId;
import dev.fkc.type.DType;
import dev.fkc.type.Determinism;
import dev.fkc.type.OpKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes contract records without text, for tests that are about what follows from them. */
final class ContractFixture {
  static final String LINKS = "p::ENTRY_POINTS";

  private final SourceFile file;
  private final String kernel;
  private OpKind op;
  private boolean registrable = true;
  private String linkRegistry = LINKS;
  private final List<TensorDescriptor> inputs = new ArrayList<>();
  private final List<OutputDescriptor> outputs = new ArrayList<>();
  private final List<BundleSlot> bundle = new ArrayList<>();
  private CostBlock cost;
  private PrecisionBlock precision;
  private AwkwardLayoutStrategy strategy;
  private Long authoredRevision;

  private ContractFixture(String kernel, OpKind op) {
    this.file =
        SourceFile.of(
            kernel + ".fkc.md", "kernel: " + kernel + "\nentry_point: p::" + kernel + "\n");
    this.kernel = kernel;
    this.op = op;
  }

  static ContractFixture section(String kernel, OpKind op) {
    return new ContractFixture(kernel, op);
  }

  ContractFixture input(String name, DType... dtypes) {
    return input(name, List.of(dtypes), null, false, null, null);
  }

  ContractFixture inputOfClass(String name, DtypeClass dtypeClass) {
    return input(name, List.of(), dtypeClass, false, null, null);
  }

  ContractFixture optional(String name, DType... dtypes) {
    return input(name, List.of(dtypes), null, true, null, null);
  }

  ContractFixture inputWith(String name, AwkwardLayoutStrategy own, DType... dtypes) {
    return input(name, List.of(dtypes), null, false, own, null);
  }

  ContractFixture quantized(String name, FdxFacts.QuantFamily family, DType... dtypes) {
    FdxFacts.Quant quant = new FdxFacts.Quant(family, null, null, List.of(), null, null, span());
    return input(
        name,
        List.of(dtypes),
        null,
        false,
        null,
        new FdxFacts(true, false, null, null, quant, null, span()));
  }

  private ContractFixture input(
      String name,
      List<DType> dtypes,
      DtypeClass dtypeClass,
      boolean optional,
      AwkwardLayoutStrategy own,
      FdxFacts fdx) {
    inputs.add(
        new TensorDescriptor(
            name,
            optional,
            false,
            dtypes,
            dtypeClass,
            LayoutFlags.denseOnly(span()),
            own,
            Rank.ANY,
            List.of(),
            fdx,
            null,
            null,
            null,
            span()));
    return this;
  }

  ContractFixture passthrough(String role) {
    return output(new DtypeRule.Passthrough(role));
  }

  ContractFixture fixed(DType dtype) {
    return output(new DtypeRule.Fixed(dtype));
  }

  ContractFixture output(DtypeRule rule) {
    outputs.add(descriptor(rule));
    return this;
  }

  ContractFixture slot(DtypeRule rule) {
    bundle.add(new BundleSlot(descriptor(rule), Rank.ANY, span()));
    return this;
  }

  private OutputDescriptor descriptor(DtypeRule rule) {
    return new OutputDescriptor(
        "out",
        rule,
        null,
        new LayoutGuarantee.Contiguous(),
        new Aliasing.None(),
        null,
        null,
        span());
  }

  ContractFixture describeOnly() {
    registrable = false;
    op = null;
    return this;
  }

  ContractFixture linkedBy(String name) {
    linkRegistry = name;
    return this;
  }

  ContractFixture cost(CostBlock block) {
    cost = block;
    return this;
  }

  ContractFixture exact(boolean audited) {
    precision = new PrecisionBlock(true, 0.0, 0.0, 0.0, audited, "exact copy", span());
    return this;
  }

  ContractFixture strategy(AwkwardLayoutStrategy word) {
    strategy = word;
    return this;
  }

  ContractFixture revision(long hash) {
    authoredRevision = hash;
    return this;
  }

  SourceSpan span() {
    return file.span(0, file.text().length());
  }

  KernelContract contract() {
    Provider provider = new Provider("p", BackendId.VULKAN, "test", linkRegistry, "rev", span());
    RawIdentity identity =
        new RawIdentity(
            op == null ? "" : op.name(),
            "",
            "",
            "",
            "p::" + kernel,
            "bitwise",
            inputs.stream()
                .map(
                    input ->
                        new RawIdentity.Input(
                            input.name(),
                            input.listedDtypes().stream()
                                .map(DType::token)
                                .collect(Collectors.joining(",")),
                            "",
                            null,
                            null))
                .toList(),
            null,
            null,
            "rev");
    return new KernelContract(
        kernel,
        kernel,
        "a test kernel",
        registrable,
        op,
        false,
        BackendId.VULKAN,
        "test",
        "p::" + kernel,
        authoredRevision,
        null,
        inputs,
        null,
        outputs,
        bundle,
        new Caps(strategy, List.of(), false, null, null, null, span()),
        cost,
        precision,
        Determinism.BITWISE,
        provider,
        identity,
        new FieldSpans(
            span(), Map.of("entry_point", file.span(file.lineStart(2), file.lineStart(2) + 11))),
        span());
  }

  static ContractSet set(ContractFixture... sections) {
    List<KernelContract> contracts =
        Arrays.stream(sections).map(ContractFixture::contract).toList();
    return new ContractSet(
        List.of(
            new ContractFile(
                SourceFile.of("p.fkc.md", ""),
                null,
                contracts.size(),
                contracts.size(),
                contracts)),
        List.of());
  }
}
