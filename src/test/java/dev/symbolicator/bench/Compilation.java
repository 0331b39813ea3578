package dev.symbolicator.bench;

import static dev.symbolicator.testing.Allowances.plenty;

import com.sun.management.ThreadMXBean;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.Dialect;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures the compilation of symbol tables from the bytes of a script and its source map.
 *
 * <p>Each round measures every script once, so other work on the machine slows all alike. The
 * medians of the rounds are printed. Times are the thread's CPU time without garbage collection;
 * {@code elapsed} includes it.
 */
final class Compilation {
  private static final int ROUNDS = 5;
  private static final int WARM_UP_ROUNDS = 2;
  private static final double MEGA = 1e6;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Keeps results, so the compiler cannot leave the work out. */
  static Object sink;

  private Compilation() {}

  public static void main(String[] args) {
    List<BenchScript> scripts = BenchScript.matching(args[0]);
    double[][] cpu = new double[scripts.size()][ROUNDS];
    double[][] elapsed = new double[scripts.size()][ROUNDS];
    for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      for (int i = 0; i < scripts.size(); i++) {
        System.gc();
        long startCpu = THREADS.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        sink = scripts.get(i).compile();
        if (round >= 0) {
          cpu[i][round] = (THREADS.getCurrentThreadCpuTime() - startCpu) / MEGA;
          elapsed[i][round] = (System.nanoTime() - start) / MEGA;
        }
      }
    }
    System.out.println(
        "| script | script, MB | map, MB | functions | segments | ms | MB/s | elapsed, MB/s |"
            + " allocated / bytes | table, KB | B/function | B/segment | table / bytes |");
    System.out.println("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    double[] rates = new double[scripts.size()];
    for (int i = 0; i < rates.length; i++) {
      BenchScript script = scripts.get(i);
      rates[i] = rate(script, cpu[i]);
      System.out.println(row(script, Medians.of(cpu[i]), rates[i], rate(script, elapsed[i])));
    }
    System.out.printf(
        Locale.ROOT,
        "| median | | | | | | %.1f | | | | | | |%nleast %.1f MB/s%n",
        Medians.of(rates),
        Arrays.stream(rates).min().orElseThrow());
  }

  private static double rate(BenchScript script, double[] millis) {
    return script.length() / MEGA / Medians.of(millis) * 1e3;
  }

  private static String row(BenchScript script, double millis, double rate, double elapsedRate) {
    int functions = Outline.of(script.text(), Dialect.JAVASCRIPT, plenty()).size();
    int segments = script.open().map().mappingCount();
    long before = THREADS.getCurrentThreadAllocatedBytes();
    int table = script.compile().size();
    double allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    return String.format(
        Locale.ROOT,
        "| %s | %.2f | %.2f | %d | %d | %.1f | %.1f | %.1f | %.2f | %.0f | %.1f | %.2f | %.3f |",
        script.name(),
        script.script().length / MEGA,
        script.map().length / MEGA,
        functions,
        segments,
        millis,
        rate,
        elapsedRate,
        allocated / script.length(),
        table / 1e3,
        (double) table / functions,
        (double) table / segments,
        (double) table / script.length());
  }
}
