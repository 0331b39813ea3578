package dev.symbolicator.symbols;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.identity.FunctionKeys.Stability;
import dev.symbolicator.identity.KeySettings;
import dev.symbolicator.identity.NormalPath;
import dev.symbolicator.identity.NormalPath.Origin;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.memory.Sha256;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading.Read;
import dev.symbolicator.sourcemap.functions.FunctionNames;
import dev.symbolicator.symbols.SymbolTable.SymbolCompilation;
import dev.symbolicator.symbols.SymbolTable.SymbolInput;
import dev.symbolicator.testing.TestTables;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which functions of a table have an id, and what else is told of them. */
class FunctionIdsTest {
  private static final String SCRIPT = "function a(){b(()=>{c()}),b(()=>{d()})}function e(){}";
  private static final String CART =
      "function Cart() { useEffect(() => { load(); }); useEffect(() => { save(); }) }";
  private static final String ENTRY = "webpack://shop/./src/Cart.tsx";

  private static MapOf map(String entry) {
    return MapOf.of(SCRIPT, entry, CART)
        .map("function a", "function Cart")
        .map("b(()", "useEffect")
        .map("()=>{c", "() => { load")
        .map("c()", "load")
        .map("b(()#2", "useEffect#2")
        .map("()=>{d", "() => { save")
        .map("d()", "save");
  }

  private static SymbolTable table(String map, KeySettings keys) {
    Read read = TestTables.read(map);
    SymbolInput input =
        new SymbolInput(
            SCRIPT,
            read.map(),
            FunctionNames.of(read, plenty()),
            source -> read.texts().content(source, plenty()),
            keys,
            true);
    return assertInstanceOf(
            SymbolCompilation.Compiled.class, SymbolTable.compile(input, 100, plenty()))
        .symbols();
  }

  private static SymbolTable table(MapOf map) {
    return table(map.json(), KeySettings.NONE);
  }

  private static int row(SymbolTable table, String start) {
    return table.functions.find(0, SCRIPT.indexOf(start));
  }

  private static String id(SymbolTable table, String start) {
    return HexFormat.of().toHexDigits(table.functions.id(row(table, start)));
  }

  @Test
  void functionsHaveTheIdsOfTheirOriginals() {
    SymbolTable table = table(map(ENTRY));
    assertEquals("bb6e618c300ecea9", id(table, "(){b"));
    assertEquals("4b5a4cb3498628c6", id(table, "()=>{c"));
    assertEquals("829538f827387024", id(table, "()=>{d"));
    assertEquals(Stability.NAME, table.paths.stability(0));
  }

  @Test
  void mapAloneGivesTheSameIds() {
    SymbolTable table = TestTables.tableWithoutScript(map(ENTRY).json());
    assertEquals("4b5a4cb3498628c6", id(table, "()=>{c"));
    assertEquals("829538f827387024", id(table, "()=>{d"));
  }

  @Test
  void functionsHaveTheirRolesAndTheHashOfTheirBodies() {
    SymbolTable table = table(map(ENTRY));
    FunctionTable functions = table.functions;
    assertEquals("useEffect[0] in Cart", functions.name(functions.role(row(table, "()=>{c"))));
    assertEquals(FunctionTable.KEPT, functions.role(row(table, "(){b")));
    assertNotEquals(0, functions.bodyHash(row(table, "()=>{c")));
    assertNotEquals(
        functions.bodyHash(row(table, "()=>{c")), functions.bodyHash(row(table, "()=>{d")));
  }

  @Test
  void functionWithoutAnOriginalHasNoId() {
    SymbolTable table = table(map(ENTRY));
    assertEquals(0, table.functions.id(row(table, "(){}")));
    assertEquals(0, table.functions.bodyHash(row(table, "(){}")));
  }

  @Test
  void sourceWithoutItsTextHasNoIds() {
    SymbolTable table = table(map(ENTRY).withoutText());
    for (int row = 0; row < table.functions.size(); row++) {
      assertEquals(0, table.functions.id(row));
    }
  }

  @Test
  void sourceWithoutItsTextStillHasPackageAndPath() {
    SymbolTable table = table(map(ENTRY).withoutText());
    int known = 0;
    for (int row = 0; row < table.functions.size(); row++) {
      FunctionIdentity identity = table.lookup(NameStyle.V8, new RecentSymbols()).identity(row);
      assertNull(identity.id());
      assertEquals(Stability.NONE, identity.stability());
      known += "src/Cart.tsx".equals(identity.writtenPath()) ? 1 : 0;
    }
    assertEquals(3, known); // All but the helper.
  }

  @Test
  void helperIsOfTheRuntime() {
    SymbolTable table = table(map(ENTRY));
    FunctionIdentity helper =
        table.lookup(NameStyle.V8, new RecentSymbols()).identity(row(table, "(){}"));
    assertEquals("runtime", helper.writtenOrigin());
    assertNull(helper.writtenPath());
    assertNull(helper.id());
  }

  @Test
  void sourceThatIsNoFileHasNoIds() {
    SymbolTable table = table(map("data:text/javascript,a"));
    assertEquals(0, table.functions.id(row(table, "(){b")));
    assertEquals(Stability.NONE, table.paths.stability(0));
  }

  @Test
  void pathAndPackageOfASourceAreKept() {
    SymbolTable app = table(map(ENTRY));
    assertEquals(new NormalPath("", "", "src/Cart.tsx", Origin.APP, ""), app.paths.path(0));
    SymbolTable library = table(map("../node_modules/.pnpm/x@1.2.3/node_modules/x/src/a.tsx"));
    assertEquals(
        new NormalPath("x", "1.2.3", "src/a.tsx", Origin.LIBRARY, ""), library.paths.path(0));
    assertNull(app.paths.path(1));
  }

  @Test
  void ignoredSourceIsALibraryWithTheSameIds() {
    SymbolTable table = table(map(ENTRY).member("ignoreList", "[0]"));
    assertEquals(new NormalPath("", "", "src/Cart.tsx", Origin.LIBRARY, ""), table.paths.path(0));
    assertEquals("bb6e618c300ecea9", id(table, "(){b"));
  }

  @Test
  void rootsAndNamespaceChangeIds() {
    String map = map("apps/web/src/Cart.tsx").json();
    SymbolTable plain = table(map, KeySettings.NONE);
    SymbolTable rooted = table(map, new KeySettings("", List.of("apps/web"), ""));
    SymbolTable named = table(map, new KeySettings("", List.of("apps/web"), "shop"));
    assertNotEquals("bb6e618c300ecea9", id(plain, "(){b"));
    assertEquals("bb6e618c300ecea9", id(rooted, "(){b"));
    assertNotEquals("bb6e618c300ecea9", id(named, "(){b"));
  }

  private static List<String> contained(SymbolTable table, int row) {
    return Arrays.stream(table.functions.contained(row))
        .mapToObj(HexFormat.of()::toHexDigits)
        .toList();
  }

  @Test
  void inlinedFunctionsAreContainedInTheOrderOfTheirCode() {
    String script = "function a(){b(1);c(2);d(3)}function e(){f(4)}";
    String source =
        """
        function outer() { first(); inlined(); last(); }
        function inlined() { const x = 1; deeper(); }
        function deeper() { const y = 2; }
        function other() { alone(); }
        """;
    SymbolTable table =
        TestTables.table(
            script,
            MapOf.of(script, "src/a.ts", source)
                .map("function a", "function outer")
                .map("b(1", "first()")
                .map("c(2", "const x")
                .map("d(3", "const y")
                .map("function e", "function other")
                .map("f(4", "alone")
                .json());
    int outer = table.functions.find(0, script.indexOf("(){b"));
    int other = table.functions.find(0, script.indexOf("(){f"));
    String inlined = key("src/a.ts", "f:inlined");
    String deeper = key("src/a.ts", "f:deeper");
    assertEquals(List.of(inlined, deeper), contained(table, outer));
    assertEquals(List.of(), contained(table, other));
    assertEquals(key("src/a.ts", "f:outer"), HexFormat.of().toHexDigits(table.functions.id(outer)));
  }

  private static String key(String path, String key) {
    byte[] text = ("f1\0\0\0" + path + "\0\0" + key).getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(Sha256.digest().digest(text), 0, 8);
  }

  @Test
  void nestedAndSurroundingFunctionsAreNotContained() {
    SymbolTable table = table(map(ENTRY));
    for (int row = 0; row < table.functions.size(); row++) {
      assertEquals(List.of(), contained(table, row));
    }
  }

  @Test
  void dictionaryHasEachFunctionOnceWithItsGeneratedName() {
    SymbolTable table = table(map(ENTRY));
    FunctionDictionary dictionary = new FunctionDictionary(table);
    List<String> listed = new ArrayList<>();
    boolean isMore = true;
    while (isMore) { // Pages of one function.
      isMore =
          dictionary.read(
              function -> {
                listed.add(
                    "%d %s %s"
                        .formatted(
                            function.column(), function.generatedName(), function.identity().id()));
                return false;
              });
    }
    assertEquals(
        List.of(
            "0  a63d7c2239f029a5",
            "10 a bb6e618c300ecea9",
            "15  4b5a4cb3498628c6",
            "28  829538f827387024",
            "%d e null".formatted(SCRIPT.indexOf("(){}"))),
        listed);
  }
}
