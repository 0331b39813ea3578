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
 * Compares the contenders in rounds: each round measures all of them one after the other on the
 * same map, and what counts is the median of the rounds' ratios. So other work on the machine,
 * which comes and goes over seconds, weighs on all of them alike.
 *
 * <p>The heap is collected before each measurement, outside of it, which is in favour of those that
 * leave much garbage. Times are the thread's CPU time.
 */
final class Comparison {
  private static final int ROUNDS = 15;
  private static final double LEAST_SECONDS = 0.02;
  private static final double WARM_UP_SECONDS = 1.5;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Results land here, so that the compiler cannot leave the work out. */
  static Object sink;

  private Comparison() {}

  public static void main(String[] args) {
    List<Subject> subjects = BenchMaps.matching(args[0]).stream().map(Subject::new).toList();
    subjects.forEach(Comparison::warmUp);
    System.out.println(
        "| map | MB | open, ms | closure, ms | databind, ms | closure / ours | ours / databind |"
            + " lookups, M/s | closure, M/s |");
    System.out.println("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    List<Times> all = new ArrayList<>();
    for (Subject subject : subjects) {
      Times times = measure(subject);
      all.add(times);
      System.out.println(row(subject, times));
    }
    System.out.printf(
        Locale.ROOT,
        "| median | | | | | %.2f | %.2f | | |%n",
        median(all, Times::closureToOurs),
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
        "| %s | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f |",
        subject.name,
        subject.json.length / 1e6,
        Medians.of(times.opening(Contender.SYMBOLICATOR)) * 1e3,
        Medians.of(times.opening(Contender.CLOSURE)) * 1e3,
        Medians.of(times.opening(Contender.DATABIND)) * 1e3,
        times.closureToOurs(),
        times.oursToDatabind(),
        Positions.COUNT / Medians.of(times.lookup(Contender.SYMBOLICATOR)) / 1e6,
        Positions.COUNT / Medians.of(times.lookup(Contender.CLOSURE)) / 1e6);
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
        times.opening(contender)[round] =
            secondsOnCleanHeap(() -> subject.open(contender, openings)) / openings;
      }
    }
    Map<Contender, Object> maps = new EnumMap<>(Contender.class);
    for (Contender contender : Contender.values()) {
      maps.put(contender, contender.open(subject.json));
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (Contender contender : inOrder(round)) {
        times.lookup(contender)[round] =
            secondsOnCleanHeap(() -> subject.lookUp(contender, maps.get(contender)));
      }
    }
    return times;
  }

  /** All contenders, each round another one first. */
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

  private static double secondsOnCleanHeap(Runnable work) {
    System.gc();
    return seconds(work);
  }

  private static double seconds(Runnable work) {
    long start = THREADS.getCurrentThreadCpuTime();
    work.run();
    return (THREADS.getCurrentThreadCpuTime() - start) / 1e9;
  }

  /** A map and what is asked of it. */
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

  /** Seconds per round. */
  private static final class Times {
    private final Map<Contender, double[]> openings = new EnumMap<>(Contender.class);
    private final Map<Contender, double[]> lookups = new EnumMap<>(Contender.class);

    double[] opening(Contender contender) {
      return openings.computeIfAbsent(contender, any -> new double[ROUNDS]);
    }

    double[] lookup(Contender contender) {
      return lookups.computeIfAbsent(contender, any -> new double[ROUNDS]);
    }

    double closureToOurs() {
      return Medians.ofRatios(opening(Contender.CLOSURE), opening(Contender.SYMBOLICATOR));
    }

    double oursToDatabind() {
      return Medians.ofRatios(opening(Contender.SYMBOLICATOR), opening(Contender.DATABIND));
    }
  }
}
