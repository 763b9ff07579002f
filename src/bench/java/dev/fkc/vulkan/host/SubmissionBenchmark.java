package dev.fkc.vulkan.host;

import dev.fkc.vulkan.CommandBatch;
import dev.fkc.vulkan.VulkanDevice;
import dev.fkc.vulkan.internal.BareDriver;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Batches from the first call to the end of the wait, by their number of small dispatches. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SubmissionBenchmark {
  private static final int N = SmallCalls.PLACES;

  private VulkanDevice device;
  private SmallCalls calls;
  private CommandBatch batch;
  private BareDriver driver;

  @Setup
  public void open() {
    device = VulkanDevice.open();
    calls = new SmallCalls(device);
    batch = device.batch("benchmark");
    driver = calls.bareFlip();
  }

  @TearDown
  public void close() {
    driver.close();
    batch.close();
    calls.close();
    device.close();
  }

  @Benchmark
  public void one() {
    calls.flip(batch, 0);
    batch.submit().await();
  }

  @Benchmark
  public void oneByTheBareDriver() {
    driver.record(1, 0);
    driver.submitAndWait();
  }

  @Benchmark
  public void tenThousandIndependent() {
    for (int i = 0; i < N; i++) {
      calls.flip(batch, i);
    }
    batch.submit().await();
  }

  @Benchmark
  public void tenThousandDependent() {
    for (int i = 0; i < N; i++) {
      calls.dependentFlip(batch, i);
    }
    batch.submit().await();
  }

  @Benchmark
  public void tenThousandChecked() {
    for (int i = 0; i < N; i++) {
      calls.select(batch, calls.select, i);
    }
    batch.submit().await();
  }
}
