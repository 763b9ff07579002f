package dev.fkc.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fkc.document.Limits;
import dev.fkc.source.Problem;
import dev.fkc.source.SourceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContractSourcesTest {
  @TempDir Path folder;

  @BeforeEach
  void oneGoodFile() throws IOException {
    Files.createDirectories(folder.resolve("b"));
    Files.writeString(folder.resolve("b/good.fkc.md"), Samples.ALL);
  }

  private static void link(Path link, Path target) {
    try {
      Files.createSymbolicLink(link, target);
    } catch (IOException | UnsupportedOperationException e) {
      assumeTrue(false, "no symbolic links here");
    }
  }

  private ContractSources load() {
    ContractSources sources = ContractSources.load(List.of(folder));
    assertThat(sources.files())
        .extracting(SourceFile::name)
        .anyMatch(n -> n.endsWith("b/good.fkc.md"));
    return sources;
  }

  @Test
  void aLoopOfLinksIsReportedAndTheRestIsRead() {
    link(folder.resolve("b/loop"), folder);
    List<Problem> problems = load().problems();
    assertThat(problems).extracting(Problem::code).containsExactly("FKC-UNREADABLE-FILE");
    assertThat(problems.get(0).span().file().name()).endsWith("b/loop");
    assertThat(problems.get(0).message()).contains("loop");
  }

  @Test
  void aLinkToNothingIsReportedAndTheRestIsRead() {
    link(folder.resolve("gone.fkc.md"), folder.resolve("nowhere"));
    List<Problem> problems = load().problems();
    assertThat(problems).extracting(Problem::code).containsExactly("FKC-UNREADABLE-FILE");
    assertThat(problems.get(0).span().file().name()).endsWith("gone.fkc.md");
  }

  @Test
  void aFolderWithTheNameOfAFileIsSearched() throws IOException {
    Files.createDirectories(folder.resolve("a.fkc.md"));
    Files.writeString(folder.resolve("a.fkc.md/in.fkc.md"), Samples.ALL);
    ContractSources sources = load();
    assertThat(sources.problems()).isEmpty();
    assertThat(sources.files()).hasSize(2);
  }

  @Test
  void filesAreReadOnceAndInOrder() throws IOException {
    Files.writeString(folder.resolve("z.fkc.md"), Samples.ALL);
    Files.writeString(folder.resolve("a.fkc.md"), Samples.ALL);
    ContractSources sources =
        ContractSources.load(List.of(folder.resolve("z.fkc.md"), folder, folder.resolve("b")));
    assertThat(sources.files())
        .extracting(file -> folder.relativize(Path.of(file.name())).toString().replace('\\', '/'))
        .containsExactly("a.fkc.md", "b/good.fkc.md", "z.fkc.md");
  }

  @Test
  void allFilesTogetherAreLimited() throws IOException {
    byte[] large = new byte[Limits.FILE_BYTES];
    java.util.Arrays.fill(large, (byte) '\n');
    int fitting = Limits.IMPORT_BYTES / Limits.FILE_BYTES;
    for (int i = 0; i <= fitting; i++) {
      Files.write(folder.resolve("c" + i + ".fkc.md"), large);
    }
    List<Problem> problems = load().problems();
    assertThat(problems).extracting(Problem::code).containsOnly("FKC-FILE-TOO-LARGE");
    assertThat(problems).hasSize(2);
    assertThat(problems.get(0).message()).contains("together");
  }
}
