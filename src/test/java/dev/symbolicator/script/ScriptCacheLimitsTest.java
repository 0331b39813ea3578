package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.script.ScriptConfig.ScriptLimits;
import dev.symbolicator.script.ScriptLoads.ScriptKey;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.SmallCapacity;
import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.url.WebUrl;
import io.quarkus.cache.Cache;
import io.quarkus.cache.CacheName;
import io.quarkus.cache.runtime.caffeine.CaffeineCacheImpl;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Collections;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
@TestProfile(SmallCapacity.class)
class ScriptCacheLimitsTest {

  @Inject Scripts scripts;

  @Inject
  @CacheName("symbol-tables")
  Cache symbolTables;

  @Inject
  @CacheName("script-misses")
  Cache misses;

  @Inject
  @CacheName("script-lasting-misses")
  Cache lastingMisses;

  @Inject
  @CacheName("script-failures")
  Cache failures;

  @Test
  void configuredCountsAndTimesReachTheCaches() {
    var found = symbolTables.as(CaffeineCacheImpl.class).getCacheInfo();
    var missed = misses.as(CaffeineCacheImpl.class).getCacheInfo();
    assertNull(found.maximumSize, "tables that the cache dropped by itself would still be counted");
    assertEquals(ScriptLimits.DEFAULT.misses(), missed.maximumSize.intValue());
    assertEquals(Duration.ofSeconds(17), missed.expireAfterWrite);
    var failed = failures.as(CaffeineCacheImpl.class).getCacheInfo();
    assertEquals(ScriptLimits.DEFAULT.misses(), failed.maximumSize.intValue());
    assertEquals(Duration.ofSeconds(3), failed.expireAfterWrite);
    var lasting = lastingMisses.as(CaffeineCacheImpl.class).getCacheInfo();
    assertEquals(ScriptLimits.DEFAULT.lastingMisses(), lasting.maximumSize.intValue());
    assertNull(lasting.expireAfterWrite);
  }

  @Test
  void mostRecentlyUsedTablesAreRemembered() {
    try (TestOrigin origin = TestOrigin.start()) {
      origin.serve("/map.json", "application/json", map(1024));
      for (int script = 0; script < 8; script++) {
        origin.serve("/" + script + ".js", "text/javascript", "f()\n//# sourceMappingURL=map.json");
        load(origin, script);
      }
      for (int script = 7; script > 0; script--) {
        load(origin, script);
        assertEquals(1, origin.requests("/" + script + ".js"));
      }
      load(origin, 0);
      assertEquals(2, origin.requests("/0.js"));
      load(origin, 1);
      assertEquals(1, origin.requests("/1.js"));
      load(origin, 7);
      assertEquals(2, origin.requests("/7.js"), "the last use of 7 is the longest time ago");
    }
  }

  private void load(TestOrigin origin, int script) {
    WebUrl url = Objects.requireNonNull(WebUrl.parse(origin.url("/" + script + ".js")));
    assertInstanceOf(ScriptResult.Found.class, Await.value(scripts.find(ScriptRefs.of(url))));
  }

  @Test
  void passingFailuresAreRememberedApartFromLastingOnes() {
    try (TestOrigin origin = TestOrigin.start()) {
      origin.handle("/busy.js", request -> request.response().setStatusCode(500).end());
      for (String path : new String[] {"/busy.js", "/gone.js"}) {
        Await.value(scripts.find(ScriptRefs.of(origin.url(path))));
      }
      assertTrue(isIn(failures, origin, "/busy.js"));
      assertFalse(isIn(misses, origin, "/busy.js"));
    }
  }

  private static boolean isIn(Cache cache, TestOrigin origin, String path) {
    ScriptKey script = ScriptKey.of(ScriptRefs.of(origin.url(path)));
    return cache.as(CaffeineCacheImpl.class).keySet().contains(script.record());
  }

  @Test
  void missIsLastingIfItsEvidenceIsSmallAndMayBeStored() {
    try (TestOrigin origin = TestOrigin.start()) {
      int etag = MemoryTier.MAX_LENGTH - origin.url("/small.js").length();
      serve(origin, "/small.js", "etag", "\"" + "e".repeat(etag - 2) + "\"");
      serve(origin, "/large.js", "etag", "\"" + "e".repeat(etag - 1) + "\"");
      serve(origin, "/secret.js", "cache-control", "no-store");
      for (String path : new String[] {"/small.js", "/large.js", "/secret.js"}) {
        ScriptResult result = Await.value(scripts.find(ScriptRefs.of(origin.url(path))));
        assertEquals(ScriptStatus.NO_SOURCE_MAP, result.status());
        assertEquals(path.equals("/small.js"), isIn(lastingMisses, origin, path), path);
        assertEquals(!path.equals("/small.js"), isIn(misses, origin, path), path);
      }
    }
  }

  private static void serve(TestOrigin origin, String path, String header, String value) {
    origin.handle(path, request -> request.response().putHeader(header, value).end("f()"));
  }

  @Test
  void olderTableIsForgottenWhereTablesPassTheSize() {
    try (TestOrigin origin = TestOrigin.start()) {
      origin.serve("/map.json", "application/json", map(300 * 1024));
      for (String path : new String[] {"/a.js", "/b.js"}) {
        origin.serve(path, "text/javascript", "f()\n//# sourceMappingURL=map.json");
      }

      find(origin, "/a.js");
      find(origin, "/a.js");
      assertEquals(1, origin.requests("/a.js"));

      find(origin, "/b.js");
      find(origin, "/b.js");
      assertEquals(1, origin.requests("/b.js"));
      find(origin, "/a.js");
      assertEquals(2, origin.requests("/a.js"));
    }
  }

  @Test
  void tableBeyondTheSizeIsNotRemembered() {
    try (TestOrigin origin = TestOrigin.start()) {
      origin
          .serve("/map.json", "application/json", map(500 * 1024))
          .serve("/large.js", "text/javascript", "f()\n//# sourceMappingURL=map.json");
      WebUrl url = Objects.requireNonNull(WebUrl.parse(origin.url("/large.js")));

      for (int requests = 1; requests <= 2; requests++) {
        assertInstanceOf(ScriptResult.Found.class, Await.value(scripts.find(ScriptRefs.of(url))));
        assertEquals(requests, origin.requests("/large.js"));
      }
    }
  }

  /**
   * Returns a map with long source names, whose table is a little larger than a number of bytes.
   */
  private static String map(int bytes) {
    String source = "\"" + "a".repeat(1020) + ".ts\"";
    return "{\"version\":3,\"sources\":[%s],\"names\":[],\"mappings\":\"AAAA\"}"
        .formatted(String.join(",", Collections.nCopies(bytes / 1024, source)));
  }

  private void find(TestOrigin origin, String path) {
    WebUrl url = Objects.requireNonNull(WebUrl.parse(origin.url(path)));
    ScriptResult.Found found =
        assertInstanceOf(ScriptResult.Found.class, Await.value(scripts.find(ScriptRefs.of(url))));
    long size = found.symbols().size();
    assertTrue(size > 200 * 1024 && size < 400 * 1024, "size " + size);
  }
}
