package dev.fkc.cli;

import dev.fkc.contract.KernelContract;
import dev.fkc.contract.OpParamsDescriptor;
import dev.fkc.registry.RevisionHash;
import dev.fkc.type.OpKind;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fkc show}. */
@Command(name = "show", description = "Explain the contract of a kernel.")
final class ShowCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "KERNEL",
      description = "Its name, its op, an entry point, or a revision hash.")
  String kernel = "";

  @Option(names = "--backend", paramLabel = "BACKEND", description = "Only this backend.")
  @Nullable String backend;

  @Option(
      names = "--contracts",
      paramLabel = "PATH",
      description = "Look in these contract files and folders instead of the bundled ones.")
  List<Path> contracts = new ArrayList<>();

  @Mixin FormatOption format = new FormatOption();

  @Override
  public Integer call() {
    Catalog catalog = Catalog.of(contracts);
    catalog.warn(spec.commandLine().getErr());
    List<KernelContract> found =
        catalog.contracts().stream().filter(contract -> matches(contract, catalog)).toList();
    if (found.isEmpty()) {
      String known =
          catalog.contracts().stream()
              .map(KernelContract::kernel)
              .distinct()
              .limit(40)
              .collect(Collectors.joining(", "));
      throw new Failure("there is no kernel '" + kernel + "'; there is " + known);
    }
    PrintWriter out = spec.commandLine().getOut();
    if (format.isJson()) {
      out.println(Json.text(found.stream().map(c -> json(c, catalog)).toList()));
      return 0;
    }
    for (int k = 0; k < found.size(); k++) {
      if (k > 0) {
        out.println();
      }
      new ContractText(found.get(k), catalog.listings(found.get(k)), out).print();
    }
    return 0;
  }

  private boolean matches(KernelContract contract, Catalog catalog) {
    if (backend != null && !backend.equalsIgnoreCase(contract.backend().name())) {
      return false;
    }
    OpKind op = contract.op();
    return contract.kernel().equals(kernel)
        || op != null && op.name().equalsIgnoreCase(kernel)
        || contract.entryPoint().equals(kernel)
        || RevisionHash.text(RevisionHash.of(contract)).equals(kernel.toLowerCase(Locale.ROOT))
        || catalog.listings(contract).stream()
            .anyMatch(l -> l.variant().entryPoint().equals(kernel));
  }

  private static Json.Fields json(KernelContract contract, Catalog catalog) {
    OpKind op = contract.op();
    OpParamsDescriptor params = contract.opParams();
    return Json.fields()
        .put("kernel", contract.kernel())
        .put("blurb", contract.blurb())
        .put("registrable", contract.registrable())
        .put(contract.fused() ? "fused_op" : "op", op == null ? null : op.name())
        .put("backend", contract.backend().name())
        .put("kernel_source", contract.kernelSource())
        .put("entry_point", contract.entryPoint())
        .put("revision_hash", RevisionHash.text(RevisionHash.of(contract)))
        .put("provider", contract.provider().name())
        .put("link_registry", contract.provider().linkRegistry())
        .put("revision_base", contract.provider().revisionBase())
        .put(
            "inputs",
            contract.inputs().stream().map(input -> ContractJson.input(contract, input)).toList())
        .put(
            "op_params",
            params == null
                ? null
                : Json.fields()
                    .put("variant", params.variant())
                    .put("fields", params.fields().stream().map(ContractJson::field).toList()))
        .put("outputs", contract.outputs().stream().map(ContractJson::output).toList())
        .put(
            "bundle",
            contract.bundle().stream().map(slot -> ContractJson.output(slot.output())).toList())
        .put("caps", ContractJson.caps(contract.caps()))
        .put("cost", ContractJson.cost(contract.cost()))
        .put("precision", ContractJson.precision(contract.precision()))
        .put("determinism", contract.determinism().token())
        .put("bindings", catalog.listings(contract).stream().map(ListCommand::json).toList())
        .put("file", contract.span().file().name())
        .put("line", contract.span().line())
        .put("column", contract.span().column());
  }
}
