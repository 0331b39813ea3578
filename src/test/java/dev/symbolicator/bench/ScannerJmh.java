package dev.symbolicator.bench;

import java.util.Collection;
import java.util.Locale;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

final class ScannerJmh {
  private static final double MEGA = 1e6;
  private static final double MILLIS = 1e3;

  private ScannerJmh() {}

  public static void main(String[] args) throws RunnerException {
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include(ScannerBenchmark.class.getSimpleName())
                    .param("input", ScannerInput.matching(args[0]))
                    .forks(1)
                    .jvmArgs("-Xms2g", "-Xmx2g", "-XX:+UseSerialGC")
                    .warmupIterations(5)
                    .warmupTime(TimeValue.seconds(1))
                    .measurementIterations(5)
                    .measurementTime(TimeValue.seconds(1))
                    .build())
            .run();
    for (RunResult result : results) {
      String input = result.getParams().getParam("input");
      double millis = result.getPrimaryResult().getScore();
      double megabytes = ScannerInput.read(input).length() / MEGA;
      System.out.printf(
          Locale.ROOT,
          "%-16s %-48s %6.2f MB %9.2f ms %7.1f MB/s%n",
          result.getPrimaryResult().getLabel(),
          input,
          megabytes,
          millis,
          megabytes / millis * MILLIS);
    }
  }
}
