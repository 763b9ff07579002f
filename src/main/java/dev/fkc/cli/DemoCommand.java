package dev.fkc.cli;

import dev.fkc.FuelKernels;
import dev.fkc.reference.CaseGenerator;
import dev.fkc.reference.TestCase;
import dev.fkc.registry.BindingEntry;
import dev.fkc.registry.KernelRegistry;
import dev.fkc.type.BackendId;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code fkc demo}: the whole street, from the contracts to bit-exact results. */
@Command(
    name = "demo",
    description = {
      "Run every Vulkan binding, compare with the reference, draw what each op does.",
      "The data holds every tricky bit pattern and odd shapes. The picture is written to",
      "target/demo/contact-sheet.png."
    })
final class DemoCommand implements Callable<Integer> {
  private static final int RANDOM_CASES = 6;
  private static final long SEED = 1;

  @Spec CommandSpec spec;

  @Option(
      names = "--input",
      paramLabel = "photo.png",
      description = "The picture to show the ops on; a test card when not given.")
  @Nullable Path input;

  @Mixin DeviceOption device = new DeviceOption();

  private record Outcome(BindingEntry entry, int cases, int right, Optional<String> difference) {
    boolean isExact() {
      return cases == right;
    }

    boolean isCopy() {
      return entry.key().op().equals(OpKind.CONTIGUIZE);
    }
  }

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    long start = System.nanoTime();
    KernelRegistry registry = FuelKernels.registry();
    List<BindingEntry> entries =
        registry.entries().stream()
            .filter(entry -> entry.key().backend().equals(BackendId.VULKAN))
            .toList();
    out.printf(
        Locale.ROOT,
        "contracts: %d files, %d bindings, %d of them on Vulkan, imported in %d ms%n",
        FuelKernels.contracts().size(),
        registry.entries().size(),
        entries.size(),
        (System.nanoTime() - start) / 1_000_000);
    try (VulkanBackend backend = VulkanBackend.open(device.selector())) {
      out.println(
          "device:    "
              + backend.name()
              + ", "
              + backend.info().driverInfo()
              + ", Vulkan "
              + backend.info().apiVersion());
      out.flush();
      Path sheet = Path.of(System.getProperty("fkc.root", ""), "target/demo/contact-sheet.png");
      ContactSheet.write(backend, input, sheet);
      List<Outcome> outcomes = compare(entries, backend);
      print(outcomes, out);
      out.println("picture:   " + sheet);
      return summary(outcomes, backend.name(), out);
    }
  }

  private List<Outcome> compare(List<BindingEntry> entries, Backend backend) {
    List<Outcome> outcomes = new ArrayList<>();
    Comparison comparison = new Comparison(backend);
    try (ProgressBar bar = new ProgressBar(spec.commandLine().getErr(), entries.size())) {
      for (BindingEntry entry : entries) {
        OpKind op = entry.key().op();
        DType dtype = entry.key().dtypes().get(0);
        List<TestCase> cases = new ArrayList<>(CaseGenerator.fixed(op, dtype));
        CaseGenerator generator = new CaseGenerator(SEED + entry.entryPoint().hashCode());
        for (int n = 0; n < RANDOM_CASES; n++) {
          cases.add(generator.next(op, dtype));
        }
        int right = 0;
        Optional<String> first = Optional.empty();
        for (TestCase testCase : cases) {
          Optional<String> difference = comparison.difference(testCase);
          right += difference.isEmpty() ? 1 : 0;
          first = first.isPresent() ? first : difference.map(text -> testCase + ": " + text);
        }
        outcomes.add(new Outcome(entry, cases.size(), right, first));
        bar.step(entry.entryPoint());
      }
    }
    return outcomes;
  }

  /** Kernels down, dtypes across; each cell tells how many cases were bit-exact. */
  private static void print(List<Outcome> outcomes, PrintWriter out) {
    Set<String> kernels = new LinkedHashSet<>();
    Set<DType> dtypes = new LinkedHashSet<>();
    for (Outcome outcome : outcomes) {
      kernels.add(outcome.entry().contract().kernel());
      dtypes.add(outcome.entry().key().dtypes().get(0));
    }
    List<String> heading = new ArrayList<>(List.of("cases bit-exact"));
    dtypes.forEach(dtype -> heading.add(dtype.token()));
    Table table = new Table(heading.toArray(new String[0]));
    for (String kernel : kernels) {
      List<String> row = new ArrayList<>(List.of(kernel));
      for (DType dtype : dtypes) {
        row.add(
            outcomes.stream()
                .filter(o -> o.entry().contract().kernel().equals(kernel))
                .filter(o -> o.entry().key().dtypes().get(0) == dtype)
                .findFirst()
                .map(o -> o.right() + "/" + o.cases())
                .orElse("-"));
      }
      table.row(row.toArray(new String[0]));
    }
    out.println();
    table.print(out);
    out.println();
    for (Outcome outcome : outcomes) {
      outcome
          .difference()
          .ifPresent(text -> out.println("WRONG " + outcome.entry().entryPoint() + " " + text));
    }
  }

  private static int summary(List<Outcome> outcomes, String device, PrintWriter out) {
    long copies = outcomes.stream().filter(Outcome::isCopy).count();
    long exactCopies = outcomes.stream().filter(Outcome::isCopy).filter(Outcome::isExact).count();
    long exact = outcomes.stream().filter(Outcome::isExact).count() - exactCopies;
    out.println(exactCopies + " of " + copies + " contiguize bindings bit-exact on " + device);
    out.println(exact + " of " + (outcomes.size() - copies) + " bindings bit-exact on " + device);
    return exact + exactCopies == outcomes.size() ? 0 : ErrorReport.PROBLEM;
  }
}
