package dev.symbolicator.javascript.oracle;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Outlines agree with acorn on JavaScript and with the TypeScript compiler on TypeScript. Skipped
 * unless {@code src/test/scanner/write-oracles.mjs} ran.
 */
class SyntaxTreesTest {
  private static final double ALL = 100;
  private static final double NAMES = 99.99;
  private static final double TYPESCRIPT = 99.9;

  static Stream<String> typescript() {
    return texts().stream()
        .map(ScannerText::group)
        .distinct()
        .filter(group -> !group.equals("bundles") && !group.equals("files"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bundles", "files"})
  void javaScriptFunctionsAgreeWithAcorn(String group) {
    Tally tally = compare(group);
    assertAtLeast(ALL, Tally.Of.STARTS, tally);
    assertAtLeast(ALL, Tally.Of.EXTRA_STARTS, tally);
    assertAtLeast(NAMES, Tally.Of.V8_NAMES, tally);
    assertAtLeast(NAMES, Tally.Of.QUALIFIED_NAMES, tally);
    assertAtLeast(NAMES, Tally.Of.BODIES, tally);
    assertAtLeast(NAMES, Tally.Of.ENDS, tally);
  }

  @ParameterizedTest
  @MethodSource("typescript")
  void typeScriptFunctionsAgreeWithTheTypeScriptCompiler(String group) {
    Tally tally = compare(group);
    assertAtLeast(TYPESCRIPT, Tally.Of.STARTS, tally);
    assertAtLeast(TYPESCRIPT, Tally.Of.EXTRA_STARTS, tally);
    assertAtLeast(TYPESCRIPT, Tally.Of.V8_NAMES, tally);
    assertAtLeast(TYPESCRIPT, Tally.Of.QUALIFIED_NAMES, tally);
  }

  private static List<ScannerText> texts() {
    return ScannerText.listed("texts.tsv", "write-oracles.mjs");
  }

  private static Tally compare(String group) {
    Tally tally = new Tally();
    List<ScannerText> texts = texts().stream().filter(ScannerText.inGroup(group)).toList();
    for (ScannerText text : texts) {
      TreeComparison.compare(tally, text);
    }
    System.out.println(tally.report("%s: %d texts".formatted(group, texts.size())));
    return tally;
  }

  private static void assertAtLeast(double percent, Tally.Of what, Tally tally) {
    double reached = tally.percent(what);
    assertTrue(reached >= percent, () -> what + ": " + reached + " % of " + tally.compared(what));
  }
}
