package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbols.RecentSymbols;
import dev.symbolicator.symbols.Symbol;
import dev.symbolicator.tables.MapCompiler.MapFile;
import dev.symbolicator.tables.TableResult;
import dev.symbolicator.tables.TableResult.CompiledTable;
import dev.symbolicator.tables.TableResult.TableFailure;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.threads.Slots.Turn;
import dev.symbolicator.url.WebUrl;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Compiles maps whose scripts are not known. */
class MapWithoutScriptTest {
  private static final String DETAIL =
      "The source map was read without its script: functions are named only where the map shows"
          + " their start.";

  private static TableResult compile(ByteBudget budget, String map) {
    WebUrl base = Objects.requireNonNull(WebUrl.parse("https://a.example/app.js.map"));
    byte[] json = map.getBytes(StandardCharsets.UTF_8);
    try (TestScripts instance = new TestScripts(budget, new MovableClock())) {
      return Await.value(
          instance
              .compiler()
              .compileWithoutScript(
                  new Turn("default", "https://a.example"),
                  new MapFile(json, List.of(base), base, base.href()),
                  CompletableFuture::completedFuture));
    }
  }

  private static String map(String mappings) {
    return "{\"version\":3,\"sources\":[\"a.ts\"],\"names\":[],"
        + "\"sourcesContent\":[\"const open = (door) => door;\"],\"mappings\":\""
        + mappings
        + "\"}";
  }

  @Test
  void functionWhoseStartTheMapShowsIsNamed() {
    ByteBudget budget = new ByteBudget(1 << 24);
    CompiledTable table = assertInstanceOf(CompiledTable.class, compile(budget, map("AAAA,EAAa")));
    assertTrue(table.symbols().isWithoutScript());
    assertEquals(DETAIL, table.detail());
    assertEquals(
        new Symbol("https://a.example/a.ts", 0, 13, "open"),
        table.symbols().lookup(NameStyle.V8, new RecentSymbols()).find(0, 2, "e"));
    assertEquals(0, budget.used());
  }

  @Test
  void problemsOfTheMapAreToldToo() {
    TableResult result = compile(new ByteBudget(1 << 24), map("AAAA,E*,EAAa"));
    String detail = assertInstanceOf(CompiledTable.class, result).detail();
    assertTrue(detail.startsWith(DETAIL + " The map has 1 problems, first: "), detail);
  }

  @Test
  void malformedMapIsRefused() {
    TableResult result = compile(new ByteBudget(1 << 24), "{");
    assertEquals(
        TableFailure.Reason.MALFORMED, assertInstanceOf(TableFailure.class, result).reason());
  }

  @Test
  void mapThatNeedsMoreThanTheBudgetIsTooLarge() {
    ByteBudget budget = new ByteBudget(1 << 20);
    TableResult result = compile(budget, map("AAAA" + ",EAAa".repeat(100_000)));
    assertEquals(
        TableFailure.Reason.TOO_LARGE, assertInstanceOf(TableFailure.class, result).reason());
    assertEquals(0, budget.used());
  }
}
