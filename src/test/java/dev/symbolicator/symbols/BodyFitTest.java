package dev.symbolicator.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.symbols.SymbolTable.SymbolCompilation;
import dev.symbolicator.testing.TestTables;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts whose map is of another build, or shifted by an unproved distance. */
class BodyFitTest {
  private static final int FUNCTIONS = 60;

  /** A script with an insertion in one function, and its map. */
  private record TornBuild(String script, String map) {}

  /** The map has segments for statements only, so no segment leads to a property. */
  private static TornBuild build(String inserted) {
    StringBuilder script = new StringBuilder();
    StringBuilder source = new StringBuilder();
    StringBuilder mappings = new StringBuilder();
    int[] last = new int[3];
    for (int i = 0; i < FUNCTIONS; i++) {
      String name = "original" + i;
      add(mappings, last, script.length(), 4 * i, 7);
      add(mappings, last, script.length() + 9, 4 * i, 16);
      script.append("function f").append(i);
      add(mappings, last, script.length(), 4 * i, 16 + name.length());
      script.append("(e,t){");
      add(mappings, last, script.length(), 4 * i + 1, 2);
      script.append("e.update%d(t.width);".formatted(i)).append(i == 20 ? inserted : "");
      add(mappings, last, script.length(), 4 * i + 2, 2);
      script.append("return t.height+%d}".formatted(i * 7));
      source.append("export function %s(element, target) {\\n".formatted(name));
      source.append("  element.update%d(target.width);\\n".formatted(i));
      source.append("  return target.height + %d;\\n}\\n".formatted(i * 7));
    }
    return new TornBuild(
        script.toString(),
        "{\"version\":3,\"sources\":[\"a.js\"],\"sourcesContent\":[\"%s\"],\"names\":[],\"mappings\":\"%s\"}"
            .formatted(source, mappings));
  }

  private static void add(StringBuilder mappings, int[] last, int column, int line, int original) {
    mappings.append(mappings.isEmpty() ? "" : ",").append(MapOf.vlq(column - last[0])).append('A');
    mappings.append(MapOf.vlq(line - last[1])).append(MapOf.vlq(original - last[2]));
    last[0] = column;
    last[1] = line;
    last[2] = original;
  }

  private static int right(SymbolTable table, String script) {
    SymbolLookup lookup = table.lookup(NameStyle.V8, new RecentSymbols());
    int right = 0;
    Matcher start = Pattern.compile("function f(\\d+)\\(").matcher(script);
    while (start.find()) {
      Symbol symbol = lookup.find(0, start.end() - 1, "kept");
      if (symbol != null) {
        assertEquals("original" + start.group(1), symbol.name());
        right++;
      }
    }
    return right;
  }

  @Test
  void mapOfTheBuildNamesAllFunctions() {
    TornBuild build = build("");
    assertEquals(FUNCTIONS, right(TestTables.table(build.script(), build.map()), build.script()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "t.x=1;",
        "console.log(\"build two\",t.height);",
        "e.track(\"render\",{width:t.width,height:t.height,name:\"chart\"});"
      })
  void mapOfAnotherBuildNamesNoFunctionWrongly(String inserted) {
    TornBuild old = build("");
    SymbolCompilation torn = TestTables.compilation(old.script(), build(inserted).map());
    if (torn instanceof SymbolCompilation.Compiled compiled) {
      right(compiled.symbols(), old.script());
    }
  }

  @Test
  void mapThatManyFunctionsContradictIsAMismatch() {
    String torn =
        build("e.track(\"render\",{width:t.width,height:t.height,name:\"chart\"});").map();
    String detail =
        assertInstanceOf(
                SymbolCompilation.Mismatch.class, TestTables.compilation(build("").script(), torn))
            .detail();
    assertEquals(
        "The source map is of another build of the script: ",
        detail.substring(0, detail.indexOf(':') + 2));
  }
}
