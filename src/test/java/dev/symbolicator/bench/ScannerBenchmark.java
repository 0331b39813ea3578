package dev.symbolicator.bench;

import static dev.symbolicator.testing.Allowances.plenty;

import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.javascript.Outline.NameStyle;
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
public class ScannerBenchmark {
  @Param("antd/dist/antd.min.js")
  public String input;

  private String text;

  @Setup
  public void read() {
    text = ScannerInput.read(input);
  }

  @Benchmark
  public Outline outline() {
    return Outline.of(text, Dialect.JAVASCRIPT, plenty());
  }

  @Benchmark
  public int outlineAndNames() {
    Outline outline = Outline.of(text, Dialect.JAVASCRIPT, plenty());
    int parts = 0;
    for (int i = 0; i < outline.size(); i++) {
      for (NameStyle style : NameStyle.values()) {
        parts += outline.name(i, style).parts().size();
      }
    }
    return parts;
  }
}
