package dev.fkc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContractCommandsTest {
  private static final Path CONTRACTS = Path.of("contracts");

  @TempDir Path folder;

  private static String done(Object... args) {
    Cli.Result result = Cli.run(args);
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    return result.out();
  }

  private static long count(String text, String part) {
    return text.split(Pattern.quote(part), -1).length - 1;
  }

  private Path broken() throws IOException {
    String text = Files.readString(CONTRACTS.resolve("vulkan/shape.fkc.md"));
    return Files.writeString(
        folder.resolve("broken.fkc.md"),
        text.replace("determinism: bitwise", "determinism: often"));
  }

  @Test
  void listCountsTheBindingsOfEachBackend() {
    assertThat(done("list", "--backend", "vulkan")).contains("58 bindings");
    assertThat(done("list", "--backend", "cpu")).contains("112 bindings");
    assertThat(done("list", "--op", "index_select", "--backend", "Vulkan"))
        .contains("IndexSelect", "F32 U32 F32", "61bd4b43d56494f2", "4 bindings");
    assertThat(done("list", "--dtype", "bf16", "--op", "gather")).contains("2 bindings");
    assertThat(done("list", "--dtype", "F4")).contains("0 bindings");
  }

  @Test
  void listAsJsonUsesTheContractsNames() {
    String json =
        done("list", "--op", "Gather", "--dtype", "F16", "--backend", "Vulkan", "--format", "json");
    assertThat(json)
        .startsWith("[")
        .contains(
            "\"op\": \"Gather\"",
            "\"backend\": \"Vulkan\"",
            "\"kernel_source\": \"vulkan-slang\"",
            "\"entry_point\": \"fuel_vulkan_backend::fkc::gather_f16\"",
            "\"revision_hash\": \"8d11761976ca65f2\"",
            "\"resolved\": true",
            "\"determinism\": \"bitwise\"",
            "\"file\": \"contracts/vulkan/select.fkc.md\"");
    assertThat(json.replaceAll("\\s", "")).contains("\"dtypes\":[\"F16\",\"U32\",\"F16\"]");
    assertThat(count(json, "\"op\"")).isOne();
  }

  @Test
  void foreignContractsAreListedWithoutALinkRegistry() {
    String text = done("list", "--contracts", CONTRACTS.resolve("vulkan"));
    assertThat(text).contains("58 bindings");
    assertThat(count(text, "(unresolved)")).isEqualTo(58);
  }

  @Test
  void wrongWordsAreRefused() {
    assertThat(Cli.run("list", "--dtype", "F99").code()).isEqualTo(2);
    assertThat(Cli.run("list", "--format", "xml").code()).isEqualTo(2);
    Cli.Result unknown = Cli.run("show", "flop");
    assertThat(unknown.code()).isEqualTo(1);
    assertThat(unknown.err()).contains("flop", "masked_fill");
    Cli.Result empty = Cli.run("list", "--contracts", folder);
    assertThat(empty.code()).isEqualTo(1);
    assertThat(empty.err()).contains("no *.fkc.md file");
  }

  @Test
  void showExplainsAContractByNameSymbolOrHash() {
    String byName = done("show", "roll", "--backend", "vulkan");
    assertThat(byName)
        .contains("roll: ", "80802b0637e3c342", "contracts/vulkan/shape.fkc.md", "takes any view")
        .contains("passthrough(input)", "(Roll, [I64, I64], Vulkan)");
    assertThat(done("show", "80802b0637e3c342")).isEqualTo(byName);
    assertThat(done("show", "fuel_vulkan_backend::fkc::roll_bf16")).isEqualTo(byName);
    assertThat(done("show", "IndexSelect", "--format", "json"))
        .contains(
            "\"shape_rule\": \"from_params(",
            "\"awkward_layout_strategy\": \"requires_contiguous\"")
        .contains("\"bytes_moved\": \"2 * outer_count * n_indices * inner_count * dtype_bytes\"");
  }

  @Test
  void goodContractsPassTheCheck() {
    assertThat(done("check", CONTRACTS))
        .contains("4 files, 16 sections (16 registrable), 170 keys: 0 errors, 0 warnings");
    assertThat(done("check", CONTRACTS, "--format", "json")).contains("\"keys\": 170");
    assertThat(done("check", CONTRACTS, "--format", "sarif")).contains("\"version\": \"2.1.0\"");
  }

  @Test
  void badContractsAreShownWithTheirPlaceAndExitCodeOne() throws IOException {
    Path file = broken();
    Cli.Result result = Cli.run("check", file);
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out()).contains("broken.fkc.md:", "often", "^^^^^", "4 errors");
    assertThat(Cli.run("check", file, "--format", "json").out()).contains("\"errors\": 4");
    assertThat(Cli.run("check", folder.resolve("none")).code()).isEqualTo(1);
    assertThat(Cli.run("check").code()).isEqualTo(2);
    Cli.Result listed = Cli.run("list", "--contracts", file);
    assertThat(listed.code()).isZero();
    assertThat(listed.err()).contains("4 errors", "fkc check");
  }

  @Test
  void aKernelThatIsRegisteredTwiceIsShownWithBothPlaces() throws IOException {
    String text = Files.readString(CONTRACTS.resolve("vulkan/select.fkc.md"));
    Files.writeString(folder.resolve("a.fkc.md"), text);
    Files.writeString(
        folder.resolve("b.fkc.md"), text.replaceAll("(?m)^kernel: (.*)$", "kernel: $1_again"));
    Cli.Result result = Cli.run("check", folder);
    assertThat(result.code()).isEqualTo(1);
    long sections = count(text, "\nkernel: ");
    assertThat(count(result.out(), "error[FKC-DUPLICATE-KERNEL]")).isEqualTo(sections);
    assertThat(count(result.out(), "first registered here, by ")).isEqualTo(sections);
    assertThat(result.out()).contains("b.fkc.md:", "a.fkc.md:", "gather_again registers a kernel");
  }

  @Test
  void oneDtypeListedTwiceIsOneKernelTwice() throws IOException {
    String text = Files.readString(CONTRACTS.resolve("vulkan/select.fkc.md"));
    Path file = folder.resolve("a.fkc.md");
    Files.writeString(file, text.replaceFirst("dtypes: \\[F32, F16,", "dtypes: [F32, F32, F16,"));
    assertThat(Cli.run("check", file).out())
        .contains("error[FKC-DUPLICATE-KERNEL]", "has registered under (IndexSelect, [F32,");
  }

  @Test
  void anOperandWithoutReadableDtypesAddsNoKeysAndOneMessage() throws IOException {
    String text = Files.readString(CONTRACTS.resolve("vulkan/select.fkc.md"));
    Path file = folder.resolve("a.fkc.md");
    Files.writeString(file, text.replaceFirst("dtypes: \\[U32\\]", "dtypes: [U33]"));
    Cli.Result result = Cli.run("check", file);
    assertThat(result.out()).contains("UNKNOWN-DTYPE", "1 error, 0 warnings");
    Files.writeString(file, text.replaceFirst("dtypes: \\[F32, F16,", "dtypes: [F32, F17,"));
    assertThat(Cli.run("check", file).out()).isNotEmpty();
    assertThat(Cli.run("check", file, "--format", "json").out())
        .contains("\"keys\": " + (keys(text) - 4));
  }

  private int keys(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("whole.fkc.md"), text);
    String out = done("check", file);
    return Integer.parseInt(out.replaceAll("(?s).*registrable\\), ([0-9]+) keys.*", "$1"));
  }

  @Test
  void explainNamesReasonAndRemedy() {
    assertThat(done("explain", "FKC-FENCE-UNCLOSED")).contains("Why:", "How to mend it:");
    assertThat(done("explain", "fence_unclosed")).isEqualTo(done("explain", "FKC-FENCE-UNCLOSED"));
    assertThat(done("explain")).contains("FKC-FENCE-UNCLOSED", "error");
    assertThat(done("explain", "--markdown")).startsWith("# Diagnostics");
    Cli.Result unknown = Cli.run("explain", "FKC-FENCE-UNCLOSE");
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err()).contains("FKC-FENCE-UNCLOSE", "did you mean");
  }

  @Test
  void fmtWritesOnlyWhatChangesAndCheckWritesNothing() throws IOException {
    Path file = folder.resolve("a.fkc.md");
    String canonical = Files.readString(CONTRACTS.resolve("vulkan/select.fkc.md"));
    String shuffled = canonical.replace("fkc_version: 1\n", "fkc_version:   1\n");
    Files.writeString(file, shuffled);

    Cli.Result check = Cli.run("fmt", "--check", folder);
    assertThat(check.code()).isEqualTo(1);
    assertThat(check.out()).contains("not in canonical form", "a.fkc.md", "1 to format");
    assertThat(file).hasContent(shuffled);

    assertThat(done("fmt", folder)).contains("1 formatted");
    assertThat(Files.readString(file)).doesNotContain("fkc_version:   1");
    assertThat(done("fmt", "--check", folder)).contains("0 to format");
    assertThat(done("list", "--contracts", file)).contains("16 bindings");
  }
}
