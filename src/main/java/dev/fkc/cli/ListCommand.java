package dev.fkc.cli;

import dev.fkc.registry.BindingEntry;
import dev.fkc.registry.KernelVariant;
import dev.fkc.type.DType;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fkc list}. */
@Command(name = "list", description = "List bindings: what can be looked up and what it finds.")
final class ListCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Option(names = "--op", paramLabel = "OP", description = "Only this op.")
  @Nullable String op;

  @Option(names = "--dtype", paramLabel = "DTYPE", description = "Only this dtype of the data.")
  @Nullable String dtype;

  @Option(names = "--backend", paramLabel = "BACKEND", description = "Only this backend.")
  @Nullable String backend;

  @Option(
      names = "--contracts",
      paramLabel = "PATH",
      description = "List these contract files and folders instead of the bundled ones.")
  List<Path> contracts = new ArrayList<>();

  @Mixin FormatOption format = new FormatOption();

  @Override
  public Integer call() {
    if (dtype != null && DType.ofToken(dtype.toUpperCase(Locale.ROOT)).isEmpty()) {
      throw new ParameterException(spec.commandLine(), "there is no dtype '" + dtype + "'");
    }
    Catalog catalog = Catalog.of(contracts);
    catalog.warn(spec.commandLine().getErr());
    List<Listing> listings =
        catalog.listings().stream().filter(listing -> matches(listing.variant())).toList();
    PrintWriter out = spec.commandLine().getOut();
    if (format.isJson()) {
      out.println(Json.text(listings.stream().map(ListCommand::json).toList()));
      return 0;
    }
    Table table = new Table("op", "dtypes", "backend", "kernel source", "revision", "entry point");
    for (Listing listing : listings) {
      KernelVariant variant = listing.variant();
      table.row(
          variant.op().name(),
          Listing.words(variant.dtypes()),
          variant.backend().name(),
          variant.kernelSource(),
          variant.revisionText(),
          variant.entryPoint() + (listing.isResolved() ? "" : " (unresolved)"));
    }
    table.print(out);
    out.println(listings.size() + (listings.size() == 1 ? " binding" : " bindings"));
    return 0;
  }

  private boolean matches(KernelVariant variant) {
    List<DType> dtypes = variant.dtypes();
    return (op == null || plain(variant.op().name()).equals(plain(op)))
        && (backend == null || backend.equalsIgnoreCase(variant.backend().name()))
        && (dtype == null
            || dtypes.get(0).token().equalsIgnoreCase(dtype)
            || dtypes.get(dtypes.size() - 1).token().equalsIgnoreCase(dtype));
  }

  private static String plain(String word) {
    return word.replace("_", "").replace("-", "").toLowerCase(Locale.ROOT);
  }

  static Json.Fields json(Listing listing) {
    KernelVariant variant = listing.variant();
    BindingEntry entry = listing.entry();
    return Json.fields()
        .put("op", variant.op().name())
        .put("dtypes", variant.dtypes())
        .put("backend", variant.backend().name())
        .put("kernel_source", variant.kernelSource())
        .put("kernel", variant.contract().kernel())
        .put("entry_point", variant.entryPoint())
        .put("resolved", listing.isResolved())
        .put("revision_hash", variant.revisionText())
        .put("strategies", listing.strategies())
        .put("determinism", variant.contract().determinism().token())
        .put("precision", entry == null ? null : entry.precision().toString())
        .put("provider", variant.contract().provider().name())
        .put("file", variant.span().file().name())
        .put("line", variant.span().line())
        .put("column", variant.span().column());
  }
}
