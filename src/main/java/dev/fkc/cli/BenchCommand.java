package dev.fkc.cli;

import dev.fkc.cli.bench.Bench;
import dev.fkc.cli.bench.BenchChart;
import dev.fkc.cli.bench.BenchFormatException;
import dev.fkc.cli.bench.BenchMarkdown;
import dev.fkc.cli.bench.BenchReport;
import dev.fkc.cli.bench.BenchResult;
import dev.fkc.cli.bench.ResultReader;
import dev.fkc.cli.bench.Workload;
import dev.fkc.cli.bench.Workloads;
import dev.fkc.type.OpKind;
import dev.fkc.vulkan.VulkanDevice;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code fkc bench}. */
@Command(
    name = "bench",
    description = {
      "Measure kernels by the device's own clock, against a plain copy in the same run.",
      "Bandwidths count the bytes that must move: read once, written once."
    })
final class BenchCommand implements Callable<Integer> {
  enum Format {
    text,
    json,
    markdown
  }

  @Spec CommandSpec spec;

  @Option(
      names = "--op",
      paramLabel = "OP",
      converter = OpConverter.class,
      description = "Measure only this op; may be given several times.")
  List<OpKind> ops = new ArrayList<>();

  @Option(
      names = "--filter",
      paramLabel = "REGEX",
      converter = PatternConverter.class,
      description = "Measure, or show, only workloads with such a name, as flip_.*_b4.")
  @Nullable Pattern filter;

  @Mixin BenchOptions where = new BenchOptions();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "text (default), json (an object per line), or markdown.")
  Format format = Format.text;

  @Option(
      names = "--chart",
      paramLabel = "FILE",
      description = "Draw the results: FILE.svg or FILE.png.")
  @Nullable Path chart;

  @Option(
      names = "--from",
      paramLabel = "FILE.json",
      description = "Measure nothing; show these results of an earlier run.")
  @Nullable Path from;

  @Option(
      names = "--compare",
      paramLabel = "FILE.json",
      description = "Show another library's results beside those with the same names.")
  @Nullable Path compare;

  @Option(
      names = "--into",
      paramLabel = "FILE.md",
      description = "Put the Markdown tables between the marks of this page.")
  @Nullable Path into;

  static final class OpConverter implements ITypeConverter<OpKind> {
    @Override
    public OpKind convert(String text) {
      return Operation.parse(text)
          .map(Operation::kind)
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "there is no op '" + text + "': " + Operation.words()));
    }
  }

  static final class PatternConverter implements ITypeConverter<Pattern> {
    @Override
    public Pattern convert(String text) {
      try {
        return Pattern.compile(text);
      } catch (PatternSyntaxException e) {
        throw new TypeConversionException("'" + text + "': " + e.getDescription());
      }
    }
  }

  @Override
  public Integer call() {
    check();
    List<BenchResult> others = compare == null ? List.of() : read(compare);
    BenchReport report = new BenchReport(from == null ? measured() : earlier(from), others);
    PrintWriter out = spec.commandLine().getOut();
    if (format == Format.text) {
      text(report, out);
    } else if (format == Format.markdown) {
      BenchMarkdown.of(report).forEach(out::println);
    } else if (from != null) {
      report.results().forEach(result -> out.println(result.json()));
    }
    if (into != null) {
      MarkedPage.replace(into, BenchMarkdown.of(report));
    }
    if (chart != null) {
      draw(report, chart);
    }
    return 0;
  }

  private void check() {
    where.check(spec, Workloads.MIN_BYTES);
    if (from != null && (where.device.isGiven() || where.size != null || !ops.isEmpty())) {
      throw new ParameterException(
          spec.commandLine(), "--from measures nothing: it takes no --device, --size or --op");
    }
    if (into != null) {
      MarkedPage.check(into);
    }
    if (chart != null) {
      if (!isSvg(chart) && !chart.toString().toLowerCase(Locale.ROOT).endsWith(".png")) {
        throw new ParameterException(
            spec.commandLine(),
            "--chart " + chart + ": a name that ends in .svg or .png is needed");
      }
      AtomicFile.writable(chart);
      if (ModuleLayer.boot().findModule("java.desktop").isEmpty()) {
        throw new Failure(
            "this Java cannot draw: it has no module java.desktop\n"
                + "measure with --format json, and draw elsewhere: fkc bench --from FILE --chart "
                + chart);
      }
    }
  }

  private static boolean isSvg(Path file) {
    return file.toString().toLowerCase(Locale.ROOT).endsWith(".svg");
  }

  private boolean isWanted(String name) {
    return filter == null || filter.matcher(name).find();
  }

  private List<BenchResult> measured() {
    PrintWriter out = spec.commandLine().getOut();
    List<BenchResult> results = new ArrayList<>();
    Set<OpKind> wanted = Set.copyOf(ops);
    try (VulkanDevice device = where.open()) {
      Bench bench =
          new Bench(
              device,
              where.bytes(device.info()),
              workload -> isWanted(workload.name()) && isWanted(wanted, workload));
      try (ProgressBar bar =
          new ProgressBar(spec.commandLine().getErr(), bench.workloads().size())) {
        bench.run(
            result -> {
              results.add(result);
              if (format == Format.json) {
                bar.clear();
                out.println(result.json());
                out.flush();
              }
              bar.step(result.name());
            },
            (workload, why) -> {
              bar.clear();
              spec.commandLine()
                  .getErr()
                  .println("fkc: " + workload.name() + " is left out: " + why);
              bar.step(workload.name());
            });
      }
    }
    return results;
  }

  private static boolean isWanted(Set<OpKind> ops, Workload workload) {
    return ops.isEmpty() || ops.contains(workload.call().op());
  }

  private List<BenchResult> earlier(Path file) {
    List<BenchResult> results = read(file);
    String roof = results.isEmpty() ? "" : results.get(0).name();
    return results.stream()
        .filter(result -> result.name().equals(roof) || isWanted(result.name()))
        .toList();
  }

  private static List<BenchResult> read(Path file) {
    try {
      return ResultReader.read(file.toString(), Files.readString(file));
    } catch (IOException e) {
      throw new Failure("cannot read " + file + ": " + AtomicFile.reason(e), e);
    } catch (BenchFormatException e) {
      throw new Failure(String.valueOf(e.getMessage()), e);
    }
  }

  private static void text(BenchReport report, PrintWriter out) {
    if (report.results().isEmpty()) {
      out.println("no results");
      return;
    }
    BenchResult.Origin origin = report.results().get(0).origin();
    out.println(
        List.of(text(origin.device()), text(origin.driver()), text(origin.date())).stream()
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(", ")));
    List<String> heading =
        new ArrayList<>(List.of("workload", "median us", "p10", "p90", "min", "GB/s", "of copy"));
    report.variants().forEach(variant -> heading.add("x " + variant));
    Table table = new Table(heading.toArray(String[]::new));
    for (BenchResult result : report.results()) {
      List<String> row = new ArrayList<>();
      row.add(result.name());
      row.add(number("%.1f", result.time().median()));
      row.add(number("%.1f", result.time().p10()));
      row.add(number("%.1f", result.time().p90()));
      row.add(number("%.1f", result.time().min()));
      row.add(number("%.1f", result.gbps()));
      row.add(number("%.3f", result.roofShare()));
      for (String variant : report.variants()) {
        row.add(
            report
                .other(result.name(), variant)
                .map(other -> number("%.2f", other.time().median() / result.time().median()))
                .orElse(""));
      }
      table.row(row.toArray(String[]::new));
    }
    table.print(out);
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }

  private static String number(String form, double value) {
    return Double.isNaN(value) ? "" : String.format(Locale.ROOT, form, value);
  }

  private static void draw(BenchReport report, Path file) {
    byte[] picture;
    try {
      picture = isSvg(file) ? BenchChart.svg(report) : BenchChart.png(report);
    } catch (LinkageError e) {
      throw new Failure(
          "cannot draw "
              + file
              + ": XChart (org.knowm.xchart:xchart) or the fonts of the system are missing ("
              + e.getMessage()
              + ")",
          e);
    }
    AtomicFile.write(file, channel -> AtomicFile.drain(channel, ByteBuffer.wrap(picture)));
  }
}
