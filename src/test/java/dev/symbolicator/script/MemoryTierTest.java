package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.freshness.Expiry;
import dev.symbolicator.freshness.FileVersion;
import dev.symbolicator.freshness.StoredHeaders;
import dev.symbolicator.maps.ScriptRef.BuildIdentity;
import dev.symbolicator.maps.ScriptRef.ScriptContent;
import dev.symbolicator.script.Outcome.MissEvidence;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.RecordStore.FilePair;
import dev.symbolicator.script.ScriptConfig.ScriptLimits;
import dev.symbolicator.script.ScriptLoads.ScriptKey;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.script.ScriptResult.ScriptReport;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.Settings;
import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.url.WebUrl;
import io.quarkus.cache.runtime.caffeine.CaffeineCacheImpl;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryTierTest {
  private static final BuildIdentity BUILD =
      new BuildIdentity(new ScriptContent("0".repeat(64), null), null);

  private static final String LONG = "a".repeat(8000);

  private final CaffeineCacheImpl misses = TestScripts.cache("script-misses");
  private final CaffeineCacheImpl failures = TestScripts.cache("script-failures");

  private MemoryTier tier(String... settings) {
    return new MemoryTier(
        Settings.of(settings).read(ScriptConfig.class),
        Settings.of(settings).limits(ScriptLimits.DEFAULT),
        TestScripts.cache("symbol-tables"),
        misses,
        failures,
        TestScripts.cache("script-lasting-misses"));
  }

  private static ScriptKey key(int script) {
    String url = "https://a.example/" + script + "/" + LONG + ".js";
    return ScriptKey.of(ScriptRefs.of(url));
  }

  private static Missed missed(boolean passing) {
    String map = "https://a.example/" + LONG + ".map";
    return new Missed(
        new Failed(
            new ScriptReport(
                ScriptStatus.NOT_FOUND,
                map,
                "Not there.",
                passing ? Duration.ofSeconds(1) : Duration.ZERO)));
  }

  /** Either cache has 256 KB and holds some 100 misses. Their URLs alone would take 1.6 MB. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void missesOfLongUrlsKeepToTheirSize(boolean passing) {
    MemoryTier tier = tier("limits.script.missesBytes", "1M");
    Missed miss = missed(passing);
    int scripts = 1;
    tier.remember(key(0), miss);
    while (tier.missed(key(0), 0) != null && scripts < 1000) {
      tier.remember(key(scripts++), miss);
    }
    assertNull(tier.missed(key(0), 0), "the first goes");
    assertNotNull(tier.missed(key(1), 0), "the second stays");
    assertNotNull(tier.missed(key(scripts - 1), 0));
    assertEquals(256 * 1024 / miss.memory() + 1, scripts);
    assertTrue(scripts > 90, "scripts: " + scripts);
  }

  /** The 256 KB hold some 80 misses with their evidence. */
  @Test
  void lastingMissesKeepToTheirSize() {
    MemoryTier tier = tier("limits.script.missesBytes", "512K");
    WebUrl url = Objects.requireNonNull(WebUrl.parse("https://a.example/app.js"));
    StoredHeaders headers = new StoredHeaders(Map.of(StoredHeaders.ETAG, "e".repeat(900)));
    FileVersion file = new FileVersion(url, "0".repeat(64), headers, new Expiry(true, 9, 9, 9));
    Failed none = new Failed(ScriptStatus.NO_SOURCE_MAP, "None.");
    Missed miss = new Missed(none, new MissEvidence(new FilePair(file, null, null, BUILD), 9));
    for (int script = 0; script < 150; script++) {
      tier.remember(key(script), miss);
    }
    assertNull(tier.lastingMiss(key(0)));
    assertNotNull(tier.lastingMiss(key(149)));
    assertNotNull(tier.lastingMiss(key(150 - 60)));
  }

  @Test
  void missesAreRememberedWithoutTheirUrls() {
    MemoryTier tier = tier();
    tier.remember(key(1), missed(false));
    tier.remember(key(2), missed(true));
    for (CaffeineCacheImpl cache : Set.of(misses, failures)) {
      String keys = cache.keySet().stream().map(Object::toString).collect(Collectors.joining());
      assertFalse(keys.isEmpty());
      assertFalse(keys.contains("a.example"), keys);
    }
  }

  @Test
  void longTextsOfReportsAreCut() {
    Failed failed = new Failed(ScriptStatus.NOT_FOUND, "m".repeat(1025), "d".repeat(1024));
    assertEquals("m".repeat(1024) + "…", failed.report().sourceMap());
    assertEquals("d".repeat(1024), failed.detail());
    String pairs = "d".repeat(1023) + "\ud83d\ude00".repeat(2);
    assertEquals("d".repeat(1023) + "…", new Failed(ScriptStatus.NOT_FOUND, pairs).detail());
  }

  /** Each table takes some hundred bytes, and the headers of its files some 8 KB. */
  @Test
  void keptHeadersCountWithTheirTable(@TempDir Path folder) {
    try (TestOrigin origin = TestOrigin.start();
        TestScripts instance =
            TestScripts.over(
                folder,
                new MovableClock(),
                "symbolicator.cache.max-size",
                "100K",
                "symbolicator.cache.max-disk-size",
                "0")) {
      String map = ScriptFiles.mapOf("v1");
      origin.serve("/app.map", "application/json", map);
      for (int script = 0; script < 30; script++) {
        origin.handle(
            "/" + script + ".js",
            request -> {
              for (String name : new String[] {"etag", "last-modified", "cache-control"}) {
                request.response().putHeader(name, "x".repeat(1000));
              }
              request.response().putHeader("sourcemap", "app.map").end("f()");
            });
        assertEquals("v1", ScriptFiles.version(instance.find(origin.url("/" + script + ".js"))));
      }
      instance.find(origin.url("/29.js"));
      assertEquals(1, origin.requests("/29.js"));
      instance.find(origin.url("/0.js"));
      assertEquals(2, origin.requests("/0.js"));
    }
  }
}
