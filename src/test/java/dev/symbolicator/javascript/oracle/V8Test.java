package dev.symbolicator.javascript.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.NameStyle;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every function that V8 reports of a bundle is in the bundle's outline, by V8's name. Skipped
 * unless {@code src/test/scanner/write-v8.mjs} ran.
 */
class V8Test {

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
