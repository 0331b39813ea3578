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
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading.Read;
import dev.symbolicator.sourcemap.functions.FunctionNames;
import dev.symbolicator.symbols.SymbolTable.SymbolCompilation;
import dev.symbolicator.symbols.SymbolTable.SymbolInput;
import dev.symbolicator.testing.TestTables;
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
}
