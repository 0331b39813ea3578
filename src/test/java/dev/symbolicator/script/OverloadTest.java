package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.TestOrigin;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OverloadTest {
  private static final int SCRIPTS = 30;
  private static final int MAP_BYTES = 1 << 20;

  private static void serve(TestOrigin origin, int script) {
    origin.serve(
        "/" + script + ".js", "text/javascript", "f();\n//# sourceMappingURL=" + script + ".map");
    origin.serve(
        "/" + script + ".map",
        "application/json",
        "{\"version\":3,\"sources\":[\"s"
            + script
            + ".ts\",\"b.ts\"],\"sourcesContent\":[\""
            + "x".repeat(MAP_BYTES)
            + "\"],\"names\":[],\"mappings\":\"AAAA,CAAC\"}");
  }

  private static TestScripts instance(long budget, String... more) {
    Stream<String> settings =
        Stream.of(
            "symbolicator.cache.max-disk-size", "0",
            "symbolicator.fetch.allow-private-addresses", "true");
    return new TestScripts(
        new ByteBudget(budget),
        new MovableClock(),
        Stream.concat(settings, Stream.of(more)).toArray(String[]::new));
  }

  private static CompletableFuture<ScriptResult> find(
      TestScripts instance, TestOrigin origin, int script) {
    String url = origin.url("/" + script + ".js");
    return instance.scripts().find(ScriptRefs.of(url));
  }

  /** The budget has memory for two scripts at once. */
  @Test
  void largeScriptsThatComeTogetherQueue() {
    try (TestOrigin origin = TestOrigin.start();
        TestScripts instance = instance(8L * MAP_BYTES)) {
      List<CompletableFuture<ScriptResult>> results = new ArrayList<>();
      for (int script = 0; script < SCRIPTS; script++) {
        serve(origin, script);
        results.add(find(instance, origin, script));
      }
      for (int script = 0; script < SCRIPTS; script++) {
        assertEquals("s" + script, ScriptFiles.version(Await.value(results.get(script))));
      }
      assertEquals(0, instance.budget().used());
    }
  }

  /** One budget is too small to compile the script, the other even too small to fetch its map. */
  @ParameterizedTest
  @ValueSource(longs = {2L * MAP_BYTES, MAP_BYTES})
  void scriptBeyondTheBudgetIsTooLarge(long budget) {
    try (TestOrigin origin = TestOrigin.start();
        TestScripts instance = instance(budget)) {
      serve(origin, 0);
      assertEquals("too-large", ScriptFiles.version(Await.value(find(instance, origin, 0))));
      assertEquals(0, instance.budget().used());
      assertEquals(2, origin.requests()); // A retry would not help.
    }
  }

  @Test
  void scriptWithoutMemoryIsOverloaded() {
    try (TestOrigin origin = TestOrigin.start();
        TestScripts instance = instance(8L * MAP_BYTES, "limits.script.tryTime", "200MS")) {
      serve(origin, 0);
      try (ByteBudget.Lease other = instance.budget().open()) {
        assertTrue(other.grow(6L * MAP_BYTES));
        assertEquals("overloaded", ScriptFiles.version(Await.value(find(instance, origin, 0))));
        assertEquals(6L * MAP_BYTES, instance.budget().used());
      }
      assertEquals("s0", ScriptFiles.version(Await.value(find(instance, origin, 0))));
    }
  }

  /**
   * A full queue refuses a script of the origin with the most waiting scripts, in any order of
   * arrival.
   */
  @Test
  void originWithManyScriptsLeavesRoomInTheQueue() {
    try (TestOrigin origin = TestOrigin.start();
        TestOrigin another = TestOrigin.start();
        TestScripts instance = instance(8L * MAP_BYTES, "limits.script.waiting", "3")) {
      serve(another, 9);
      List<CompletableFuture<ScriptResult>> results = new ArrayList<>();
      try (ByteBudget.Lease other = instance.budget().open()) {
        assertTrue(other.grow(6L * MAP_BYTES));
        for (int script = 0; script < 3; script++) {
          serve(origin, script);
          results.add(find(instance, origin, script));
        }
        results.add(find(instance, another, 9));
        Await.value(CompletableFuture.anyOf(results.toArray(CompletableFuture[]::new)));
      }
      assertEquals("s9", ScriptFiles.version(Await.value(results.remove(3))));
      List<String> versions =
          results.stream().map(Await::value).map(ScriptFiles::version).sorted().toList();
      assertEquals("overloaded", versions.get(0));
      assertTrue(versions.get(1).startsWith("s"), versions::toString);
    }
  }

  /**
   * A waiting data: script would keep its text in memory, and its profile will be sent again
   * anyway.
   */
  @Test
  void dataScriptDoesNotWaitForMemory() {
    try (TestScripts instance = instance(8L * MAP_BYTES, "limits.script.tryTime", "1H");
        ByteBudget.Lease other = instance.budget().open()) {
      assertTrue(other.grow(8L * MAP_BYTES - MAP_BYTES / 2));
      String map = "data:application/json," + "x".repeat(200);
      String script = "data:text/javascript,f();%0A//%23 sourceMappingURL=";
      ScriptResult result =
          Await.value(instance.scripts().findData(ScriptRef.DEFAULT_SCOPE, script + map, true));
      assertEquals(ScriptStatus.OVERLOADED, result.status());
      assertEquals(other.held(), instance.budget().used());
    }
  }
}
