package dev.symbolicator.javascript.oracle;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.javascript.Outline.NameStyle;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** V8 reports exactly the functions of the outline, by the same names. */
class V8SnippetsTest {

  static Stream<Arguments> snippets() throws IOException, InterruptedException {
    List<String> texts = V8Snippets.all();
    List<List<V8Function>> functions = V8Program.functions(texts);
    return IntStream.range(0, texts.size())
        .mapToObj(i -> Arguments.of(texts.get(i), functions.get(i)));
  }

  @ParameterizedTest
  @MethodSource("snippets")
  void outlineHasTheFunctionsOfV8(String text, List<V8Function> functions) {
    assertTrue(!functions.isEmpty(), "V8 reports no function of this text");
    Outline outline = Outline.of(text, Dialect.JAVASCRIPT, plenty());
    assertEquals(ofV8(text, functions), ofOutline(text, outline, functions));
    assertEquals(0, outline.doubts());
  }

  @Test
  void snippetsHaveFunctionsOfEveryKind() {
    TreeSet<FunctionKind> kinds = new TreeSet<>();
    for (String text : V8Snippets.all()) {
      Outline outline = Outline.of(text, Dialect.JAVASCRIPT, plenty());
      IntStream.range(0, outline.size()).mapToObj(outline::kind).forEach(kinds::add);
    }
    assertEquals(List.of(FunctionKind.values()), new ArrayList<>(kinds));
  }

  private static Map<Integer, String> ofV8(String text, List<V8Function> functions) {
    Map<Integer, String> rows = new TreeMap<>();
    for (V8Function function : functions) {
      if (!function.isInitializer()) {
        rows.put(function.start(), describe(text, function.start(), function.name()));
      }
    }
    return rows;
  }

  /**
   * Returns the outline's functions without fields, which are only checked to exist. Node.js 20
   * reports fields at other positions than Chromium does, by names of its own.
   */
  private static Map<Integer, String> ofOutline(
      String text, Outline outline, List<V8Function> functions) {
    Map<Integer, String> rows = new TreeMap<>();
    for (int i = 0; i < outline.size(); i++) {
      if (isReported(text, outline, i)) {
        String name = outline.name(i, NameStyle.V8).text();
        rows.put(outline.start(i), describe(text, outline.start(i), name));
      }
    }
    for (V8Function function : functions) {
      if (function.isInitializer()) {
        assertTrue(function.anyRow(outline) >= 0, function::toString);
      }
    }
    return rows;
  }

  private static boolean isReported(String text, Outline outline, int row) {
    FunctionKind kind = outline.kind(row);
    if (kind == FunctionKind.CLASS) {
      return IntStream.range(0, outline.size())
          .noneMatch(i -> outline.owner(i) == row && isConstructor(text, outline, i));
    }
    return kind != FunctionKind.INSTANCE_FIELDS && kind != FunctionKind.STATIC_FIELDS;
  }

  private static boolean isConstructor(String text, Outline outline, int row) {
    return outline.kind(row) == FunctionKind.METHOD
        && text.substring(outline.header(row)).matches("(?s)['\"]?constructor.*");
  }

  private static String describe(String text, int start, String name) {
    return "'%s' at %s".formatted(name, text.substring(start).lines().findFirst().orElse(""));
  }

  /** The frames of CPU profiles, in which V8 invents names for functions that have none. */
  private static final String PROFILE = "profile";

  @ParameterizedTest
  @ValueSource(strings = {"compiled", "heap", PROFILE})
  void everyFunctionOfV8IsInTheOutline(String group) {
    Tally tally = new Tally();
    List<ScannerText> lists =
        ScannerText.listed("v8.tsv", "write-v8.mjs").stream()
            .filter(ScannerText.inGroup(group))
            .toList();
    for (ScannerText list : lists) {
      compare(tally, list);
    }
    System.out.println(tally.report("%s: %d bundles".formatted(group, lists.size())));
    assertEquals(0, tally.differing(Tally.Of.STARTS));
    assertEquals(0, tally.differing(Tally.Of.V8_NAMES));
  }

  private static void compare(Tally tally, ScannerText list) {
    String text = list.read();
    Outline outline = list.outline(text);
    for (String line : list.oracleLines()) {
      String[] cells = line.split("\t", -1);
      int start = Integer.parseInt(cells[0]);
      if (start > 0) {
        V8Function function = new V8Function(start, TreeRow.name(cells[1]));
        compare(tally, list, text, outline, function);
      }
    }
  }

  private static void compare(
      Tally tally, ScannerText list, String text, Outline outline, V8Function function) {
    int row = function.isInitializer() ? function.anyRow(outline) : function.row(outline);
    tally.add(Tally.Of.STARTS, row >= 0, list, text, function.start(), "is missing");
    if (row >= 0 && !function.isInitializer()) {
      String name = outline.name(row, NameStyle.V8).text();
      boolean isSame =
          name.equals(function.name()) || (name.isEmpty() && list.group().equals(PROFILE));
      String message = "%s '%s' for '%s'".formatted(outline.kind(row), name, function.name());
      tally.add(Tally.Of.V8_NAMES, isSame, list, text, function.start(), message);
    }
  }
}
