package dev.symbolicator.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Compares the contenders in rounds. Each round measures all contenders in turn on the same map,
 * and the median of the rounds' ratios counts. So other work on the machine, which comes and goes
 * over seconds, slows all contenders alike.
 *
 * <p>Two times are measured. The thread's CPU time leaves out garbage collection, which favours the
 * contender that makes most garbage. The elapsed time includes garbage collection. The heap is
 * collected before each measurement, so no contender pays for another's garbage.
 */
final class Comparison {
  private static final int ROUNDS = 15;
  private static final double LEAST_SECONDS = 0.02;
  private static final double WARM_UP_SECONDS = 1.5;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Keeps results, so the compiler cannot leave the work out. */
  static Object sink;

  private Comparison() {}

  public static void main(String[] args) {
    List<Subject> subjects = BenchMaps.matching(args[0]).stream().map(Subject::new).toList();
    subjects.forEach(Comparison::warmUp);
    System.out.println(
        "| map | MB | open, ms | closure, ms | databind, ms | closure / ours | elapsed |"
            + " ours / databind | lookups, M/s | closure, M/s |");
    System.out.println("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    List<Times> all = new ArrayList<>();
    for (Subject subject : subjects) {
      Times times = measure(subject);
      all.add(times);
      System.out.println(row(subject, times));
    }
    System.out.printf(
        Locale.ROOT,
        "| median | | | | | %.2f | %.2f | %.2f | | |%n",
        median(all, Times::closureToOurs),
        median(all, Times::closureToOursElapsed),
        median(all, Times::oursToDatabind));
  }

  private static void warmUp(Subject subject) {
    for (Contender contender : Contender.values()) {
      repeat(WARM_UP_SECONDS, () -> subject.open(contender, 1));
      Object map = contender.open(subject.json);
      repeat(WARM_UP_SECONDS / 3, () -> subject.lookUp(contender, map));
    }
  }

  private static String row(Subject subject, Times times) {
    return String.format(
        Locale.ROOT,
        "| %s | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f |",
        subject.name,
        subject.json.length / 1e6,
        Medians.of(times.of(Work.OPEN, Contender.SYMBOLICATOR)) * 1e3,
        Medians.of(times.of(Work.OPEN, Contender.CLOSURE)) * 1e3,
        Medians.of(times.of(Work.OPEN, Contender.DATABIND)) * 1e3,
        times.closureToOurs(),
        times.closureToOursElapsed(),
        times.oursToDatabind(),
        Positions.COUNT / Medians.of(times.of(Work.LOOK_UP, Contender.SYMBOLICATOR)) / 1e6,
        Positions.COUNT / Medians.of(times.of(Work.LOOK_UP, Contender.CLOSURE)) / 1e6);
  }

  private static double median(List<Times> all, ToDoubleFunction<Times> figure) {
    return Medians.of(all.stream().mapToDouble(figure).toArray());
  }

  private static Times measure(Subject subject) {
    int openings =
        (int) Math.ceil(LEAST_SECONDS / seconds(() -> subject.open(Contender.SYMBOLICATOR, 1)));
    Times times = new Times();
    for (int round = 0; round < ROUNDS; round++) {
      for (Contender contender : inOrder(round)) {
        System.gc();
        long start = System.nanoTime();
        times.of(Work.OPEN, contender)[round] =
            seconds(() -> subject.open(contender, openings)) / openings;
        times.of(Work.OPEN_ELAPSED, contender)[round] =
            (System.nanoTime() - start) / 1e9 / openings;
      }
    }
    Map<Contender, Object> maps = new EnumMap<>(Contender.class);
    for (Contender contender : Contender.values()) {
      maps.put(contender, contender.open(subject.json));
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (Contender contender : inOrder(round)) {
        System.gc();
        times.of(Work.LOOK_UP, contender)[round] =
            seconds(() -> subject.lookUp(contender, maps.get(contender)));
      }
    }
    return times;
  }

  private static List<Contender> inOrder(int round) {
    List<Contender> order = new ArrayList<>(List.of(Contender.values()));
    Collections.rotate(order, round);
    return order;
  }

  private static void repeat(double leastSeconds, Runnable work) {
    for (double spent = 0; spent < leastSeconds; ) {
      spent += seconds(work);
    }
  }

  private static double seconds(Runnable work) {
    long start = THREADS.getCurrentThreadCpuTime();
    work.run();
    return (THREADS.getCurrentThreadCpuTime() - start) / 1e9;
  }

  private static final class Subject {
    private final String name;
    private final byte[] json;
    private final int[] lines;
    private final int[] columns;

    Subject(Path path) {
      name = BenchMaps.name(path);
      json = BenchMaps.read(path);
      Positions positions = Positions.in(Contender.symbolicator(json));
      lines = positions.lines();
      columns = positions.columns();
    }

    void open(Contender contender, int times) {
      for (int i = 0; i < times; i++) {
        sink = contender.find(contender.open(json), lines[0], columns[0]);
      }
    }

    void lookUp(Contender contender, Object map) {
      for (int i = 0; i < lines.length; i++) {
        sink = contender.find(map, lines[i], columns[i]);
      }
    }
  }

  private enum Work {
    OPEN,
    OPEN_ELAPSED,
    LOOK_UP
  }

  /** Seconds in each round. */
  private static final class Times {
    private final Map<Work, Map<Contender, double[]>> times = new EnumMap<>(Work.class);

    double[] of(Work work, Contender contender) {
      return times
          .computeIfAbsent(work, any -> new EnumMap<>(Contender.class))
          .computeIfAbsent(contender, any -> new double[ROUNDS]);
    }

    double closureToOurs() {
      return ratio(Work.OPEN, Contender.CLOSURE, Contender.SYMBOLICATOR);
    }

    double closureToOursElapsed() {
      return ratio(Work.OPEN_ELAPSED, Contender.CLOSURE, Contender.SYMBOLICATOR);
    }

    double oursToDatabind() {
      return ratio(Work.OPEN, Contender.SYMBOLICATOR, Contender.DATABIND);
    }

    private double ratio(Work work, Contender dividend, Contender divisor) {
      return Medians.ofRatios(of(work, dividend), of(work, divisor));
    }
  }
}
