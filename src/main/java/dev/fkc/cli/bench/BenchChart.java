package dev.fkc.cli.bench;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.AnnotationLine;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.style.CategoryStyler;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * A report as a picture: bandwidths below the roof of the plain copy. Bars beside other libraries,
 * a panel per element width; dots for all other shapes, a panel per group. Needs fonts, but no
 * display.
 */
public final class BenchChart {
  private static final int WIDTH = 1100;
  private static final int HEIGHT = 350;
  private static final int TALL = 460;

  /** From so many labels on, they stand steeper. */
  private static final int MANY_LABELS = 14;

  /** Digits that no screen shows. */
  private static final Pattern DIGITS = Pattern.compile("(\\d\\.\\d{2})\\d+");

  private static final Color INK = new Color(0x1F2937);
  private static final Color FAINT = new Color(0xE5E7EB);
  private static final Color ROOF = new Color(0xB91C1C);
  private static final Color[] VARIANTS = {
    new Color(0x2563EB), new Color(0x9CA3AF), new Color(0xF59E0B), new Color(0x10B981)
  };
  private static final Map<Integer, Color> WIDTHS =
      Map.of(
          1, new Color(0xE4572E),
          2, new Color(0xE8A80C),
          4, new Color(0x2563EB),
          8, new Color(0x0F766E));

  private final BenchReport report;

  private BenchChart(BenchReport report) {
    this.report = report;
  }

  /** The picture as SVG. */
  public static byte[] svg(BenchReport report) {
    byte[] all =
        bytes(
            report,
            (sheet, out) ->
                VectorGraphicsEncoder.saveVectorGraphic(
                    sheet, out, VectorGraphicsEncoder.VectorGraphicsFormat.SVG));
    String text = new String(all, StandardCharsets.UTF_8);
    return DIGITS.matcher(text).replaceAll("$1").getBytes(StandardCharsets.UTF_8);
  }

  /** The picture as PNG. */
  public static byte[] png(BenchReport report) {
    return bytes(
        report,
        (sheet, out) -> BitmapEncoder.saveBitmap(sheet, out, BitmapEncoder.BitmapFormat.PNG));
  }

  private interface Encoder {
    void write(Sheet sheet, ByteArrayOutputStream out) throws IOException;
  }

  private static byte[] bytes(BenchReport report, Encoder encoder) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      encoder.write(new Sheet(new BenchChart(report).panels()), out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** Panels one below the other. */
  private static final class Sheet extends CategoryChart {
    private final List<CategoryChart> panels;

    Sheet(List<CategoryChart> panels) {
      super(
          new CategoryChartBuilder()
              .width(WIDTH)
              .height(panels.stream().mapToInt(CategoryChart::getHeight).sum()));
      this.panels = panels;
    }

    @Override
    public void paint(Graphics2D graphics, int width, int height) {
      int top = 0;
      for (CategoryChart panel : panels) {
        Graphics2D place = (Graphics2D) graphics.create();
        place.translate(0, top);
        panel.paint(place, panel.getWidth(), panel.getHeight());
        place.dispose();
        top += panel.getHeight();
      }
    }
  }

  private List<CategoryChart> panels() {
    List<CategoryChart> panels = new ArrayList<>();
    List<BenchResult> compared = report.compared();
    for (int width : BenchReport.widths(compared)) {
      panels.add(comparison(width, compared));
    }
    for (WorkloadGroup group : WorkloadGroup.values()) {
      List<BenchResult> results = report.results(group);
      if (!results.isEmpty() && !compared.containsAll(results)) {
        panels.add(group(group, results));
      }
    }
    if (panels.isEmpty()) {
      throw new IllegalArgumentException("there are no results to draw");
    }
    return panels;
  }

  private CategoryChart comparison(int width, List<BenchResult> compared) {
    List<BenchResult> results =
        compared.stream().filter(r -> WorkloadGroup.widthOf(r.name()) == width).toList();
    CategoryChart chart = chart("Elements of " + width + (width == 1 ? " byte" : " bytes"), HEIGHT);
    series(chart, "fkc", results, Optional::of, VARIANTS[0]);
    List<String> variants = report.variants();
    for (int k = 0; k < variants.size(); k++) {
      String variant = variants.get(k);
      series(
          chart,
          variant,
          results,
          result -> report.other(result.name(), variant),
          VARIANTS[1 + k % (VARIANTS.length - 1)]);
    }
    return chart;
  }

  private CategoryChart group(WorkloadGroup group, List<BenchResult> results) {
    List<String> bases = BenchReport.bases(results);
    boolean many = bases.size() > MANY_LABELS;
    CategoryChart chart = chart(group.title(), many ? TALL : HEIGHT);
    chart.getStyler().setXAxisLabelRotation(many ? 55 : 30);
    chart.getStyler().setDefaultSeriesRenderStyle(CategorySeriesRenderStyle.Scatter);
    List<BenchResult> firsts =
        bases.stream()
            .map(
                base ->
                    results.stream()
                        .filter(r -> WorkloadGroup.baseOf(r.name()).equals(base))
                        .findFirst()
                        .orElseThrow())
            .toList();
    for (int width : BenchReport.widths(results)) {
      series(
          chart,
          width + (width == 1 ? " byte" : " bytes"),
          firsts,
          first -> report.result(WorkloadGroup.baseOf(first.name()), width),
          WIDTHS.getOrDefault(width, INK));
    }
    return chart;
  }

  private static void series(
      CategoryChart chart,
      String name,
      List<BenchResult> results,
      Function<BenchResult, Optional<BenchResult>> pick,
      Color color) {
    List<String> labels = new ArrayList<>();
    List<@Nullable Double> rates = new ArrayList<>();
    for (BenchResult result : results) {
      labels.add(WorkloadGroup.baseOf(result.name()).replace('_', ' '));
      rates.add(pick.apply(result).map(BenchResult::gbps).orElse(null));
    }
    CategorySeries series = chart.addSeries(name, labels, rates);
    series.setFillColor(color);
    series.setMarker(SeriesMarkers.CIRCLE);
    series.setMarkerColor(color);
    series.setLineColor(color);
  }

  private CategoryChart chart(String title, int height) {
    String device = report.results().get(0).origin().device();
    StringBuilder text = new StringBuilder(device == null ? "" : device + ": ");
    text.append(title.substring(0, 1).toLowerCase(Locale.ROOT)).append(title.substring(1));
    report
        .roof()
        .ifPresent(
            roof ->
                text.append(String.format(Locale.ROOT, "  (line: plain copy, %,.0f GB/s)", roof)));
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(WIDTH)
            .height(height)
            .title(text.toString())
            .yAxisTitle("GB/s")
            .build();
    CategoryStyler style = chart.getStyler();
    style.setBaseFont(new Font(Font.SANS_SERIF, Font.PLAIN, 14));
    style.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 16));
    style.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 14));
    style.setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
    style.setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 14));
    style.setChartBackgroundColor(Color.WHITE).setPlotBackgroundColor(Color.WHITE);
    style.setChartFontColor(INK).setPlotBorderVisible(false).setChartTitleBoxVisible(false);
    style.setLegendBorderColor(Color.WHITE).setLegendPosition(Styler.LegendPosition.OutsideE);
    style.setPlotGridVerticalLinesVisible(false).setPlotGridLinesColor(FAINT);
    style.setPlotGridLinesStroke(new BasicStroke(1));
    style.setAxisTickLabelsColor(INK).setXAxisLabelRotation(30).setYAxisMin(0.0);
    style.setYAxisDecimalPattern("#,##0").setAxisTicksLineVisible(false).setMarkerSize(10);
    style.setAvailableSpaceFill(0.72).setChartPadding(14);
    report
        .roof()
        .ifPresent(
            roof -> {
              style.setYAxisMax(roof * 1.06);
              style.setAnnotationLineColor(ROOF).setAnnotationLineStroke(new BasicStroke(1.5f));
              chart.addAnnotation(new AnnotationLine(roof, false, false));
            });
    return chart;
  }
}
