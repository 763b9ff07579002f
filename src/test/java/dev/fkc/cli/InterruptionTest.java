package dev.fkc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.vulkan.VulkanTesting;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands in processes of their own, which are interrupted. */
@DisabledOnOs(OS.WINDOWS)
class InterruptionTest {
  private static final int TERMINATED = 128 + 15;

  @TempDir Path folder;

  private Process start(Class<?> main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:ErrorFile=" + folder.resolve("hs_err.log"));
    command.add("-XX:-CreateCoredumpOnCrash");
    command.add("-Dfkc.progress=true");
    if (Runtime.version().feature() >= 22) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private List<String> files() throws IOException {
    try (Stream<Path> found = Files.list(folder)) {
      return found.map(file -> file.getFileName().toString()).toList();
    }
  }

  @ParameterizedTest
  @CsvSource({"bench, 1", "judge, 1", "verify, 20"})
  void aCommandWipesItsBarAndSaysNothing(String name, int steps) throws Exception {
    VulkanTesting.assumeVulkan();
    Process process = start(Main.class, name);
    try (BufferedReader output = process.inputReader()) {
      StringBuilder drawn = new StringBuilder();
      while (!drawn.toString().matches("(?s).*\\] " + steps + "\\d*/.*")) {
        int letter = output.read();
        assertThat(letter).as(drawn.toString()).isNotNegative();
        drawn.append((char) letter);
      }
      process.toHandle().destroy();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      for (int letter = output.read(); letter >= 0; letter = output.read()) {
        drawn.append((char) letter);
      }
      assertThat(process.exitValue()).as(drawn.toString()).isEqualTo(TERMINATED);
      assertThat(drawn).endsWith("\r\033[K");
      assertThat(drawn.toString().split("\r")).allMatch(part -> part.matches("|\033\\[K(\\[.*)?"));
    }
    assertThat(files()).isEmpty();
  }

  /** Takes its time with a file, and for its end too, and has something to say after that. */
  static final class WritesSlowly {
    public static void main(String[] args) {
      Interruption.expect();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> sleep(700)));
      PrintStream out =
          new PrintStream(Interruption.guard(new FileOutputStream(FileDescriptor.out)), true);
      AtomicFile.write(
          Path.of(args[0]),
          channel -> {
            AtomicFile.drain(channel, ByteBuffer.allocate(1000));
            out.println("half");
            sleep(400);
            AtomicFile.drain(channel, ByteBuffer.allocate(1000));
          });
      out.println("whole");
      AtomicFile.write(Path.of(args[1]), channel -> sleep(1));
      out.println("whole again");
    }

    private static void sleep(int millis) {
      try {
        Thread.sleep(millis);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void aFileThatIsNotWholeDoesNotAppear() throws Exception {
    Path first = Files.writeString(folder.resolve("first"), "before");
    Process process = start(WritesSlowly.class, first.toString(), folder + "/second");
    try (BufferedReader output = process.inputReader()) {
      assertThat(output.readLine()).isEqualTo("half");
      assertThat(files()).hasSize(2);
      process.toHandle().destroy();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(output.lines()).isEmpty();
    }
    assertThat(process.exitValue()).isEqualTo(TERMINATED);
    assertThat(files()).containsExactly("first");
    assertThat(first).hasContent("before");
  }

  @Test
  void filesOfACommandThatEndsByItselfStay() throws Exception {
    Process process = start(WritesSlowly.class, folder + "/first", folder + "/second");
    try (BufferedReader output = process.inputReader()) {
      assertThat(output.lines()).containsExactly("half", "whole", "whole again");
    }
    assertThat(process.waitFor()).isZero();
    assertThat(files()).containsExactlyInAnyOrder("first", "second");
  }
}
