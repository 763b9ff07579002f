package dev.fkc.vulkan.host;

import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs the benchmarks of the host side with the allocation profiler; an argument picks those whose
 * name it is found in, as a regular expression.
 */
public final class Benchmarks {
  private Benchmarks() {}

  /** See the class. */
  public static void main(String[] args) throws RunnerException {
    Options options =
        new OptionsBuilder()
            .include(args.length == 0 ? "dev.fkc" : args[0])
            .addProfiler(GCProfiler.class)
            .forks(1)
            .warmupIterations(5)
            .warmupTime(TimeValue.milliseconds(600))
            .measurementIterations(5)
            .measurementTime(TimeValue.milliseconds(600))
            .shouldFailOnError(true)
            .build();
    new Runner(options).run();
  }
}
