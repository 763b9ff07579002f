package dev.fkc.vulkan.host;

import dev.fkc.FuelKernels;
import dev.fkc.contract.ContractReader;
import dev.fkc.contract.ContractSet;
import dev.fkc.registry.BindingEntry;
import dev.fkc.registry.BindingKey;
import dev.fkc.registry.KernelRegistry;
import dev.fkc.source.SourceFile;
import dev.fkc.type.BackendId;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Reading contracts, and finding what they bind. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ContractBenchmark {
  private final List<SourceFile> bundled = FuelKernels.contracts();
  private final List<SourceFile> thousand = ContractCheck.thousandSections();
  private final KernelRegistry registry = FuelKernels.registry();
  private final BindingKey key =
      BindingKey.of(OpKind.FLIP, List.of(DType.F32, DType.F32), BackendId.VULKAN);

  @Benchmark
  public KernelRegistry importBundled() {
    return ContractCheck.imported(bundled);
  }

  @Benchmark
  public ContractSet readThousandSections() {
    return ContractReader.read(thousand);
  }

  @Benchmark
  @OutputTimeUnit(TimeUnit.NANOSECONDS)
  public List<BindingEntry> lookUp() {
    return registry.lookup(key);
  }
}
