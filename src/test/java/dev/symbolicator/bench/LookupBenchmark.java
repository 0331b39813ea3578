package dev.symbolicator.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LookupBenchmark {
  @Param("antd.min.js.map")
  public String map;

  @Param({"SYMBOLICATOR", "CLOSURE"})
  public Contender contender;

  private Object opened;
  private Positions positions;
  private int next;

  @Setup
  public void openMap() {
    byte[] json = BenchMaps.read(map);
    positions = Positions.in(Contender.symbolicator(json));
    opened = contender.open(json);
  }

  @Benchmark
  public Object find() {
    next = (next + 1) & (Positions.COUNT - 1);
    return contender.find(opened, positions.lines()[next], positions.columns()[next]);
  }
}
