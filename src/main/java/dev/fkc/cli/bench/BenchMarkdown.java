package dev.fkc.cli.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A report as Markdown: tables per width beside other libraries, and one per group of shapes. */
public final class BenchMarkdown {
  private static final String NONE = "–";

  private final BenchReport report;
  private final List<String> lines = new ArrayList<>();

  private BenchMarkdown(BenchReport report) {
    this.report = report;
  }

  /** The lines of a report. */
  public static List<String> of(BenchReport report) {
    BenchMarkdown markdown = new BenchMarkdown(report);
    markdown.heading();
    List<BenchResult> compared = report.compared();
    for (int width : BenchReport.widths(compared)) {
      markdown.comparison(width, compared);
    }
    for (WorkloadGroup group : WorkloadGroup.values()) {
      markdown.group(group);
    }
    return markdown.lines;
  }

  private void heading() {
    if (report.results().isEmpty()) {
      lines.add("No results.");
      return;
    }
    BenchResult.Origin origin = report.results().get(0).origin();
    lines.add("| | |");
    lines.add("|---|---|");
    property("Device", origin.device());
    property("Driver", origin.driver());
    property("Date", origin.date());
    report.roof().ifPresent(roof -> property("Copy roof", number(roof) + " GB/s"));
    for (String variant : report.variants()) {
      report
          .origin(variant)
          .ifPresent(
              other ->
                  property(
                      "`" + variant + "`",
                      Stream.of(other.driver(), other.device(), other.date())
                          .filter(Objects::nonNull)
                          .collect(Collectors.joining(", "))));
    }
    lines.add("");
  }

  private void property(String name, @Nullable String value) {
    if (value != null) {
      lines.add("| " + name + " | " + value + " |");
    }
  }

  private void comparison(int width, List<BenchResult> compared) {
    List<String> variants = report.variants();
    lines.add("### Elements of " + width + (width == 1 ? " byte" : " bytes"));
    lines.add("");
    StringBuilder head = new StringBuilder("| workload | fkc, µs | GB/s | of roof |");
    StringBuilder rule = new StringBuilder("|---|--:|--:|--:|");
    for (String variant : variants) {
      head.append(' ').append(variant).append(", µs | GB/s | times faster |");
      rule.append("--:|--:|--:|");
    }
    lines.add(head.toString());
    lines.add(rule.toString());
    for (BenchResult mine : compared) {
      if (WorkloadGroup.widthOf(mine.name()) != width) {
        continue;
      }
      StringBuilder row = new StringBuilder("| `" + WorkloadGroup.baseOf(mine.name()) + "` | ");
      row.append(micros(mine)).append(" | ").append(number(mine.gbps())).append(" | ");
      row.append(share(mine)).append(" |");
      for (String variant : variants) {
        Optional<BenchResult> other = report.other(mine.name(), variant);
        row.append(' ').append(other.map(BenchMarkdown::micros).orElse(NONE)).append(" | ");
        row.append(other.map(o -> number(o.gbps())).orElse(NONE)).append(" | ");
        row.append(
            other
                .map(
                    o ->
                        String.format(
                            Locale.ROOT, "%.2f", o.time().median() / mine.time().median()))
                .orElse(NONE));
        row.append(" |");
      }
      lines.add(row.toString());
    }
    lines.add("");
  }

  private void group(WorkloadGroup group) {
    List<BenchResult> results = report.results(group);
    if (results.isEmpty()) {
      return;
    }
    List<Integer> widths = BenchReport.widths(results);
    lines.add("### " + group.title() + ": GB/s (share of the roof)");
    lines.add("");
    lines.add(
        "| workload | "
            + widths.stream()
                .map(w -> w + (w == 1 ? " byte" : " bytes"))
                .collect(Collectors.joining(" | "))
            + " |");
    lines.add("|---|" + "--:|".repeat(widths.size()));
    for (String base : BenchReport.bases(results)) {
      StringBuilder row = new StringBuilder("| `" + base + "` |");
      for (int width : widths) {
        row.append(' ')
            .append(
                report
                    .result(base, width)
                    .map(result -> number(result.gbps()) + " (" + share(result) + ")")
                    .orElse(NONE))
            .append(" |");
      }
      lines.add(row.toString());
    }
    lines.add("");
  }

  private static String micros(BenchResult result) {
    double micros = result.time().median();
    return String.format(Locale.ROOT, micros < 100 ? "%.1f" : "%,.0f", micros);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%,.0f", value);
  }

  private static String share(BenchResult result) {
    return Double.isNaN(result.roofShare())
        ? NONE
        : String.format(Locale.ROOT, "%.3f", result.roofShare());
  }
}
