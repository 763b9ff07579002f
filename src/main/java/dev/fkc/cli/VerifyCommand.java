package dev.fkc.cli;

import dev.fkc.FuelKernels;
import dev.fkc.reference.CaseGenerator;
import dev.fkc.reference.TestCase;
import dev.fkc.registry.BindingEntry;
import dev.fkc.registry.LedgerException;
import dev.fkc.registry.VerificationLedger;
import dev.fkc.type.BackendId;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fkc verify}. */
@Command(
    name = "verify",
    description = {
      "Compare every Vulkan binding with the reference, bit for bit.",
      "Fixed cases first, then random shapes, views and bit patterns."
    })
final class VerifyCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Mixin DeviceOption device = new DeviceOption();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the random cases; a new one each time when not given.")
  @Nullable Long seed;

  @Option(
      names = "--cases",
      paramLabel = "N",
      description = "Random cases per binding; ${DEFAULT-VALUE} when not given.")
  int cases = 50;

  @Option(
      names = "--ledger",
      paramLabel = "FILE",
      description = "Add the passes to this verification ledger.")
  @Nullable Path ledger;

  @Mixin FormatOption format = new FormatOption();

  @Override
  public Integer call() {
    if (cases < 1) {
      throw new ParameterException(spec.commandLine(), "--cases " + cases + ": at least 1");
    }
    long start = seed == null ? System.nanoTime() & 0x7FFF_FFFF : seed;
    VerificationLedger known = ledger == null ? VerificationLedger.empty() : read(ledger);
    List<BindingEntry> entries =
        FuelKernels.registry().entries().stream()
            .filter(entry -> entry.key().backend().equals(BackendId.VULKAN))
            .toList();
    PrintWriter out = spec.commandLine().getOut();
    List<VerificationLedger.Pass> passes = new ArrayList<>();
    try (VulkanBackend backend = VulkanBackend.open(device.selector());
        ProgressBar bar =
            new ProgressBar(spec.commandLine().getErr(), (long) entries.size() * cases)) {
      for (BindingEntry entry : entries) {
        Optional<TestCase> failing = firstFailing(entry, start, new Comparison(backend), bar);
        if (failing.isPresent()) {
          bar.clear();
          report(entry, failing.get(), start, new Comparison(backend));
          return ErrorReport.PROBLEM;
        }
        passes.add(pass(entry, backend));
      }
      bar.clear();
      if (ledger != null) {
        write(known.with(passes), ledger);
      }
      if (format.isJson()) {
        out.println(
            Json.text(
                Json.fields()
                    .put("device", backend.name())
                    .put("bindings", entries.size())
                    .put("cases_per_binding", total(entries.get(0)))
                    .put("seed", start)
                    .put("bit_exact", true)));
      } else {
        out.println(
            entries.size()
                + " bindings, "
                + cases
                + " random cases each (seed "
                + start
                + "): bit-exact on "
                + backend.name());
      }
    }
    return 0;
  }

  private Optional<TestCase> firstFailing(
      BindingEntry entry, long start, Comparison comparison, ProgressBar bar) {
    for (TestCase fixed : CaseGenerator.fixed(entry.key().op(), entry.key().dtypes().get(0))) {
      if (comparison.difference(fixed).isPresent()) {
        return Optional.of(fixed);
      }
    }
    CaseGenerator generator = new CaseGenerator(start + entry.entryPoint().hashCode());
    for (int n = 0; n < cases; n++) {
      TestCase testCase = generator.next(entry.key().op(), entry.key().dtypes().get(0));
      if (comparison.difference(testCase).isPresent()) {
        return Optional.of(testCase);
      }
      bar.step(entry.entryPoint());
    }
    return Optional.empty();
  }

  private int total(BindingEntry entry) {
    return cases + CaseGenerator.fixed(entry.key().op(), entry.key().dtypes().get(0)).size();
  }

  private void report(BindingEntry entry, TestCase failing, long start, Comparison comparison) {
    TestCase smallest = failing.shrink(c -> comparison.difference(c).isPresent());
    String difference = comparison.difference(smallest).orElse("it is right when run again");
    CaseText text = new CaseText(smallest);
    PrintWriter out = spec.commandLine().getOut();
    if (format.isJson()) {
      out.println(
          Json.text(
              Json.fields()
                  .put("device", comparison.backend().name())
                  .put("entry_point", entry.entryPoint())
                  .put("seed", start)
                  .put("bit_exact", false)
                  .put("difference", difference)
                  .put("java", text.java())));
      return;
    }
    out.println(entry.entryPoint() + " on " + comparison.backend().name() + ": " + difference);
    out.println("the smallest case found (seed " + start + "), for a test:");
    text.java().forEach(line -> out.println("  " + line));
    Path folder = Path.of("fkc-failure");
    try {
      Files.createDirectories(folder);
      text.run(folder).ifPresent(line -> out.println("or, with its files written:\n  " + line));
    } catch (IOException | Failure e) {
      out.println("its files could not be written: " + e.getMessage());
    }
  }

  private VerificationLedger.Pass pass(BindingEntry entry, VulkanBackend backend) {
    return new VerificationLedger.Pass(
        entry.key().backend(),
        entry.key().dtypes(),
        entry.revisionHash(),
        entry.precision().claim(),
        backend.info().type().name().toLowerCase(Locale.ROOT),
        entry.entryPoint(),
        backend.name(),
        total(entry));
  }

  private static VerificationLedger read(Path file) {
    try {
      return Files.exists(file) ? VerificationLedger.read(file) : VerificationLedger.empty();
    } catch (IOException e) {
      throw new Failure("cannot read " + file + ": " + AtomicFile.reason(e), e);
    } catch (LedgerException e) {
      throw new Failure(String.valueOf(e.getMessage()), e);
    }
  }

  private static void write(VerificationLedger ledger, Path file) {
    byte[] json = ledger.toJson().getBytes(StandardCharsets.UTF_8);
    AtomicFile.write(file, channel -> AtomicFile.drain(channel, ByteBuffer.wrap(json)));
  }
}
