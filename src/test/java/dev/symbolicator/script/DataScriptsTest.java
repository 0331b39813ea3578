package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.symbols.RecentSymbols;
import dev.symbolicator.symbols.Symbol;
import dev.symbolicator.symbols.SymbolTable;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.TestOrigin;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataScriptsTest {
  private static final String MAP =
      "{\"version\":3,\"sources\":[\"https://example.com/v1.ts\",\"b.ts\"],\"names\":[],"
          + "\"mappings\":\"AAAA,CAAC\"}";
  @TempDir Path directory;

  private TestScripts instance(String... more) {
    return TestScripts.over(directory, new MovableClock(), more);
  }

  private static String find(TestScripts instance, String url) {
    return ScriptFiles.version(
        Await.value(instance.scripts().findData(ScriptRef.DEFAULT_SCOPE, url, true)));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String script(String mapUrl) {
    return "data:text/javascript;base64," + base64("f();\n//# sourceMappingURL=" + mapUrl);
  }

  @Test
  void scriptAndMapMayBothBeInTheProfile() {
    String url = script("data:application/json;base64," + base64(MAP));
    try (TestScripts instance = instance()) {
      assertEquals("v1", find(instance, url));
      assertEquals("v1", find(instance, url));
      assertEquals(1, instance.lookups("hit"));
      assertEquals(0, instance.budget().used());
    }
    try (TestScripts restarted = instance()) {
      assertEquals("v1", find(restarted, url));
      assertEquals(0, restarted.tables("compiled"));
    }
  }

  /** Anyone who can write the service's files can forge a table. */
  @Test
  void corruptTableIsCompiledAgain() {
    String url = script("data:application/json;base64," + base64(MAP));
    try (TestScripts instance = instance()) {
      ScriptResult result =
          Await.value(instance.scripts().findData(ScriptRef.DEFAULT_SCOPE, url, true));
      SymbolTable table = assertInstanceOf(ScriptResult.Found.class, result).symbols();
      for (int seed = 0; seed < 10_000 && !table.isCorrupt(); seed++) {
        new Random(seed).nextBytes(table.block());
        Symbol unused =
            table.lookup(NameStyle.V8, new RecentSymbols()).findExecuting(Integer.MAX_VALUE, 0);
      }
      assertTrue(table.isCorrupt());
      assertEquals("v1", find(instance, url));
    }
  }

  @Test
  void mapOfADataScriptMayBeElsewhere() {
    try (TestOrigin origin = TestOrigin.start();
        TestScripts instance = instance()) {
      origin.serve("/app.js.map", "application/json", MAP);
      assertEquals("v1", find(instance, script(origin.url("/app.js.map"))));
      assertEquals("malformed", find(instance, script("app.js.map")));
    }
  }

  @Test
  void scriptThatCannotBeLoadedGivesItsMemoryBack() {
    try (TestScripts instance = instance()) {
      instance.stopThreads();
      String url = script("data:application/json;base64," + base64(MAP));
      assertEquals("overloaded", find(instance, url));
      assertEquals(0, instance.budget().used());
    }
  }

  @Test
  void statusSaysWhyADataScriptHasNoSymbols() {
    try (TestScripts instance = instance("symbolicator.fetch.max-script-size", "3")) {
      assertEquals("malformed", find(instance, "data:text/javascript"));
      assertEquals("no-source-map", find(instance, "data:,f()"));
      assertEquals("too-large", find(instance, "data:,ff()"));
    }
  }
}
