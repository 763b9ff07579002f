package dev.fkc.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class BenchReportTest {
  private static final String OWN =
      """
      {"name": "copy_b4", "variant": "fkc", "device": "Card", "median_us": 500.0, "bytes": 2000000000, "gbps": 1, "roof_share": 1.000, "min_us": 499.0}
      {"name": "flip_inner_b4", "variant": "fkc", "device": "Card", "median_us": 502.5, "bytes": 2000000000, "roof_share": 0.995, "driver": "d 1", "date": "2026-01-31"}
      {"name": "gather_inner_4096_b4", "variant": "fkc", "device": "Card", "median_us": 400, "bytes": 1200000000, "roof_share": 0.75}
      {"name": "flip_inner_31_b1", "variant": "fkc", "device": "Card", "median_us": 600, "bytes": 2000000000, "roof_share": 0.833}
      """;

  private static final String OTHER =
      """
      [{"name": "flip_inner_b4", "variant": "eager", "median_us": 1005.0, "bytes": 2000000000, "gbps": 1990.0},
       {"name": "flip_inner_b4", "variant": "compile", "median_us": 603, "bytes": 2000000000, "driver": "Other 2", "date": "2026-01-30"},
       {"name": "flip_inner_b8", "variant": "compile", "error": "not served"},
       {"name": "gather_inner_4096_b4", "variant": "eager", "median_us": 440, "bytes": 1600000000}]
      """;

  private static BenchReport report() {
    return new BenchReport(ResultReader.read("own", OWN), ResultReader.read("other", OTHER));
  }

  @Test
  void linesAndArraysAreReadAndErrorsPassedOver() {
    BenchReport report = report();
    assertThat(report.results()).hasSize(4);
    assertThat(report.variants()).containsExactly("eager", "compile");
    assertThat(report.roof()).hasValue(4000);
    assertThat(report.other("flip_inner_b4", "eager").orElseThrow().gbps())
        .isCloseTo(1990.05, within(0.01));
  }

  @Test
  void resultsComeBackFromTheirLines() {
    BenchResult result =
        new BenchResult(
            "flip_inner_b4",
            "fkc",
            2_000_000_000,
            new BenchResult.Spread(502.5, 500.25, 501, 510, 15),
            0.995,
            new BenchResult.Origin("a \"card\"", "driver", "2026-01-31"));
    assertThat(result.json())
        .doesNotContain("\n")
        .contains("\"median_us\":502.50", "\"gbps\":3980.1", "\"roof_share\":0.995");
    assertThat(ResultReader.read("line", result.json())).containsExactly(result);
  }

  @Test
  void markdownHasOneTablePerWidthBesideOthersAndOnePerGroup() {
    assertThat(BenchMarkdown.of(report()))
        .contains(
            "| Device | Card |",
            "| Copy roof | 4,000 GB/s |",
            "| `compile` | Other 2, 2026-01-30 |",
            "| workload | fkc, µs | GB/s | of roof | eager, µs | GB/s | times faster | compile, µs"
                + " | GB/s | times faster |",
            "| `flip_inner` | 503 | 3,980 | 0.995 | 1,005 | 1,990 | 2.00 | 603 | 3,317 | 1.20 |",
            "| `gather_inner_4096` | 400 | 3,000 | 0.750 | 440 | 3,636 | 1.10 | – | – | – |",
            "### Rows of 3, 5 and 31 elements: GB/s (share of the roof)",
            "| `flip_inner_31` | 3,333 (0.833) |");
  }

  @Test
  void otherWorkUnderTheSameNameIsRefused() {
    String half = OTHER.replace("1005.0, \"bytes\": 2000000000", "1005.0, \"bytes\": 1000000000");
    List<BenchResult> own = ResultReader.read("own", OWN);
    List<BenchResult> others = ResultReader.read("other", half);
    assertThatThrownBy(() -> new BenchReport(own, others))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("flip_inner_b4 moves 2000000000 bytes here and 1000000000 as eager");
  }

  @Test
  void mistakesAreNamedWithTheirPlace() {
    assertThatThrownBy(() -> ResultReader.read("file", "{\"name\": \"x\"}"))
        .hasMessageStartingWith("file:1:")
        .hasMessageContaining("a result without variant");
    assertThatThrownBy(() -> ResultReader.read("file", "\n7"))
        .hasMessageStartingWith("file:2:1: expected a result object");
    assertThatThrownBy(() -> ResultReader.read("file", "{")).hasMessageStartingWith("file:1:");
  }

  @Test
  void chartsHaveAPanelPerWidthAndPerGroup() throws IOException {
    var picture = ImageIO.read(new ByteArrayInputStream(BenchChart.png(report())));
    assertThat(picture.getWidth()).isEqualTo(1100);
    // One width beside others, the copy that has none beside it, and the short rows.
    assertThat(picture.getHeight()).isEqualTo(3 * 350);
    assertThat(picture.getRGB(2, 2)).isEqualTo(0xFFFFFFFF);
    String svg = new String(BenchChart.svg(report()), StandardCharsets.UTF_8);
    assertThat(svg).contains("<svg", "viewBox=\"0 0 1100 1050\"", "rgb(37,99,235)");
    assertThatThrownBy(() -> BenchChart.png(new BenchReport(List.of(), List.of())))
        .hasMessageContaining("no results");
  }
}
