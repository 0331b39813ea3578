package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.freshness.Expiry;
import dev.symbolicator.freshness.FileVersion;
import dev.symbolicator.freshness.StoredHeaders;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.maps.ScriptRef.BuildIdentity;
import dev.symbolicator.maps.ScriptRef.ScriptContent;
import dev.symbolicator.script.MemoryTier.SizedCache;
import dev.symbolicator.script.Outcome.MissEvidence;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.RecordStore.FilePair;
import dev.symbolicator.script.ScriptConfig.ScriptLimits;
import dev.symbolicator.script.ScriptLoads.ScriptKey;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.script.ScriptResult.ScriptReport;
import dev.symbolicator.symbols.RecentSymbols;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.Settings;
import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.url.WebUrl;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the limits of looking scripts up, of the store and of compiling, at their edges. */
class ScriptLimitsTest {
  private static final BuildIdentity BUILD =
      new BuildIdentity(new ScriptContent("0".repeat(64), null), null);

  private static final WebUrl URL =
      Objects.requireNonNull(WebUrl.parse("https://a.example/app.js"));
  private static final FileVersion FILE =
      new FileVersion(URL, "0".repeat(64), new StoredHeaders(Map.of()), new Expiry(true, 9, 9, 9));

  /** A kind of miss, each in a cache of its own. */
  enum MissKind {
    LASTING("lastingMisses", 2),
    SHORT("misses", 4),
    PASSING("misses", 4);

    private final String countLimit;

    /** The cache's share of all bytes is one divided by this number. */
    private final int parts;

    MissKind(String countLimit, int parts) {
      this.countLimit = countLimit;
      this.parts = parts;
    }

    private Missed miss() {
      Duration retryAfter = this == PASSING ? Duration.ofSeconds(1) : Duration.ZERO;
      Failed failed =
          new Failed(new ScriptReport(ScriptStatus.NOT_FOUND, null, "None.", retryAfter));
      return this == LASTING
          ? new Missed(failed, new MissEvidence(new FilePair(FILE, null, null, BUILD), 9))
          : new Missed(failed);
    }

    private boolean isRemembered(MemoryTier tier, int script) {
      return this == LASTING
          ? tier.lastingMiss(key(script)) != null
          : tier.missed(key(script), 0) != null;
    }
  }

  private static MemoryTier tier(String... limits) {
    return new MemoryTier(
        Settings.of().read(ScriptConfig.class),
        Settings.of(limits).limits(ScriptLimits.DEFAULT),
        TestScripts.cache("symbol-tables"),
        TestScripts.cache("script-misses"),
        TestScripts.cache("script-failures"),
        TestScripts.cache("script-lasting-misses"));
  }

  private static ScriptKey key(int script) {
    String url = "https://a.example/" + script + ".js";
    return ScriptKey.of(ScriptRefs.of(url));
  }

  @ParameterizedTest
  @EnumSource(MissKind.class)
  void missesKeepToTheirCount(MissKind kind) {
    MemoryTier tier = tier("limits.script." + kind.countLimit, "3");
    for (int script = 0; script < 3; script++) {
      tier.remember(key(script), kind.miss());
    }
    assertTrue(kind.isRemembered(tier, 0));
    for (int script = 0; script < 4; script++) {
      tier.remember(key(script), kind.miss());
    }
    assertFalse(kind.isRemembered(tier, 0));
    assertTrue(kind.isRemembered(tier, 1));
    assertTrue(kind.isRemembered(tier, 3));
  }

  @ParameterizedTest
  @EnumSource(MissKind.class)
  void missesKeepToTheirBytes(MissKind kind) {
    long three = 3 * kind.miss().memory() * kind.parts;
    MemoryTier enough = tier("limits.script.missesBytes", Long.toString(three));
    MemoryTier tooFew = tier("limits.script.missesBytes", Long.toString(three - 1));
    for (int script = 0; script < 3; script++) {
      enough.remember(key(script), kind.miss());
      tooFew.remember(key(script), kind.miss());
    }
    assertTrue(kind.isRemembered(enough, 0));
    assertFalse(kind.isRemembered(tooFew, 0));
    assertTrue(kind.isRemembered(tooFew, 1));
  }

  @Test
  void valuesOfTheSizeAreKeptAndOneByteMoreDropsTheFirst() {
    SizedCache<String, String> cache =
        new SizedCache<>(TestScripts.cache("symbol-tables"), 100, 10, true);
    cache.put("a", "a", 60);
    cache.put("b", "b", 40);
    assertEquals(100, cache.size());
    cache.put("c", "c", 1);
    assertNull(cache.get("a"));
    assertNotNull(cache.get("b"));
    cache.put("whole", "whole", 100);
    assertNotNull(cache.get("whole"));
    cache.put("larger", "larger", 101);
    assertNull(cache.get("larger"));
    assertNotNull(cache.get("whole"));
  }

  @Test
  void loadsOfAnOriginMayTakeHalfOfTheirBytesAndNotOneMore() {
    ScriptKey key = key(1);
    long half = PendingLoadLimit.memoryOf(key) + 1_000;
    ScriptLimits limits =
        Settings.of("limits.script.pendingBytes", Long.toString(2 * half))
            .limits(ScriptLimits.DEFAULT);
    assertNull(new PendingLoadLimit(limits).reserve(key, 1_001));
    PendingLoadLimit pending = new PendingLoadLimit(limits);
    PendingLoadLimit.Reservation reserved = Objects.requireNonNull(pending.reserve(key, 1_000));
    assertFalse(reserved.grow(1));
    assertEquals(half, pending.used());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "3"})
  void storeReadsAndWritesOnAsManyThreadsAsItsLimitSays(String limit) {
    try (TestScripts instance =
        new TestScripts(new MovableClock(), "limits.store.threads", limit)) {
      assertEquals(Integer.parseInt(limit), threadsOf(instance.store().threads()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "3"})
  void compilerHasAsManyThreadsAsConfigured(String compilers) {
    String key = "symbolicator.cache.compilers";
    try (TestScripts instance = new TestScripts(new MovableClock(), key, compilers)) {
      assertEquals(Integer.parseInt(compilers), threadsOf(instance.compiler().threads()));
    }
  }

  /** Counts a pool's threads; each of the first jobs gets a new thread. */
  private static int threadsOf(ExecutorService pool) {
    List<CompletableFuture<Thread>> jobs = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      jobs.add(CompletableFuture.supplyAsync(Thread::currentThread, pool));
    }
    Set<Thread> threads = new HashSet<>();
    jobs.forEach(job -> threads.add(Await.value(job)));
    return threads.size();
  }

  @Test
  void nameOfTheLimitIsTakenFromAMapAndALongerOneIsNot(@TempDir Path folder) {
    String longest = "n".repeat(1_024);
    try (TestOrigin origin = TestOrigin.start();
        TestScripts instance = TestScripts.over(folder, new MovableClock())) {
      for (String name : List.of(longest, longest + "n")) {
        String path = "/" + name.length() + ".js";
        origin.serve(
            path, "text/javascript", "function e(){}\n//# sourceMappingURL=" + path + ".map");
        origin.serve(
            path + ".map",
            "application/json",
            "{\"version\":3,\"sources\":[\"a.ts\"],\"names\":[\"%s\"],\"mappings\":\"SAASA\"}"
                .formatted(name));
        ScriptResult.Found found = (ScriptResult.Found) instance.find(origin.url(path));
        assertEquals(
            name.equals(longest) ? longest : null,
            found.symbols().lookup(NameStyle.V8, new RecentSymbols()).find(0, 10, "e").name());
      }
    }
  }

  @Test
  void staleSymbolsServeUntilMaxStaleIsOver(@TempDir Path folder) {
    MovableClock clock = new MovableClock();
    Duration maxStale = Duration.ofDays(7);
    Duration minFresh = Duration.ofMinutes(1);
    try (TestOrigin origin = TestOrigin.start();
        TestScripts instance =
            TestScripts.over(folder, clock, "symbolicator.cache.max-disk-size", "0")) {
      ScriptFiles files = new ScriptFiles(origin).serve("/app.js", "v1");
      files.cacheControl("/app.js", "max-age=0").cacheControl("/app.js.map", "max-age=0");
      String url = origin.url("/app.js");
      assertEquals("v1", ScriptFiles.version(instance.find(url)));
      files.fail("/app.js", 503);
      clock.pass(minFresh.plus(maxStale).minusMillis(1));
      assertEquals("v1", ScriptFiles.version(instance.find(url)));
      clock.pass(Duration.ofMillis(1));
      assertEquals("unreachable", ScriptFiles.version(instance.find(url)));
    }
  }
}
