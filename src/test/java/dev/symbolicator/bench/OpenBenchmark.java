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
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class OpenBenchmark {
  @Param("antd.min.js.map")
  public String map;

  @Param public Contender contender;

  private byte[] json;
  private int line;
  private int column;

  @Setup
  public void readFile() {
    json = BenchMaps.read(map);
    Positions positions = Positions.in(Contender.symbolicator(json));
    line = positions.lines()[0];
    column = positions.columns()[0];
  }

  @Benchmark
  public Object open() {
    return contender.find(contender.open(json), line, column);
  }
}
