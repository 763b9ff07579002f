package dev.fkc.contract;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.fkc.source.ProblemReport;
import dev.fkc.source.SourceFile;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Coverage-guided fuzzing of everything that reads contract text, starting from the bundled
 * contracts: whatever the bytes, the answer is records and problems, and formatting twice changes
 * nothing more. The bytes are taken as a whole file and as a block.
 */
class ContractFuzz {
  private static final String FRONT =
      "---\nfkc_version: 1\nprovider: { name: p, backend: Cpu, kernel_source: s }\n---\n";

  @FuzzTest(maxDuration = "60s")
  void anyTextIsRead(byte[] bytes) {
    ContractSources sources = ContractSources.of("f.fkc.md", bytes);
    ContractSet set = ContractReader.read(sources);
    new ProblemReport(set.problems(), 1, set.sections(), set.registrable(), 0).sarif(null);
    sources.files().forEach(ContractFuzz::format);

    String block = new String(bytes, StandardCharsets.UTF_8);
    SourceFile file = SourceFile.of("f", FRONT + "## s\n\n```fkc\n" + block + "\n```\n");
    new ProblemReport(ContractReader.read(List.of(file)).problems(), 1, 1, 1, 0).text();
    format(file);
  }

  private static void format(SourceFile file) {
    FormattedFile once = ContractFormatter.format(file);
    FormattedFile twice = ContractFormatter.format(SourceFile.of("f", once.text()));
    if (!twice.text().equals(once.text())) {
      throw new AssertionError("formatting twice changes the text again: " + once.text());
    }
  }
}
