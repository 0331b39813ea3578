package dev.symbolicator.bench;

import static dev.symbolicator.testing.Allowances.plenty;

import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.Dialect;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures the scanner by the thread's CPU time, for machines too busy for {@link ScannerJmh}. Each
 * round scans every text once; the median and the best of the rounds count.
 */
final class ScannerRates {
  private static final int ROUNDS = 21;
  private static final int WARM_UP_ROUNDS = 8;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Keeps results, so that the compiler cannot leave the work out. */
  static Object sink;

  private ScannerRates() {}

  public static void main(String[] args) {
    List<String> names = List.of(ScannerInput.matching(args[0]));
    List<String> texts = names.stream().map(ScannerInput::read).toList();
    double[][] millis = new double[texts.size()][ROUNDS];
    for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      for (int i = 0; i < millis.length; i++) {
        long start = THREADS.getCurrentThreadCpuTime();
        sink = Outline.of(texts.get(i), Dialect.JAVASCRIPT, plenty());
        if (round >= 0) {
          millis[i][round] = (THREADS.getCurrentThreadCpuTime() - start) / 1e6;
        }
      }
    }
    System.out.println("| text | MB | ms | MB/s | best, MB/s |");
    System.out.println("|---|--:|--:|--:|--:|");
    for (int i = 0; i < millis.length; i++) {
      double kilobytes = texts.get(i).length() / 1e3;
      double median = Medians.of(millis[i]);
      double best = Arrays.stream(millis[i]).min().orElseThrow();
      System.out.printf(
          Locale.ROOT,
          "| %s | %.2f | %.2f | %.0f | %.0f |%n",
          names.get(i),
          kilobytes / 1e3,
          median,
          kilobytes / median,
          kilobytes / best);
    }
  }
}
