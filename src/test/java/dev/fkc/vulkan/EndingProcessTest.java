package dev.fkc.vulkan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes that end while their threads are inside the library. */
class EndingProcessTest {
  private static final int TERMINATED = 128 + 15;

  @TempDir Path folder;

  private Process start(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:ErrorFile=" + folder.resolve("hs_err.log"));
    command.add("-XX:-CreateCoredumpOnCrash");
    command.add("-Dfkc.pipelineCache=" + folder);
    if (Runtime.version().feature() >= 22) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(BusyProcess.class.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private void assertEnds(Process process, BufferedReader output, int code) throws Exception {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    String rest = output.lines().collect(Collectors.joining("\n"));
    assertThat(process.exitValue()).as(rest).isEqualTo(code);
    assertThat(folder.resolve("hs_err.log")).doesNotExist();
    assertThat(rest.lines().filter(line -> !line.matches("warning: device .* was still open.*")))
        .allSatisfy(line -> assertThat(line).startsWith("  open on it: "));
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }

  @DisabledOnOs(OS.WINDOWS)
  @ParameterizedTest
  @ValueSource(ints = {0, 30, 300, 700})
  void aSignalEndsBusyThreadsWithoutAWord(int millis) throws Exception {
    VulkanTesting.assumeVulkan();
    Process process = start();
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      assertThat(output.readLine()).isEqualTo("ready");
      Thread.sleep(millis);
      process.toHandle().destroy();
      assertEnds(process, output, TERMINATED);
    }
  }

  @DisabledOnOs(OS.WINDOWS)
  @ParameterizedTest
  @ValueSource(ints = {250, 350, 450})
  void aSignalMayComeWhileADeviceIsOpened(int millis) throws Exception {
    VulkanTesting.assumeVulkan();
    Process process = start();
    Thread.sleep(millis);
    process.toHandle().destroy();
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(output.lines().filter(line -> !line.equals("ready"))).isEmpty();
      assertThat(process.exitValue()).isEqualTo(TERMINATED);
      assertThat(folder.resolve("hs_err.log")).doesNotExist();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 400})
  void anExitReportsWhatWasOpenAndWaitsForBusyThreads(int millis) throws Exception {
    VulkanTesting.assumeVulkan();
    Process process = start(Integer.toString(millis));
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      assertThat(output.readLine()).isEqualTo("ready");
      assertThat(output.readLine())
          .startsWith("warning: device 'busy' was still open at exit, opened at ")
          .contains("BusyProcess.main");
      assertEnds(process, output, 7);
    }
  }
}
