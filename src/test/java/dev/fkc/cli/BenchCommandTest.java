package dev.fkc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.plan.Calibration;
import dev.fkc.plan.KernelClass;
import dev.fkc.type.Shape;
import dev.fkc.vulkan.VulkanTesting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(VulkanTesting.class)
class BenchCommandTest {
  @TempDir Path folder;

  @Test
  void measuresWhatTheFilterTakesAndTheCopy() {
    Cli.Result json =
        Cli.run("bench", "--size", "1MiB", "--filter", "^flip_inner_b[48]", "--format", "json");
    assertThat(json.err()).isEmpty();
    assertThat(json.code()).isZero();
    assertThat(json.out().lines()).hasSize(3).allMatch(line -> line.startsWith("{\"name\":\""));
    assertThat(json.out())
        .contains("\"name\":\"copy_b4\"", "\"name\":\"flip_inner_b8\"", "\"roof_share\":1.000");

    Cli.Result text =
        Cli.run("bench", "--size", "1MiB", "--op", "masked-fill", "--filter", "fill_b1");
    assertThat(text.out()).contains("workload", "of copy", "masked_fill_b1");
    assertThat(text.out().lines()).hasSize(4);
  }

  @Test
  void earlierResultsBecomePagesAndCharts() throws IOException {
    Path own =
        Files.writeString(
            folder.resolve("own.json"),
            """
            {"name": "copy_b4", "variant": "fkc", "median_us": 1, "bytes": 4000, "roof_share": 1}
            {"name": "triu_b4", "variant": "fkc", "median_us": 2, "bytes": 4000, "roof_share": 0.5}
            """);
    Path other =
        Files.writeString(
            folder.resolve("other.json"),
            "{\"name\": \"triu_b4\", \"variant\": \"eager\", \"median_us\": 6, \"bytes\": 4000}");
    Path page =
        Files.writeString(
            folder.resolve("page.md"),
            "# Page\n\n" + MarkedPage.BEGIN + "\nold\n" + MarkedPage.END + "\n\nend\n");
    Path svg = folder.resolve("chart.svg");
    Object[] command = {"bench", "--from", own, "--compare", other, "--into", page, "--chart", svg};

    Cli.Result first = Cli.run(command);
    assertThat(first.err()).isEmpty();
    assertThat(first.out()).contains("x eager", "3.00");
    String text = Files.readString(page);
    assertThat(text)
        .startsWith("# Page\n\n" + MarkedPage.BEGIN + "\n\n")
        .endsWith(MarkedPage.END + "\n\nend\n")
        .contains("| `triu` | 2.0 | 2.0 | 0.500 | 6.0 | 0.7 | 3.00 |")
        .doesNotContain("old");
    assertThat(svg).content().contains("<svg");
    Cli.run(command);
    assertThat(page).hasContent(text);
    assertThat(
            Cli.run("bench", "--from", own, "--filter", "none", "--format", "json").out().lines())
        .hasSize(1);
  }

  @Test
  void wrongUseIsNamed() throws IOException {
    assertWrong("'17x' is no size", "bench", "--size", "17x");
    assertWrong("units are binary", "bench", "--size", "1GB");
    assertWrong("at least 1 MiB", "bench", "--size", "4KiB");
    assertWrong("there is no op 'sort'", "bench", "--op", "sort");
    assertWrong("ends in .svg or .png", "bench", "--chart", folder.resolve("chart.gif"));
    assertWrong("takes no --device", "bench", "--from", "x", "--size", "1MiB");
    assertWrong("takes no --out", "judge", "--check", "x", "--out", "y");
    Path page = Files.writeString(folder.resolve("page.md"), "# Page\n");
    Cli.Result unmarked = Cli.run("bench", "--into", page);
    assertThat(unmarked.code()).isEqualTo(1);
    assertThat(unmarked.err()).contains("has no lines '" + MarkedPage.BEGIN + "'");
    assertThat(Cli.run("bench", "--from", folder.resolve("none.json")).err())
        .contains("none.json: there is no such file");
    assertThat(Cli.run("bench", "--from", page).err()).contains("page.md:1:");
  }

  private static void assertWrong(String message, Object... args) {
    Cli.Result result = Cli.run(args);
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains(message);
  }

  @Test
  void judgedDevicesHaveTimesForEveryKernelClassAndPlansUseThem() throws IOException {
    Path file = folder.resolve("calibration.json");
    Cli.Result judged = Cli.run("judge", "--size", "64KiB", "--out", file);
    assertThat(judged.err()).isEmpty();
    assertThat(judged.out()).contains("inner_reversed", "overhead us");
    Calibration calibration = Calibration.read(file);
    for (KernelClass kernelClass : KernelClass.values()) {
      assertThat(calibration.times(kernelClass, 4, 4096)).as("%s", kernelClass).isPresent();
    }

    Cli.Result checked = Cli.run("judge", "--size", "64KiB", "--check", file);
    assertThat(checked.err()).isEmpty();
    assertThat(checked.code()).isBetween(0, 1);
    assertThat(checked.out().lines().skip(1).limit(200))
        .allMatch(
            line -> line.matches("[a-z0-9_]+ +[a-z_]+ +\\d+ +[\\d.]+ +[\\d.]+ +[\\d.]+( \\*)?"));
    assertThat(checked.out()).contains(" within 25 %; the worst is ");

    Path input = folder.resolve("in.npy");
    Cli.save(input, "<f4", Shape.of(64, 64), new byte[4 * 64 * 64]);
    Cli.Result planned =
        Cli.run("run", "triu", input, folder.resolve("out.npy"), "--plan", "--calibration", file);
    assertThat(planned.err()).isEmpty();
    assertThat(planned.out()).contains(" us by the calibration of " + calibration.device());

    String elsewhere =
        Files.readString(file)
            .replace(calibration.uuid().toString(), "00000000-0000-0000-0000-000000000001");
    Files.writeString(file, elsewhere);
    Cli.Result refused = Cli.run("judge", "--size", "64KiB", "--check", file);
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("the calibration is of", "fkc judge --out");
  }
}
