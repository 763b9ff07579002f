package dev.fkc.vulkan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.vulkan.internal.LeaksTimeline;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What can only be seen in a process of its own: no loader, and devices left open at exit. */
class ForkedProcessTest {
  /** Exit code and output of a process. */
  record Outcome(int exit, String output) {}

  private static Outcome fork(Class<?> main, String... options) throws Exception {
    return fork(main, Map.of(), options);
  }

  private static Outcome fork(Class<?> main, Map<String, String> environment, String... options)
      throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    if (Runtime.version().feature() >= 22) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Outcome(process.waitFor(), output);
  }

  /** Tries twice, and prints what it was told. */
  static final class OpensTwice {
    public static void main(String[] args) {
      for (int i = 0; i < 2; i++) {
        try (VulkanDevice device = VulkanDevice.open()) {
          throw new AssertionError(device + " opened");
        } catch (VulkanUnavailableException e) {
          print(e.reason() + ": " + e.getMessage());
        }
      }
      try {
        throw new AssertionError(VulkanDevices.list());
      } catch (VulkanUnavailableException e) {
        print(e.reason() + ": " + e.getMessage());
      }
    }
  }

  /** Leaves a device and a buffer open. */
  static final class LeavesOpen {
    public static void main(String[] args) {
      VulkanDevice.open(DeviceSelector.preferred(), DeviceOptions.defaults().withLabel("forgotten"))
          .allocate("forgotten too", 10);
    }
  }

  private static void print(String line) {
    System.out.println(line);
  }

  @Test
  void withoutALoaderEveryAttemptSaysWhatToInstall() throws Exception {
    Outcome outcome = fork(OpensTwice.class, "-Dorg.lwjgl.vulkan.libname=no_such_vulkan");
    assertThat(outcome.exit()).as(outcome.output()).isZero();
    List<String> lines =
        outcome.output().lines().filter(line -> line.startsWith("NO_LOADER")).toList();
    assertThat(lines)
        .as(outcome.output())
        .hasSize(3)
        .allSatisfy(
            line ->
                assertThat(line)
                    .startsWith("NO_LOADER: no Vulkan loader")
                    .contains("apt install libvulkan1"));
  }

  @Test
  void withoutADriverTheMessageSaysWhatToInstall() throws Exception {
    VulkanTesting.assumeVulkan();
    Outcome outcome =
        fork(
            OpensTwice.class,
            Map.of(
                "VK_ICD_FILENAMES", "/no/such/driver.json",
                "VK_DRIVER_FILES", "/no/such/driver.json"));
    assertThat(outcome.exit()).as(outcome.output()).isZero();
    assertThat(outcome.output().lines().filter(line -> line.startsWith("NO_")).toList())
        .as(outcome.output())
        .hasSize(3)
        .allSatisfy(line -> assertThat(line).contains("mesa-vulkan-drivers"));
  }

  @Test
  void mistakesAreCountedWhenValidationIsOn() throws Exception {
    VulkanTesting.assumeVulkan();
    Outcome with = fork(LeaksTimeline.class, "-Dfkc.validation=true");
    assertThat(with.output()).containsPattern("errors: [1-9]");
  }

  @Test
  void switchedOffSaysSo() throws Exception {
    Outcome outcome = fork(OpensTwice.class, "-Dfkc.vulkan=off");
    assertThat(outcome.exit()).as(outcome.output()).isZero();
    assertThat(outcome.output()).contains("SWITCHED_OFF: Vulkan is switched off");
  }

  @Test
  void missingValidationLayerIsAnError() throws Exception {
    VulkanTesting.assumeVulkan();
    Outcome outcome =
        fork(OpensTwice.class, Map.of("VK_LAYER_PATH", "/no/such/folder"), "-Dfkc.validation=true");
    assertThat(outcome.output())
        .contains("NO_VALIDATION_LAYER: validation is asked for and VK_LAYER_KHRONOS_validation")
        .contains("apt install vulkan-validationlayers");
  }

  @Test
  void devicesLeftOpenAtExitAreClosedAndReported() throws Exception {
    VulkanTesting.assumeVulkan();
    Outcome outcome = fork(LeavesOpen.class, "-Dfkc.validation=true");
    assertThat(outcome.exit()).as(outcome.output()).isZero();
    assertThat(outcome.output())
        .contains("warning: device 'forgotten' was still open at exit, opened at ")
        .contains("ForkedProcessTest$LeavesOpen.main")
        .contains("open on it: buffer 'forgotten too' of 10 bytes, made at ");
  }
}
