package dev.fkc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher on machines made of stand-ins for java, mvn, apt-get and the rest. */
@EnabledOnOs(OS.LINUX)
class LauncherTest {
  @TempDir Path temporary;
  private Path root;
  private Path bin;
  private Path jdk;

  private record Result(int code, String out) {}

  @BeforeEach
  void project() throws IOException {
    root = Files.createDirectories(temporary.resolve("a project"));
    bin = Files.createDirectories(temporary.resolve("bin"));
    jdk = Files.createDirectories(temporary.resolve("a jdk"));
    Files.copy(Path.of("fkc"), root.resolve("fkc"));
    Files.createDirectories(root.resolve("src/main/java"));
    Files.createDirectories(root.resolve("contracts"));
    Files.createDirectories(root.resolve("shaders"));
    old(Files.writeString(root.resolve("pom.xml"), "<project/>"));
    for (String tool :
        List.of(
            "sh",
            "sed",
            "grep",
            "find",
            "head",
            "tail",
            "touch",
            "mv",
            "mkdir",
            "cat",
            "tee",
            "dirname",
            "readlink",
            "flock",
            "uname",
            "rm",
            "env")) {
      Path real = Path.of("/usr/bin", tool);
      script(
          bin.resolve(tool),
          "exec " + (Files.exists(real) ? real : Path.of("/bin", tool)) + " \"$@\"");
    }
    script(bin.resolve("id"), "echo 0");
    script(bin.resolve("ldconfig"), "echo 'libvulkan.so.1 => /x'");
    script(bin.resolve("spirv-val"), "");
  }

  private static void old(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(3600)));
  }

  private static Path script(Path file, String body) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return file;
  }

  private void jdk(String version) throws IOException {
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    script(jdk.resolve("bin/java"), "for a in \"$@\"; do echo \"[$a]\"; done");
    script(jdk.resolve("bin/javac"), "");
  }

  private void maven() throws IOException {
    script(
        bin.resolve("mvn"),
        """
        echo "mvn ran"
        for a in "$@"; do
          case $a in
            -Dmdep.outputFile=*) : >"${a#*=}" ;;
            verify)
              echo "[INFO] Tests run: 3, Time elapsed: 1 s"
              echo "[WARNING] Tests run: 7, Failures: 0, Errors: 0, Skipped: 2"
              echo "[${LEVEL:-INFO}] Tests run: 3, Failures: ${FAILURES:-0}, Errors: 0, Skipped: 0"
              echo "[INFO] BUILD SUCCESS"
              exit ${MVN_STATUS:-0}
              ;;
          esac
        done""");
  }

  private Result fkc(Map<String, String> environment, String... args) throws Exception {
    List<String> command = new ArrayList<>(List.of(root.resolve("fkc").toString()));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.directory(temporary.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", bin.toString());
    builder.environment().put("VK_DRIVER_FILES", "x");
    builder.environment().put("VK_LAYER_PATH", "x");
    builder.environment().putAll(environment);
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return new Result(process.exitValue(), out);
  }

  private Map<String, String> home() {
    return Map.of("JAVA_HOME", jdk.toString());
  }

  @Test
  void argumentsArriveAsTheyWereGiven() throws Exception {
    jdk("17.0.2");
    maven();
    Result result = fkc(home(), "run", "a b", "*", "--fill", "-1");
    assertThat(result.code()).isZero();
    assertThat(result.out())
        .contains("building", "[run]\n[a b]\n[*]\n[--fill]\n[-1]\n")
        .contains("[-Dfkc.root=" + root.toRealPath() + "]")
        .doesNotContain("native-access");
  }

  @Test
  void newerReleasesAreGrantedNativeAccess() throws Exception {
    jdk("25");
    maven();
    assertThat(fkc(home(), "list").out()).contains("[--enable-native-access=ALL-UNNAMED]");
  }

  @Test
  void fileNamesOfAnyLettersWorkInAnAsciiLocale() throws Exception {
    jdk("17");
    maven();
    script(jdk.resolve("bin/java"), "echo \"locale $LC_ALL\"");
    assertThat(fkc(home(), "list").out()).contains("locale C.UTF-8\n");
    script(bin.resolve("locale"), "echo ANSI_X3.4-1968");
    assertThat(fkc(home(), "list").out()).contains("locale C.UTF-8\n");
    script(bin.resolve("locale"), "[ \"$*\" = charmap ] && echo ISO-8859-1");
    Map<String, String> latin = Map.of("JAVA_HOME", jdk.toString(), "LC_ALL", "de_DE");
    assertThat(fkc(latin, "list").out()).contains("locale de_DE\n");
  }

  @Test
  void itBuildsOnlyWhenSourcesChanged() throws Exception {
    jdk("17");
    maven();
    assertThat(fkc(home(), "list").out()).contains("mvn ran");
    assertThat(fkc(home(), "list").out()).doesNotContain("mvn ran").contains("[list]");
    Path shader = Files.writeString(root.resolve("shaders/x.comp"), "");
    Files.setLastModifiedTime(shader, FileTime.from(Instant.now().plusSeconds(5)));
    assertThat(fkc(home(), "list").out()).contains("mvn ran");
  }

  @Test
  void aFailedBuildIsTriedAgain() throws Exception {
    jdk("17");
    script(bin.resolve("mvn"), "echo broken; exit 1");
    Result failed = fkc(home(), "list");
    assertThat(failed.code()).isEqualTo(1);
    assertThat(failed.out()).contains("broken", "fkc: the build failed").doesNotContain("[list]");
    maven();
    assertThat(fkc(home(), "list").code()).isZero();
  }

  @Test
  void withoutAJdkOrMavenItSaysWhatToInstallAndInstallsNothing() throws Exception {
    script(bin.resolve("apt-get"), "echo apt-get \"$@\"");
    Result nothing = fkc(Map.of(), "list");
    assertThat(nothing.code()).isEqualTo(1);
    assertThat(nothing.out())
        .contains("a JDK, version 17 or newer", "Maven", "apt-get install openjdk-17-jdk")
        .doesNotContain("apt-get -q");
    jdk("11.0.1");
    maven();
    assertThat(fkc(home(), "list").out()).contains("version 17 or newer").doesNotContain("Maven");
  }

  @Test
  void demoInstallsWhatIsMissingAndSaysSoFirst() throws Exception {
    jdk("17");
    Path installed = script(temporary.resolve("mvn"), "");
    maven();
    Files.move(bin.resolve("mvn"), installed, StandardCopyOption.REPLACE_EXISTING);
    script(
        bin.resolve("apt-get"),
        "echo apt-get \"$@\"; case \"$*\" in *install*) cat \""
            + installed
            + "\" >\""
            + bin.resolve("mvn")
            + "\"; "
            + chmod()
            + " 755 \""
            + bin.resolve("mvn")
            + "\";; esac");
    script(bin.resolve("apt-cache"), "");

    Result result = fkc(home(), "demo");

    assertThat(result.code()).isZero();
    assertThat(result.out())
        .containsSubsequence(
            "fkc: installing by apt-get: maven",
            "apt-get -q update",
            "apt-get -q -y --no-install-recommends install maven",
            "mvn ran",
            "[demo]");
  }

  private static String chmod() {
    return Files.exists(Path.of("/bin/chmod")) ? "/bin/chmod" : "/usr/bin/chmod";
  }

  @Test
  void withoutAptOrRootDemoNamesWhatToInstall() throws Exception {
    jdk("17");
    assertThat(fkc(home(), "demo").out()).contains("missing on this machine", "Maven");
    script(bin.resolve("apt-get"), "echo apt-get \"$@\"");
    script(bin.resolve("id"), "echo 1000");
    Result user = fkc(home(), "demo");
    assertThat(user.code()).isEqualTo(1);
    assertThat(user.out()).contains("missing on this machine").doesNotContain("apt-get -q");
  }

  @Test
  void theSuiteEndsWithItsSumAndKeepsItsExitCode() throws Exception {
    jdk("17");
    maven();
    script(bin.resolve("apt-get"), "exit 1");
    Result good = fkc(home(), "test");
    assertThat(good.code()).isZero();
    assertThat(good.out())
        .endsWith("\n[WARNING] Tests run: 10, Failures: 0, Errors: 0, Skipped: 2\n");
    Map<String, String> failing =
        Map.of("JAVA_HOME", jdk.toString(), "MVN_STATUS", "3", "LEVEL", "ERROR", "FAILURES", "1");
    Result bad = fkc(failing, "test");
    assertThat(bad.code()).isEqualTo(3);
    assertThat(bad.out()).endsWith("\n[ERROR] Tests run: 10, Failures: 1, Errors: 0, Skipped: 2\n");
  }

  @Test
  void aLinkToTheLauncherFindsTheProject() throws Exception {
    jdk("17");
    maven();
    Path link = Files.createSymbolicLink(temporary.resolve("link"), root.resolve("fkc"));
    ProcessBuilder builder = new ProcessBuilder(link.toString(), "devices");
    builder.environment().clear();
    builder.environment().put("PATH", bin.toString());
    builder.environment().put("JAVA_HOME", jdk.toString());
    Process real = builder.redirectErrorStream(true).start();
    assertThat(new String(real.getInputStream().readAllBytes()))
        .contains("[-Dfkc.root=" + root.toRealPath() + "]", "[devices]");
  }
}
