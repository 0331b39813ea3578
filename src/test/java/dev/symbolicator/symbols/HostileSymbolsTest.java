package dev.symbolicator.symbols;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.identity.KeySettings;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading.Read;
import dev.symbolicator.sourcemap.functions.FunctionNames;
import dev.symbolicator.symbols.MapOnlyCompiler.HeadReach;
import dev.symbolicator.symbols.SymbolTable.SourceFiles;
import dev.symbolicator.symbols.SymbolTable.SourceTable;
import dev.symbolicator.symbols.SymbolTable.SymbolCompilation;
import dev.symbolicator.symbols.SymbolTable.SymbolInput;
import dev.symbolicator.testing.TestTables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Compiles scripts, maps and sources made to cost much. Quadratic work on any takes minutes. */
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
    assertTimeoutPreemptively(HANG, () -> assertNotNull(TestTables.table(script, map)));
  }

  @Test
  void deeplyNestedFunctionsCompileInTime() {
    compiles("a=>".repeat(100_000) + "1", "a=>".repeat(100_000) + "1", segments(100_000, "GAAG"));
  }

  @Test
  void deeplyNestedClassesCompileInTime() {
    String classes = "class{a=".repeat(30_000);
    compiles(classes, classes, segments(30_000, "QAAQ"));
  }

  @Test
  void manyFieldsWithinManyClassesCompileInTime() {
    String fields = "x=" + "class{a=".repeat(250) + "class{" + "a;".repeat(1_000_000);
    compiles(fields, fields, "AAAA");
  }

  @Test
  void manyFunctionsInOneStatementCompileInTime() {
    compiles("f(a=>1);".repeat(50_000), "f(a=>1),".repeat(50_000), segments(50_000, "EAAA,MAAA"));
  }

  @Test
  void manySegmentsAtOnePlaceCompileInTime() {
    compiles("f(a=>1)", "f(a=>1)", "EAAE" + ",AAAA".repeat(1_000_000));
  }

  @Test
  void manySegmentsAtOnePlaceCompileInTimeWithoutScript() {
    String map = map("a.ts", "n", "EAAE" + ",AAAA".repeat(1_000_000), "f(a=>1)");
    SymbolTable table = assertTimeoutPreemptively(HANG, () -> TestTables.tableWithoutScript(map));
    assertEquals(1, table.functions.size());
  }

  @Test
  void deeplyNestedFunctionsCompileInTimeWithoutScript() {
    String source = "a=>".repeat(100_000) + "1";
    String map = map("a.ts", "n", "AAAA," + segments(99_999, "GAAG"), source);
    SymbolTable table = assertTimeoutPreemptively(HANG, () -> TestTables.tableWithoutScript(map));
    assertEquals(100_000, table.functions.size());
  }

  @Test
  void rowsOfManySegmentsOnOneLineAreCharged() {
    String source = "f((a)=>1)";
    String map = map("a.ts", "n", "EAAG" + ",oBAAL,oBAAK".repeat(100_000), source);
    Read read = TestTables.read(map);
    FunctionNames names = FunctionNames.of(read, plenty());
    SourceFiles files = file -> read.texts().content(file, plenty());
    SymbolTable table =
        SymbolTable.compileWithoutScript(
            read.map(), names, files, KeySettings.NONE, 1_024, plenty());
    int rows = table.functions.size();
    assertTrue(rows >= 100_000 && rows <= 200_000 * (1 + HeadReach.BETWEEN), () -> "" + rows);
    Allowance small = Allowance.of(new ByteBudget(rows).open());
    assertThrows(
        Allowance.Exceeded.class,
        () ->
            SymbolTable.compileWithoutScript(
                read.map(), names, files, KeySettings.NONE, 1_024, small));
  }

  @Test
  void functionMergedFromManyCompilesInTime() {
    compiles(
        "f=function(){" + "a();".repeat(50_000) + "}",
        "function f(){a()}".repeat(50_000),
        "aAAa" + segments(50_000 - 1, ",IAAiB"));
  }

  @Test
  void longNameOfManyFunctionsCompilesInTime() {
    compiles(
        "class e{" + "a(){}".repeat(20_000) + "}",
        "class " + "n".repeat(200_000) + "{" + "a(){}".repeat(2_000) + "}",
        "MAAAA" + segments(20_000, ",KAAAA"));
  }

  @Test
  void blanksBeforeClassOfManyMethodsCompileInTime() {
    String script = "x=" + " ".repeat(2_000_000) + "class A{" + "b(){}".repeat(50_000) + "}";
    String map = map("a.ts", "_Foo", MapOf.vlq(script.indexOf("A{")) + "AAAA", "");
    assertTimeoutPreemptively(HANG, () -> assertNotNull(TestTables.table(script, map)));
  }

  @Test
  void longUrlComparedWithManyNamesCompilesInTime() {
    String script = "a=()=>0;".repeat(20_000);
    String mappings = "AAAAA" + segments(20_000, ",QAAAA");
    for (String url :
        new String[] {"/x".repeat(400_000), "x:" + "?".repeat(800_000) + "\\u2028x"}) {
      String map = map(url, "x_default", mappings, "");
      assertTimeoutPreemptively(HANG, () -> assertNotNull(TestTables.table(script, map)));
    }
  }

  @Test
  void sourceWithTooLongUrlGivesNoSymbol() {
    String longest = "x:" + "y".repeat(SourceTable.MAX_URL_LENGTH - 2);
    SymbolTable table = TestTables.table("a()", map(longest, "a", "AAAAA", ""));
    Symbol symbol = table.lookup(NameStyle.V8, new RecentSymbols()).findExecuting(0, 1);
    assertNotNull(symbol);
    assertEquals(longest, symbol.source());
    table = TestTables.table("a()", map(longest + "y", "a", "AAAAA", ""));
    assertNull(table.lookup(NameStyle.V8, new RecentSymbols()).findExecuting(0, 1));
  }

  @Test
  void longClassNameIsNotStoredForEachOfManyMethods() {
    StringBuilder methods = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      methods.append('m').append(10_000 + i).append("(){}");
    }
    String script = "class e{" + methods + "}";
    String source = "class " + "n".repeat(1_000) + "{" + methods + "}";
    String mappings = "QAA" + MapOf.vlq(source.indexOf("m10000")) + ",UAAU".repeat(19_999);
    Read read = TestTables.read(map("a.ts", "n", mappings, source));
    SymbolCompilation made =
        SymbolTable.compile(
            new SymbolInput(
                script,
                read.map(),
                FunctionNames.of(read, plenty()),
                file -> read.texts().content(file, plenty())),
            1_024,
            plenty());
    SymbolTable table = assertInstanceOf(SymbolCompilation.Compiled.class, made).symbols();
    assertTrue(table.size() < 10 * (script.length() + source.length()), () -> "" + table.size());
    assertEquals(
        "n".repeat(1_000) + ".m10000",
        table
            .lookup(NameStyle.QUALIFIED, new RecentSymbols())
            .find(0, script.indexOf("()"), "m10000")
            .name());
  }

  @Test
  void fileOfManySourcesIsReadOnceAndFirstSourceStandsForAll() {
    int sources = 20_000;
    String script = "a=>1,".repeat(sources);
    String text = "f=a=>1";
    String map =
        "{\"version\":3,\"sources\":[%s],\"names\":[],\"mappings\":\"AAAE%s\"}"
            .formatted(
                IntStream.range(0, sources)
                    .mapToObj(source -> "\"a.ts#" + source + "\"")
                    .collect(Collectors.joining(",")),
                segments(sources - 1, ",KCAA"));
    List<Integer> read = new ArrayList<>();
    SourceFiles files =
        new SourceFiles() {
          @Override
          public String text(int source) {
            read.add(source);
            return text;
          }

          @Override
          public int first(int source) {
            return 0;
          }
        };
    Read opened = TestTables.read(map);
    SymbolCompilation made =
        SymbolTable.compile(
            new SymbolInput(script, opened.map(), FunctionNames.of(opened, plenty()), files),
            1_024,
            plenty());
    assertEquals(List.of(0), read);
    SymbolTable table = assertInstanceOf(SymbolCompilation.Compiled.class, made).symbols();
    assertEquals(
        new Symbol("a.ts#0", 0, 2, "f"),
        table
            .lookup(NameStyle.V8, new RecentSymbols())
            .find(0, script.length() - "a=>1,".length(), "a"));
  }

  private static String map(String url, String name, String mappings, String source) {
    return "{\"version\":3,\"sources\":[\"%s\"],\"names\":[\"%s\"],%s\"mappings\":\"%s\"}"
        .formatted(
            url,
            name,
            source.isEmpty() ? "" : "\"sourcesContent\":[\"" + source + "\"],",
            mappings);
  }

  private static String segments(int count, String segment) {
    String separated = segment.startsWith(",") ? segment : "," + segment;
    return separated.repeat(count).substring(segment.startsWith(",") ? 0 : 1);
  }
}
