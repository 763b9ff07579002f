package dev.fkc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.vulkan.VulkanTesting;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packaged artifact as its users meet it: as the one dependency of a Maven project, and as a
 * module. Runs what the README shows.
 */
class ConsumerIT {
  private static final boolean GRANTS_ACCESS = Runtime.version().feature() >= 22;

  @TempDir Path folder;

  /** Links are taken away one by one, so that nothing ever follows them when the folder goes. */
  @AfterEach
  void removeLinks() throws IOException {
    try (Stream<Path> paths = Files.walk(folder.resolve("repository"), 2)) {
      for (Path link : paths.filter(Files::isSymbolicLink).toList()) {
        Files.delete(link);
      }
    } catch (NoSuchFileException e) {
      // Not every test makes a repository.
    }
  }

  private static String property(String name) {
    return Objects.requireNonNull(System.getProperty(name), name);
  }

  private static Path artifact() {
    return Path.of(property("fkc.artifact")).toAbsolutePath();
  }

  @Test
  void oneDependencyIsEnoughForAMavenProject() throws Exception {
    VulkanTesting.assumeVulkan();
    Path repository = repositoryWithTheArtifact();
    Path sources = Files.createDirectories(folder.resolve("src/main/java"));
    Files.writeString(sources.resolve("Example.java"), ReadmeTest.block("java"));
    Files.writeString(
        sources.resolve("Consumer.java"),
        """
        public class Consumer {
          public static void main(String[] args) {
            for (String optional : new String[] {
                "picocli.CommandLine", "org.lwjgl.util.shaderc.Shaderc", "org.junit.jupiter.api.Test"
            }) {
              try {
                Class.forName(optional);
                throw new AssertionError(optional + " is on the class path");
              } catch (ClassNotFoundException expected) {
                // Consumers get what runs kernels and nothing else.
              }
            }
            Example.main(args);
          }
        }
        """);
    Files.writeString(folder.resolve("pom.xml"), pom());
    String output =
        run(
            folder,
            Path.of(property("maven.home"), "bin", windows() ? "mvn.cmd" : "mvn").toString(),
            "-o",
            "-q",
            "-B",
            "-Dstyle.color=never",
            "-Dmaven.repo.local=" + repository,
            "compile",
            "exec:exec");
    assertThat(withoutMaven(output)).isEqualTo(ReadmeTest.block("text").strip());
  }

  @Test
  void theModuleIsEnoughForAModularProgram() throws Exception {
    VulkanTesting.assumeVulkan();
    List<Path> jars =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(
                entry ->
                    entry.matches(
                        ".*(lwjgl|commonmark|snakeyaml-engine|jackson-core|jspecify)[^/\\\\]*\\.jar"))
            .filter(entry -> !entry.contains("shaderc"))
            .map(Path::of)
            .toList();
    String modulePath =
        Stream.concat(
                Stream.of(artifact()),
                jars.stream().filter(jar -> !jar.toString().contains("natives")))
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
    String natives =
        jars.stream()
            .map(Path::toString)
            .filter(jar -> jar.contains("natives"))
            .collect(Collectors.joining(File.pathSeparator));
    Path sources = Files.createDirectories(folder.resolve("consumer/example"));
    Files.writeString(
        sources.resolve("Example.java"), "package example;\n\n" + ReadmeTest.block("java"));
    Files.writeString(
        folder.resolve("consumer/module-info.java"), "module consumer { requires dev.fkc; }\n");
    String bin = Path.of(System.getProperty("java.home"), "bin").toString() + File.separator;
    String compiled =
        run(
            folder,
            bin + "javac",
            "-Xlint:all",
            "-Werror",
            "-d",
            "classes/consumer",
            "-p",
            modulePath,
            "consumer/module-info.java",
            "consumer/example/Example.java");
    assertThat(compiled).isEmpty();
    List<String> command = new ArrayList<>(List.of(bin + "java"));
    if (GRANTS_ACCESS) {
      command.add("--enable-native-access=org.lwjgl,org.lwjgl.vma");
    }
    command.addAll(
        List.of(
            "-p",
            "classes" + File.pathSeparator + modulePath,
            "-cp",
            natives,
            "-m",
            "consumer/example.Example"));
    String output = run(folder, command.toArray(String[]::new));
    assertThat(output).isEqualTo(ReadmeTest.block("text").strip());
  }

  @Test
  void theArtifactHoldsShadersContractsAndLicenceButNoTests() throws Exception {
    String bin = Path.of(System.getProperty("java.home"), "bin").toString() + File.separator;
    List<String> entries = run(folder, bin + "jar", "tf", artifact().toString()).lines().toList();
    assertThat(entries)
        .contains(
            "module-info.class",
            "META-INF/LICENSE",
            "dev/fkc/contracts/vulkan/shape.fkc.md",
            "dev/fkc/contracts/vulkan/select.fkc.md",
            "dev/fkc/contracts/vulkan/contiguize.fkc.md",
            "dev/fkc/contracts/cpu/reference.fkc.md",
            "dev/fkc/vulkan/shaders/strided.spv",
            "dev/fkc/vulkan/shaders/strided.addresses.spv")
        .noneMatch(entry -> entry.endsWith("Test.class") || entry.endsWith("IT.class"));
  }

  /** The local repository through links, with the artifact in the place where install puts it. */
  private Path repositoryWithTheArtifact() throws IOException {
    Path real = Path.of(property("maven.repo.local"));
    Path repository = Files.createDirectory(folder.resolve("repository"));
    link(real, repository, "dev");
    if (Files.isDirectory(real.resolve("dev"))) {
      link(real.resolve("dev"), Files.createDirectory(repository.resolve("dev")), "fkc");
    }
    String version = property("project.version");
    String name = "fuel-vulkan-kernels-" + version;
    Path place =
        Files.createDirectories(repository.resolve("dev/fkc/fuel-vulkan-kernels").resolve(version));
    Files.copy(artifact(), place.resolve(name + ".jar"));
    Files.copy(Path.of("pom.xml"), place.resolve(name + ".pom"));
    return repository;
  }

  private static void link(Path from, Path to, String except) throws IOException {
    try (Stream<Path> entries = Files.list(from)) {
      for (Path entry : entries.filter(e -> !e.endsWith(except)).toList()) {
        Files.createSymbolicLink(to.resolve(entry.getFileName()), entry.toAbsolutePath());
      }
    }
  }

  private static String pom() {
    return """
    <project>
      <modelVersion>4.0.0</modelVersion>
      <groupId>example</groupId>
      <artifactId>consumer</artifactId>
      <version>1</version>
      <properties>
        <maven.compiler.release>17</maven.compiler.release>
        <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
      </properties>
      <dependencies>
        DEPENDENCY
      </dependencies>
      <build>
        <plugins>
          <plugin>
            <artifactId>maven-resources-plugin</artifactId>
            <version>RESOURCES</version>
          </plugin>
          <plugin>
            <artifactId>maven-compiler-plugin</artifactId>
            <version>COMPILER</version>
          </plugin>
          <plugin>
            <groupId>org.codehaus.mojo</groupId>
            <artifactId>exec-maven-plugin</artifactId>
            <version>EXEC</version>
            <configuration>
              <executable>JAVA</executable>
              <arguments>
                ACCESS
                <argument>-cp</argument>
                <classpath/>
                <argument>Consumer</argument>
              </arguments>
            </configuration>
          </plugin>
        </plugins>
      </build>
    </project>
    """
        .replace("DEPENDENCY", ReadmeTest.block("xml"))
        .replace("RESOURCES", property("plugin.resources"))
        .replace("COMPILER", property("plugin.compiler"))
        .replace("EXEC", property("plugin.exec"))
        .replace("JAVA", Path.of(System.getProperty("java.home"), "bin", "java").toString())
        .replace(
            "ACCESS",
            GRANTS_ACCESS ? "<argument>--enable-native-access=ALL-UNNAMED</argument>" : "");
  }

  private static boolean windows() {
    return System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("windows");
  }

  /**
   * Without what Maven adds: resets of colours that it was told not to use, and warnings about its
   * own libraries when an older Maven meets a newer Java.
   */
  private static String withoutMaven(String output) {
    return output
        .replaceAll("\u001B\\[[0-9;]*m", "")
        .lines()
        .filter(line -> !line.startsWith("WARNING: "))
        .collect(Collectors.joining("\n"))
        .strip();
  }

  private static String run(Path where, String... command) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(where.toFile()).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s: %s", command[0], output).isZero();
    return output.strip();
  }
}
