package dev.symbolicator.symbols;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Scripts, maps and sources made to cost much. Quadratic work on any of them takes minutes. */
class HostileSymbolsTest {
  private static final Duration HANG = Duration.ofSeconds(60);

  private static void compiles(String script, String source, String mappings) {
    String map =
        "{\"version\":3,\"sources\":[\"a.ts\"],\"names\":[\""
            + "n".repeat(1_000_000)
            + "\"],\"sourcesContent\":[\""
            + source
            + "\"],\"mappings\":\""
            + mappings
            + "\"}";
    assertTimeoutPreemptively(HANG, () -> assertNotNull(Compiled.table(script, map)));
  }

  @Test
  void functionsWithinFunctions() {
    compiles("a=>".repeat(100_000) + "1", "a=>".repeat(100_000) + "1", segments(100_000, "GAAG"));
  }

  @Test
  void classesWithinClasses() {
    String classes = "class{a=".repeat(30_000);
    compiles(classes, classes, segments(30_000, "QAAQ"));
  }

  @Test
  void manyFunctionsInOneStatement() {
    compiles("f(a=>1);".repeat(50_000), "f(a=>1),".repeat(50_000), segments(50_000, "EAAA,MAAA"));
  }

  @Test
  void manySegmentsAtOnePlace() {
    compiles("f(a=>1)", "f(a=>1)", "EAAE" + ",AAAA".repeat(1_000_000));
  }

  @Test
  void aFunctionMergedFromVeryMany() {
    compiles(
        "f=function(){" + "a();".repeat(50_000) + "}",
        "function f(){a()}".repeat(50_000),
        "aAAa" + segments(50_000 - 1, ",IAAiB"));
  }

  @Test
  void aVeryLongNameOfVeryManyFunctions() {
    compiles(
        "class e{" + "a(){}".repeat(20_000) + "}",
        "class " + "n".repeat(200_000) + "{" + "a(){}".repeat(2_000) + "}",
        "MAAAA" + segments(20_000, ",KAAAA"));
  }

  private static String segments(int count, String segment) {
    String separated = segment.startsWith(",") ? segment : "," + segment;
    return separated.repeat(count).substring(segment.startsWith(",") ? 0 : 1);
  }
}
