package dev.fkc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.type.Shape;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line in processes of its own, which cannot use Vulkan. */
class WithoutVulkanTest {
  @TempDir Path folder;
  private Path in;
  private Path out;

  @BeforeEach
  void files() {
    in = folder.resolve("in.npy");
    out = folder.resolve("out.npy");
    Cli.save(in, "<f4", Shape.of(2, 1), new byte[8]);
  }

  private Cli.Result fork(Map<String, String> environment, String option, String... more)
      throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(option, "-cp", System.getProperty("java.class.path")));
    if (Runtime.version().feature() >= 22) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(List.of(Main.class.getName(), "run", "flip", in.toString(), out.toString()));
    command.addAll(List.of("--axis", "0"));
    command.addAll(List.of(more));
    Path err = folder.resolve("err.txt");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(err.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    String text = new String(process.getInputStream().readAllBytes());
    return new Cli.Result(process.waitFor(), text, Files.readString(err));
  }

  private void assertRefused(Cli.Result result) {
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .startsWith("fkc: ")
        .contains("\nfkc run --backend cpu needs no device");
    assertThat(result.err().lines()).hasSize(2);
    assertThat(out).doesNotExist();
  }

  @Test
  void aMissingLoaderTakesTwoLines() throws Exception {
    String missing = "-Dorg.lwjgl.vulkan.libname=no_such_vulkan";
    assertRefused(fork(Map.of(), missing));
    Cli.Result cpu = fork(Map.of(), missing, "--backend", "cpu");
    assertThat(cpu.err()).isEmpty();
    assertThat(cpu.code()).isZero();
    assertThat(out).exists();
  }

  @Test
  void aBrokenManifestOfADriverTakesTwoLines() throws Exception {
    Path manifest = Files.writeString(folder.resolve("driver.json"), "{");
    Map<String, String> environment =
        Map.of("VK_DRIVER_FILES", manifest.toString(), "VK_ICD_FILENAMES", manifest.toString());
    assertRefused(fork(environment, "-Dfkc.leaks=full"));
  }
}
