package dev.symbolicator.bench;

import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs the JMH benchmarks on the fetched maps. JMH measures one contender after the other, so the
 * ratios of {@link Comparison} are more reliable on a machine with other work.
 */
final class Jmh {
  private Jmh() {}

  public static void main(String[] args) throws RunnerException {
    String[] maps =
        BenchMaps.matching(args[0]).stream().map(BenchMaps::name).toArray(String[]::new);
    new Runner(
            new OptionsBuilder()
                .include(OpenBenchmark.class.getSimpleName())
                .include(LookupBenchmark.class.getSimpleName())
                .param("map", maps)
                .forks(1)
                .jvmArgs("-Xms3g", "-Xmx3g", "-XX:+UseSerialGC")
                .warmupIterations(3)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(5)
                .measurementTime(TimeValue.seconds(1))
                .build())
        .run();
  }
}
