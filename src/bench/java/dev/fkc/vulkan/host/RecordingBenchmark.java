package dev.fkc.vulkan.host;

import dev.fkc.vulkan.BufferSlice;
import dev.fkc.vulkan.CommandBatch;
import dev.fkc.vulkan.DeviceAccess;
import dev.fkc.vulkan.RecordedBatch;
import dev.fkc.vulkan.VulkanDevice;
import dev.fkc.vulkan.internal.BareDriver;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Recording a dispatch, next to the driver's own share of it. Nothing is submitted. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RecordingBenchmark {
  private static final int N = SmallCalls.PLACES;

  private VulkanDevice device;
  private SmallCalls calls;
  private CommandBatch batch;
  private BareDriver driver;
  private RecordedBatch independent;
  private RecordedBatch dependent;
  private BufferSlice[] slots;

  @Setup
  public void open() {
    device = VulkanDevice.open();
    calls = new SmallCalls(device);
    batch = device.batch("benchmark");
    driver = calls.bareFlip();
    independent = calls.recorded(false);
    dependent = calls.recorded(true);
    slots = calls.slots()[0];
  }

  @TearDown
  public void close() {
    driver.close();
    batch.close();
    calls.close();
    device.close();
  }

  @Benchmark
  @OperationsPerInvocation(N)
  public void bareDriver() {
    driver.record(N, SmallCalls.STRIDE);
  }

  @Benchmark
  @OperationsPerInvocation(N)
  public void oneInput() {
    for (int i = 0; i < N; i++) {
      calls.flip(batch, i);
    }
    DeviceAccess.drop(batch);
  }

  @Benchmark
  @OperationsPerInvocation(N)
  public void oneInputDependent() {
    for (int i = 0; i < N; i++) {
      calls.dependentFlip(batch, i);
    }
    DeviceAccess.drop(batch);
  }

  @Benchmark
  @OperationsPerInvocation(N)
  public void twoInputsUnchecked() {
    for (int i = 0; i < N; i++) {
      calls.select(batch, calls.selectUnchecked, i);
    }
    DeviceAccess.drop(batch);
  }

  @Benchmark
  @OperationsPerInvocation(N)
  public void twoInputsChecked() {
    for (int i = 0; i < N; i++) {
      calls.select(batch, calls.select, i);
    }
    DeviceAccess.drop(batch);
  }

  @Benchmark
  @OperationsPerInvocation(N)
  public void replay() {
    batch.replay(independent, slots);
    DeviceAccess.drop(batch);
  }

  @Benchmark
  @OperationsPerInvocation(N)
  public void replayDependent() {
    batch.replay(dependent, slots);
    DeviceAccess.drop(batch);
  }
}
