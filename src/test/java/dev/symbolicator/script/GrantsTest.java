package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.testing.TestRedis;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that records and tables are not used under another configuration than the one they were
 * fetched under.
 */
class GrantsTest {
  /** The place where instances find the tables of earlier instances. */
  enum Tier {
    DISK,
    REDIS
  }

  private static final String TOKEN = "Bearer t0ken";
  private final MovableClock clock = new MovableClock();
  private final TestRedis redis = TestRedis.start();
  @TempDir Path directory;
  private TestOrigin scripts;
  private TestOrigin maps;

  @BeforeEach
  void start() {
    scripts = TestOrigin.start();
    maps = TestOrigin.start();
    scripts.serve(
        "/app.js", "text/javascript", "f();\n//# sourceMappingURL=" + maps.url("/app.js.map"));
    maps.handle(
        "/app.js.map",
        request -> {
          boolean known = TOKEN.equals(request.getHeader("authorization"));
          request.response().setStatusCode(known ? 200 : 403).end(ScriptFiles.mapOf("v1"));
        });
  }

  @AfterEach
  void stop() {
    redis.close();
    scripts.close();
    maps.close();
  }

  /**
   * Returns an instance that fetches the map with a header. The given settings override or extend
   * the defaults.
   */
  private TestScripts instance(Tier tier, String... keysAndValues) {
    Map<String, String> settings = new TreeMap<>();
    if (tier == Tier.DISK) {
      settings.put("symbolicator.cache.directory", directory.toString());
    } else {
      settings.put("symbolicator.cache.max-disk-size", "0");
      settings.put("symbolicator.cache.redis.url", redis.url());
      settings.put("symbolicator.cache.redis.key", "correct horse battery staple");
      settings.put("symbolicator.cache.redis.timeout", "5S");
    }
    settings.put("symbolicator.fetch.allowed-origins", "*," + maps.origin());
    settings.put("symbolicator.fetch.allow-private-addresses", "true");
    settings.put("symbolicator.fetch.origin.maps.url", maps.origin());
    settings.put("symbolicator.fetch.origin.maps.headers.Authorization", TOKEN);
    settings.put("symbolicator.fetch.origin.maps.scripts-from", scripts.origin());
    for (int i = 0; i < keysAndValues.length; i += 2) {
      settings.put("symbolicator." + keysAndValues[i], keysAndValues[i + 1]);
    }
    List<String> all = new ArrayList<>();
    settings.forEach((key, value) -> all.addAll(List.of(key, value)));
    return new TestScripts(clock, all.toArray(String[]::new));
  }

  private ScriptResult find(TestScripts instance) {
    return instance.find(scripts.url("/app.js"));
  }

  private void keep(Tier tier, String... keysAndValues) {
    try (TestScripts first = instance(tier, keysAndValues)) {
      assertEquals("v1", ScriptFiles.version(find(first)));
      Await.until(() -> tier == Tier.DISK || isWritten());
    }
  }

  /** An instance releases its lock once everything is written. */
  private boolean isWritten() {
    String keys = redis.ask("KEYS *");
    return keys.contains(":record:") && !keys.contains(":lock:");
  }

  private int requests() {
    return scripts.requests() + maps.requests();
  }

  @ParameterizedTest
  @EnumSource
  void restartUnderTheSameGrantsAsksNoOrigin(Tier tier) {
    keep(tier);
    int before = requests();
    try (TestScripts second = instance(tier, "fetch.allowed-origins", maps.origin() + ",*")) {
      assertEquals("v1", ScriptFiles.version(find(second)));
      assertEquals(0, second.tables("compiled"));
      assertEquals(before, requests());
    }
  }

  @ParameterizedTest
  @EnumSource
  void storedMapIsNotServedToScriptsThatMayNoLongerNameIt(Tier tier) {
    keep(tier);
    try (TestScripts second =
        instance(tier, "fetch.origin.maps.scripts-from", "https://static.example.com")) {
      assertEquals(ScriptStatus.BLOCKED, find(second).status());
    }
  }

  @ParameterizedTest
  @EnumSource
  void storedScriptIsNotServedOncePrivateAddressesAreClosed(Tier tier) {
    keep(tier);
    int before = scripts.connections();
    String port = scripts.origin().replaceFirst(".*:", "");
    try (TestScripts second =
        instance(tier, "fetch.allow-private-addresses", "false", "fetch.allowed-ports", port)) {
      assertEquals(ScriptStatus.BLOCKED, find(second).status());
      assertEquals(before, scripts.connections());
    }
  }

  static Stream<Arguments> settings() {
    String[] settings = {
      "fetch.allowed-origins=*,%s,https://further.example",
      "fetch.allowed-ports=80,443,8443",
      "fetch.script-paths=*.js",
      "fetch.proxy-except=https://further.example",
      "fetch.origin.maps.scripts-from=%2$s,https://further.example",
      "fetch.origin.maps.headers.X-Key=1",
      "fetch.origin.further.url=https://further.example"
    };
    return Stream.of(Tier.values())
        .flatMap(tier -> Stream.of(settings).map(setting -> Arguments.of(tier, setting)));
  }

  /** Only a fetch tells whether files may still be fetched. Their table is not compiled again. */
  @ParameterizedTest
  @MethodSource("settings")
  void scriptAndMapAreFetchedAgainUnderAnyOtherGrant(Tier tier, String setting) {
    String[] changed = setting.formatted(maps.origin(), scripts.origin()).split("=");
    keep(tier);
    int before = requests();
    try (TestScripts second = instance(tier, changed)) {
      assertEquals("v1", ScriptFiles.version(find(second)));
      assertEquals(before + 2, requests());
      assertEquals(0, second.tables("compiled"));
      Await.until(() -> tier == Tier.DISK || isWritten());
    }
    try (TestScripts third = instance(tier, changed)) {
      assertEquals("v1", ScriptFiles.version(find(third)));
      assertEquals(before + 2, requests());
    }
  }

  @ParameterizedTest
  @EnumSource
  void storedTableIsNotServedWhereTheNewFetchFails(Tier tier) {
    keep(tier);
    scripts.handle("/app.js", request -> request.response().setStatusCode(404).end());
    try (TestScripts second = instance(tier, "fetch.allowed-ports", "80,443,8443")) {
      assertEquals(ScriptStatus.NOT_FOUND, find(second).status());
    }
  }

  /** The first table holds names from sources that were fetched with a header. */
  @ParameterizedTest
  @EnumSource
  void tableHasNoNamesOfSourcesFetchedUnderOtherGrants(Tier tier) {
    maps.serve("/v1.ts", "text/plain", "f()").serve("/other.ts", "text/plain", "other()");
    keep(tier, "sources.fetch", "true", "fetch.origin.maps.headers.X-Key", "1");
    int before = maps.requests("/v1.ts");
    assertTrue(before > 0);
    try (TestScripts second = instance(tier, "sources.fetch", "true")) {
      assertEquals("v1", ScriptFiles.version(find(second)));
      assertEquals(1, second.tables("compiled"));
      assertEquals(before + 1, maps.requests("/v1.ts"));
    }
  }
}
