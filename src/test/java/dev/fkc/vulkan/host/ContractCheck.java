package dev.fkc.vulkan.host;

import dev.fkc.FuelKernels;
import dev.fkc.contract.ContractReader;
import dev.fkc.contract.ContractSet;
import dev.fkc.registry.BindingEntry;
import dev.fkc.registry.BindingKey;
import dev.fkc.registry.KernelRegistry;
import dev.fkc.source.SourceFile;
import java.util.ArrayList;
import java.util.List;

/** What reading contracts and looking bindings up costs. */
final class ContractCheck {
  private ContractCheck() {}

  static void run(Results results) {
    List<SourceFile> bundled = FuelKernels.contracts();
    results.print("import_bundled_cold", millis(() -> imported(bundled)), "ms");
    results.print("import_bundled_warm", best(30, () -> imported(bundled)), "ms", "< 60");
    List<SourceFile> thousand = thousandSections();
    results.print(
        "read_1000_sections",
        best(
            3,
            () -> {
              ContractSet set = ContractReader.read(thousand);
              if (set.contracts().size() != 1000 || !set.problems().isEmpty()) {
                throw new IllegalStateException(set.contracts().size() + ": " + set.problems());
              }
            }),
        "ms",
        "< 1500");
    lookup(results);
  }

  static KernelRegistry imported(List<SourceFile> files) {
    KernelRegistry.Builder builder = KernelRegistry.builder();
    builder.importContracts(ContractReader.read(files), FuelKernels.linkRegistries());
    return builder.build();
  }

  /** The section of the dense copy, under a thousand names in a hundred files. */
  static List<SourceFile> thousandSections() {
    SourceFile file =
        FuelKernels.contracts().stream()
            .filter(f -> f.name().contains("contiguize"))
            .findFirst()
            .orElseThrow();
    int sections = file.text().indexOf("## contiguize");
    String front = file.text().substring(0, sections);
    String section = file.text().substring(sections);
    List<SourceFile> files = new ArrayList<>();
    for (int n = 0; n < 100; n++) {
      StringBuilder text = new StringBuilder(front);
      for (int i = 0; i < 10; i++) {
        text.append(
            section
                .replace("## contiguize", "## contiguize" + i)
                .replace("kernel: contiguize", "kernel: contiguize" + i));
      }
      files.add(SourceFile.of("many/" + n + ".fkc.md", text.toString()));
    }
    return files;
  }

  private static void lookup(Results results) {
    KernelRegistry registry = FuelKernels.registry();
    BindingKey[] keys = registry.keys().toArray(BindingKey[]::new);
    int found = 0;
    double best = Double.MAX_VALUE;
    long garbage = Long.MAX_VALUE;
    for (int round = 0; round < 200; round++) {
      long before = Garbage.bytes();
      long start = System.nanoTime();
      for (BindingKey key : keys) {
        List<BindingEntry> entries = registry.find(key);
        found += entries.size();
      }
      best = Math.min(best, (System.nanoTime() - start) / (double) keys.length);
      garbage = Math.min(garbage, Garbage.bytes() - before);
    }
    if (found < keys.length) {
      throw new IllegalStateException(found + " bindings under " + keys.length + " keys");
    }
    results.print("registry_lookup", best, "ns");
    results.print("registry_lookup_garbage", garbage / (double) keys.length, "bytes");
  }

  private static double millis(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return (System.nanoTime() - start) / 1e6;
  }

  private static double best(int times, Runnable work) {
    double best = Double.MAX_VALUE;
    for (int i = 0; i < times; i++) {
      best = Math.min(best, millis(work));
    }
    return best;
  }
}
