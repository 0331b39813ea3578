package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.symbols.RecentSymbols;
import dev.symbolicator.symbols.Symbol;
import dev.symbolicator.tables.MapCompiler.MapFile;
import dev.symbolicator.tables.TableResult;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.threads.Slots.Turn;
import dev.symbolicator.url.WebUrl;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class CompilerTurnsTest {
  private static final Outcome DONE = new Missed(new Failed(ScriptStatus.NO_SOURCE_MAP, "None."));

  private static TestScripts instance() {
    return new TestScripts(new MovableClock(), "symbolicator.cache.compilers", "1");
  }

  private static CompletableFuture<Outcome> compile(
      TestScripts instance,
      String origin,
      String map,
      Function<TableResult, CompletableFuture<Outcome>> use) {
    WebUrl base = Objects.requireNonNull(WebUrl.parse("https://a.example/app.js.map"));
    byte[] json = map.getBytes(StandardCharsets.UTF_8);
    return instance
        .compiler()
        .compile(
            new Turn("default", origin),
            "f()".getBytes(StandardCharsets.UTF_8),
            new MapFile(json, List.of(base), base, base.href()),
            use);
  }

  private static CompletableFuture<Outcome> compile(
      TestScripts instance, String origin, Runnable use) {
    return compile(
        instance,
        origin,
        ScriptFiles.mapOf("v1"),
        compiled -> {
          use.run();
          return CompletableFuture.completedFuture(DONE);
        });
  }

  /**
   * While the only thread is busy, several scripts of one origin arrive, then a script of another.
   */
  @Test
  void originsTakeTurns() {
    List<String> order = new CopyOnWriteArrayList<>();
    CompletableFuture<Void> begun = new CompletableFuture<>();
    CompletableFuture<Void> goOn = new CompletableFuture<>();
    List<CompletableFuture<Outcome>> all = new ArrayList<>();
    try (TestScripts instance = instance()) {
      instance
          .compiler()
          .threads()
          .execute(
              () -> {
                begun.complete(null);
                Await.value(goOn);
              });
      Await.value(begun);
      all.add(compile(instance, "a", () -> {}));
      for (String name : new String[] {"a1", "a2", "a3", "b1"}) {
        all.add(compile(instance, name.substring(0, 1), () -> order.add(name)));
      }
      goOn.complete(null);
      all.forEach(Await::value);
      assertEquals(0, instance.budget().used());
    }
    assertEquals(List.of("b1", "a1", "a2", "a3"), order);
  }

  @Test
  void failedCompilationGivesItsTurnBack() {
    try (TestScripts instance = instance()) {
      CompletableFuture<Outcome> failing =
          compile(
              instance,
              "a",
              () -> {
                throw new IllegalStateException();
              });
      CompletableFuture<Outcome> refused =
          compile(instance, "a", "no map", none -> CompletableFuture.completedFuture(DONE));
      assertEquals(DONE, Await.value(refused));
      assertEquals(DONE, Await.value(compile(instance, "a", () -> {})));
      assertThrows(AssertionError.class, () -> Await.value(failing));
      assertEquals(0, instance.budget().used());
    }
  }

  /** Two sources have the same URL. Their file is fetched once and read once. */
  @Test
  void sourcesWithOneFileShareTheNameOfTheFirst() {
    try (TestOrigin origin = TestOrigin.start();
        TestScripts instance =
            new TestScripts(
                new MovableClock(),
                "symbolicator.cache.max-disk-size",
                "0",
                "symbolicator.fetch.allow-private-addresses",
                "true",
                "symbolicator.sources.fetch",
                "true")) {
      origin.serve("/a.js", "text/javascript", "a=>1,b=>1\n//# sourceMappingURL=a.js.map");
      origin.serve(
          "/a.js.map",
          "application/json",
          "{\"version\":3,\"sources\":[\"a.ts\",\"a.ts#again\"],\"names\":[],"
              + "\"mappings\":\"AAAE,KCAA\"}");
      origin.serve("/a.ts", "text/plain", "f=a=>1");
      ScriptResult.Found found = (ScriptResult.Found) instance.find(origin.url("/a.js"));
      assertEquals(
          new Symbol(origin.url("/a.ts"), 0, 2, "f"),
          found.symbols().lookup(NameStyle.V8, new RecentSymbols()).find(0, 5, "b"));
    }
  }
}
