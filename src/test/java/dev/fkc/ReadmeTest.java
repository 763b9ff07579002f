package dev.fkc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.registry.BindingEntry;
import dev.fkc.type.BackendId;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import dev.fkc.vulkan.VulkanTesting;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README says is so. */
class ReadmeTest {
  private static final String README = read(Path.of("README.md"));

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The first block of a language. */
  static String block(String language) {
    Matcher block = Pattern.compile("(?ms)^```" + language + "\n(.*?)^```$").matcher(README);
    assertThat(block.find()).as("a block of %s", language).isTrue();
    return block.group(1);
  }

  @Test
  void exampleCompilesWithoutWarningsAndPrintsWhatIsShown(@TempDir Path folder) throws Exception {
    VulkanTesting.assumeVulkan();
    String example = block("java");
    assertThat(example.lines().filter(line -> !line.startsWith("import ")).count())
        .isLessThanOrEqualTo(20);
    Path source = Files.writeString(folder.resolve("Example.java"), example);
    String classPath =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.contains("picocli") && !entry.contains("shaderc"))
            .collect(Collectors.joining(File.pathSeparator));
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-Xlint:all,-path",
                "-Werror",
                "-cp",
                classPath,
                source.toString());
    assertThat(compiled).isZero();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (Runtime.version().feature() >= 22) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(List.of("-cp", folder + File.pathSeparator + classPath, "Example"));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(output).isEqualToNormalizingNewlines(block("text"));
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void tableOfKernelsIsThatOfTheRegistry() {
    Map<String, List<String>> registered = new LinkedHashMap<>();
    for (BindingEntry entry : FuelKernels.registry().entries()) {
      if (entry.key().backend().equals(BackendId.VULKAN)) {
        registered
            .computeIfAbsent(entry.contract().kernel(), kernel -> new ArrayList<>())
            .add(entry.key().dtypes().get(0).token());
      }
    }
    Map<String, List<String>> shown = new LinkedHashMap<>();
    Matcher row =
        Pattern.compile("(?m)^\\| ([a-z_]+) \\| .+ \\| ([A-Z0-9 ]+) \\|$").matcher(README);
    while (row.find()) {
      shown.put(row.group(1), List.of(row.group(2).split(" ")));
    }
    assertThat(shown).isEqualTo(registered);
    assertThat(shown.keySet()).containsExactlyElementsOf(registered.keySet());
  }

  @Test
  void referenceDoesEveryOpOnEveryDtypeOfWholeBytes() {
    assertThat(README).contains("all eight on all fourteen dtypes");
    List<DType> whole = Stream.of(DType.values()).filter(dtype -> !dtype.isSubByte()).toList();
    assertThat(whole).hasSize(14);
    assertThat(OpKind.known()).hasSize(8);
    for (OpKind op : OpKind.known()) {
      assertThat(
              FuelKernels.registry().entries().stream()
                  .filter(entry -> entry.key().op().equals(op))
                  .filter(entry -> entry.key().backend().equals(BackendId.CPU))
                  .map(entry -> entry.key().dtypes().get(0)))
          .containsExactlyInAnyOrderElementsOf(whole);
    }
  }

  @Test
  void coordinatesAreThoseOfTheProject() {
    String project = read(Path.of("pom.xml"));
    for (String element : List.of("groupId", "artifactId", "version")) {
      Matcher value =
          Pattern.compile("<" + element + ">([^<]+)</" + element + ">").matcher(block("xml"));
      assertThat(value.find()).isTrue();
      assertThat(project.substring(0, project.indexOf("<packaging>"))).contains(value.group());
    }
  }

  @Test
  void systemPropertiesAreThoseThatTheCodeReads() throws IOException {
    TreeSet<String> read = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of("src", "main", "java", "dev", "fkc"))) {
      for (Path file :
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> !file.toString().contains("cli"))
              .toList()) {
        Matcher property = Pattern.compile("\"(fkc\\.[a-zA-Z]+)\"").matcher(read(file));
        while (property.find()) {
          read.add(property.group(1));
        }
      }
    }
    TreeSet<String> shown = new TreeSet<>();
    Matcher row = Pattern.compile("(?m)^\\| `(fkc\\.[a-zA-Z]+)` \\|").matcher(README);
    while (row.find()) {
      shown.add(row.group(1));
    }
    assertThat(shown).isEqualTo(read);
  }

  @Test
  void filesAndTypesThatAreNamedAreThere() {
    Matcher file = Pattern.compile("\\]\\(([^)#:]+)\\)").matcher(README);
    while (file.find()) {
      if (!file.group(1).equals("docs/performance.md")) {
        assertThat(Path.of(file.group(1))).exists();
      }
    }
    Matcher type = Pattern.compile("`((?:[a-z]+/)+[A-Z][A-Za-z]+)`").matcher(README);
    int types = 0;
    while (type.find()) {
      assertThat(Path.of("src/main/java/dev/fkc", type.group(1) + ".java")).exists();
      types++;
    }
    assertThat(types).isGreaterThan(4);
  }
}
