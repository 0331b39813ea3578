package dev.symbolicator.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

public final class Bench {
  private enum Benchmark {
    COMPARE(Comparison.class, Subject.MAPS, fixedHeap("1g")),
    // Without the last option, three of four collections leave some garbage.
    FOOTPRINT(
        Footprint.class, Subject.MAPS, "-Xmx3g -XX:+UseSerialGC -XX:MarkSweepAlwaysCompactCount=1"),
    JMH(Jmh.class, Subject.MAPS, ""),
    SCANNER(ScannerJmh.class, Subject.TEXTS, ""),
    SCANNER_RATES(ScannerRates.class, Subject.TEXTS, fixedHeap("1g")),
    FORMATS(FormatRates.class, Subject.MAPS, fixedHeap("512m")),
    CODINGS(CodingRates.class, Subject.MAPS, fixedHeap("512m")),
    COMPILE(Compilation.class, Subject.MAPS, fixedHeap("2g")),
    COMPILE_HEAP(CompilationHeap.class, Subject.MAPS, ""),
    WRITE_LARGE_MAP(LargeMap.class, Subject.WRITE, ""),
    OPEN_LARGE_MAP(LargeMap.class, Subject.OPEN, "");

    private final Class<?> main;
    private final Subject subject;
    private final String options;

    Benchmark(Class<?> main, Subject subject, String options) {
      this.main = main;
      this.subject = subject;
      this.options = options;
    }

    private static String fixedHeap(String size) {
      return "-Xms%1$s -Xmx%1$s -XX:+UseSerialGC".formatted(size);
    }

    private String id() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private List<String> command(String maps, String texts, String heap) {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      if (!options.isEmpty()) {
        Collections.addAll(command, options.split(" "));
      }
      if (subject == Subject.OPEN) {
        command.add("-Xmx" + heap);
      }
      command.add("-cp");
      command.add(System.getProperty("java.class.path"));
      command.add(main.getName());
      command.add(
          switch (subject) {
            case MAPS -> maps;
            case TEXTS -> texts;
            case WRITE -> "write";
            case OPEN -> "open";
          });
      return command;
    }
  }

  private enum Subject {
    MAPS,
    TEXTS,
    WRITE,
    OPEN
  }

  private Bench() {}

  /**
   * Runs a benchmark and waits for its end.
   *
   * @param args the benchmark, the expressions that choose its maps and its texts, and the heap of
   *     {@code open-large-map}
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    Benchmark benchmark =
        Arrays.stream(Benchmark.values())
            .filter(each -> each.id().equals(args[0]))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException(unknown(args[0])));
    Process process =
        new ProcessBuilder(benchmark.command(args[1], args[2], args[3])).inheritIO().start();
    System.exit(process.waitFor());
  }

  private static String unknown(String name) {
    return "There is no benchmark '%s'. Write exec:exec@NAME with one of: %s"
        .formatted(
            name,
            Arrays.stream(Benchmark.values()).map(Benchmark::id).collect(Collectors.joining(", ")));
  }
}
