package dev.symbolicator.bench;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.Locale;

/**
 * Finds the smallest heap in which a script's table is compiled, to a twentieth, by bisection with
 * a JVM for each attempt. The bytes of script and map are included; the JVM's own need is
 * subtracted.
 */
final class CompilationHeap {
  private static final int MEGABYTE = 1 << 20;
  private static final int MOST_TIMES = 8;

  /** Megabytes that the JVM itself is assumed to use. */
  private static final int TO_START = 6;

  private CompilationHeap() {}

  /**
   * Takes an expression for scripts' names. With {@code once} before the expression, compiles these
   * scripts and ends.
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    if (args[0].equals("once")) {
      BenchScript.matching(args[1]).forEach(BenchScript::compile);
      return;
    }
    System.out.println("| script | script, MB | map, MB | heap, MB | heap / bytes |");
    System.out.println("|---|--:|--:|--:|--:|");
    for (BenchScript script : BenchScript.matching(args[0])) {
      double heap = (double) (smallestHeap(script) - TO_START) * MEGABYTE;
      System.out.printf(
          Locale.ROOT,
          "| %s | %.2f | %.2f | %.0f | %.2f |%n",
          script.name(),
          script.script().length / 1e6,
          script.map().length / 1e6,
          heap / 1e6,
          heap / script.length());
    }
  }

  private static int smallestHeap(BenchScript script) throws IOException, InterruptedException {
    int tooSmall = TO_START;
    int enough = TO_START + MOST_TIMES * (1 + script.length() / MEGABYTE);
    while (enough - tooSmall > Math.max(1, enough / 20)) {
      int middle = (tooSmall + enough) / 2;
      if (compilesWithin(middle, script.name())) {
        enough = middle;
      } else {
        tooSmall = middle;
      }
    }
    return enough;
  }

  private static boolean compilesWithin(int heap, String name)
      throws IOException, InterruptedException {
    return new ProcessBuilder(
                List.of(
                    ProcessHandle.current().info().command().orElseThrow(),
                    "-Xmx" + heap + "m",
                    "-XX:+UseSerialGC",
                    "-cp",
                    System.getProperty("java.class.path"),
                    CompilationHeap.class.getName(),
                    "once",
                    "^\\Q" + name + "\\E$"))
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }
}
