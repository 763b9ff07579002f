package dev.fkc.cli;

import dev.fkc.contract.ContractReader;
import dev.fkc.contract.ContractSet;
import dev.fkc.contract.ContractSources;
import dev.fkc.reference.ReferenceProvider;
import dev.fkc.registry.KernelRegistry;
import dev.fkc.source.SourceFile;
import dev.fkc.vulkan.VulkanProvider;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** The contracts that this library brings along, imported. */
final class Bundled {
  private static final List<String> FILES =
      List.of(
          "cpu/reference.fkc.md",
          "vulkan/contiguize.fkc.md",
          "vulkan/select.fkc.md",
          "vulkan/shape.fkc.md");

  private Bundled() {}

  static KernelRegistry registry() {
    List<SourceFile> files = new ArrayList<>();
    for (String name : FILES) {
      try (InputStream in = Bundled.class.getResourceAsStream("/dev/fkc/contracts/" + name)) {
        if (in == null) {
          throw new IllegalStateException("contract " + name + " is missing from the library");
        }
        files.addAll(ContractSources.of("contracts/" + name, in.readAllBytes()).files());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    ContractSet contracts = ContractReader.read(files);
    KernelRegistry.Builder builder = KernelRegistry.builder();
    builder.importContracts(
        contracts, List.of(VulkanProvider.linkRegistry(), ReferenceProvider.linkRegistry()));
    return builder.build();
  }
}
