package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.script.ScriptLoads.ScriptKey;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.RedisProxy;
import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.testing.TestRedis;
import dev.symbolicator.url.WebUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs several instances that share a real Redis and have no disk. */
class SharedScriptsTest {
  private static final int SCRIPTS = 20;

  /** A time limit that no command reaches, even on a machine that stalls. */
  private static final String LONG = "20S";

  private final TestRedis redis = TestRedis.start();
  private final MovableClock clock = new MovableClock();
  private final List<TestScripts> instances = new ArrayList<>();
  private TestOrigin origin;
  private ScriptFiles files;

  @BeforeEach
  void start() {
    origin = TestOrigin.start();
    files = new ScriptFiles(origin).serve("/app.js", "v1");
  }

  @AfterEach
  void stop() {
    instances.forEach(TestScripts::close);
    origin.close();
    redis.close();
  }

  private TestScripts instance(String timeout, String... more) {
    return instance(redis.url(), timeout, more);
  }

  private TestScripts instance(String url, String timeout, String[] more) {
    Stream<String> settings =
        Stream.of(
            "symbolicator.cache.max-disk-size", "0",
            "symbolicator.cache.redis.url", url,
            "symbolicator.cache.redis.key", "correct horse battery staple",
            "symbolicator.cache.redis.timeout", timeout,
            "symbolicator.fetch.allow-private-addresses", "true");
    TestScripts instance =
        new TestScripts(clock, Stream.concat(settings, Stream.of(more)).toArray(String[]::new));
    instances.add(instance);
    return instance;
  }

  private String version(TestScripts instance) {
    return ScriptFiles.version(instance.find(origin.url("/app.js")));
  }

  @Test
  void secondInstanceCompilesNothing() {
    assertEquals("v1", version(instance(LONG)));
    TestScripts second = instance(LONG);
    assertEquals("v1", version(second));
    assertEquals(0, second.tables("compiled"));
    assertEquals(1, second.tables("shared"));
    assertEquals(2, origin.requests());
  }

  @Test
  void deploymentIsCompiledOnceByAllInstances() {
    List<CompletableFuture<ScriptResult>> results = new ArrayList<>();
    for (int script = 0; script < SCRIPTS; script++) {
      files.serve("/" + script + ".js", "s" + script);
    }
    for (int number = 0; number < 4; number++) {
      TestScripts instance =
          instance(LONG, "limits.redis.lock", "1M", "limits.script.lockWait", "1M");
      for (int script = 0; script < SCRIPTS; script++) {
        WebUrl url = WebUrl.parse(origin.url("/" + script + ".js"));
        results.add(instance.scripts().find(ScriptRefs.of(url)));
      }
    }
    for (int i = 0; i < results.size(); i++) {
      assertEquals("s" + i % SCRIPTS, ScriptFiles.version(Await.value(results.get(i))));
    }
    int compiled = instances.stream().mapToInt(instance -> instance.tables("compiled")).sum();
    assertEquals(SCRIPTS, compiled);
    assertEquals(2 * SCRIPTS, origin.requests());
  }

  @Test
  void recordStoredBeforeTheLockIsTakenIsUsed() {
    CompletableFuture<String> locking = new CompletableFuture<>();
    CompletableFuture<String> stored = new CompletableFuture<>();
    try (RedisProxy proxy =
        new RedisProxy(
            redis,
            command -> {
              if (command.startsWith("SET") && command.contains(":lock:")) {
                locking.complete(command);
                stored.join();
              }
            })) {
      TestScripts second = instance(proxy.url(), LONG, new String[0]);
      WebUrl url = Objects.requireNonNull(WebUrl.parse(origin.url("/app.js")));
      CompletableFuture<ScriptResult> waiting = second.scripts().find(ScriptRefs.of(url));
      Await.value(locking);
      assertEquals("v1", version(instance(LONG)));
      Await.until(() -> !redis.ask("KEYS *").contains(":lock:")); // everything is written
      stored.complete("go on");
      assertEquals("v1", ScriptFiles.version(Await.value(waiting)));
      assertEquals(0, second.tables("compiled"));
    }
  }

  /** A full Redis may drop a table and keep its record. */
  @Test
  void recordWithoutItsTableDoesNotEndTheWait() {
    WebUrl url = Objects.requireNonNull(WebUrl.parse(origin.url("/app.js")));
    TestScripts first = instance(LONG, "limits.redis.lock", "10M");
    assertEquals("v1", version(first));
    Await.until(() -> !redis.ask("KEYS *").contains(":lock:")); // everything is written
    String table =
        redis
            .ask("KEYS *")
            .lines()
            .filter(key -> key.contains(":block:"))
            .findFirst()
            .orElseThrow();
    redis.ask("RENAME " + table + " dropped");
    Await.value(first.redis().lock(ScriptKey.of(ScriptRefs.of(url)).record()));
    redis.ask("CONFIG RESETSTAT");

    TestScripts second = instance(LONG, "limits.script.lockWait", "10M");
    CompletableFuture<ScriptResult> waiting = second.scripts().find(ScriptRefs.of(url));
    Await.until(() -> redis.ask("INFO commandstats").matches("(?s).*cmdstat_set:calls=[2-9].*"));
    redis.ask("RENAME dropped " + table);
    assertEquals("v1", ScriptFiles.version(Await.value(waiting)));
    assertEquals(0, second.tables("compiled"));
  }

  @Test
  void noRequestWaitsForWrites() {
    CompletableFuture<String> written = new CompletableFuture<>();
    try (RedisProxy proxy =
        new RedisProxy(
            redis,
            command -> {
              if (command.startsWith("SET") && !command.contains(":lock:")) {
                written.join();
              }
            })) {
      assertEquals("v1", version(instance(proxy.url(), "1M", new String[0])));
      TestScripts second = instance(LONG);
      WebUrl url = Objects.requireNonNull(WebUrl.parse(origin.url("/app.js")));
      CompletableFuture<ScriptResult> waiting = second.scripts().find(ScriptRefs.of(url));
      written.complete("go on");
      assertEquals("v1", ScriptFiles.version(Await.value(waiting)));
      assertEquals(0, second.tables("compiled"));
    }
  }

  /** After a command without an answer in time, a load sends no more commands to Redis. */
  @Test
  void hangingRedisCostsALoadItsTimeLimitOnce() {
    files.serve("/second.js", "second");
    TestScripts instance = instance("500MS");
    assertEquals("v1", version(instance));
    Await.until(() -> !redis.ask("KEYS *").contains(":lock:")); // everything is written
    clock.pass(Duration.ofSeconds(5)); // beyond the pause of a busy machine
    double before = instance.metric("symbolicator.redis.failures");
    redis.hang();
    assertEquals("second", ScriptFiles.version(instance.find(origin.url("/second.js"))));
    assertEquals(before + 1, instance.metric("symbolicator.redis.failures"));
    redis.goOn();
  }

  @Test
  void lockOfADeadInstanceDelaysOthersByTheWaitAtMost() {
    WebUrl url = Objects.requireNonNull(WebUrl.parse(origin.url("/app.js")));
    TestScripts dead = instance(LONG, "limits.redis.lock", "10M");
    Await.value(dead.redis().lock(ScriptKey.of(ScriptRefs.of(url)).record()));

    TestScripts waiting = instance(LONG, "limits.script.lockWait", "500MS");
    assertEquals("v1", version(waiting));
    assertEquals(1, waiting.tables("compiled"));
  }

  @Test
  void unreleasedLockExpires() {
    WebUrl url = Objects.requireNonNull(WebUrl.parse(origin.url("/app.js")));
    TestScripts dead = instance(LONG, "limits.redis.lock", "500MS");
    Await.value(dead.redis().lock(ScriptKey.of(ScriptRefs.of(url)).record()));
    assertEquals("v1", version(instance(LONG, "limits.script.lockWait", "10M")));
  }

  @Test
  void scriptWithoutAMapReleasesItsLock() {
    origin.serve("/plain.js", "text/javascript", "f()");
    for (int i = 0; i < 2; i++) {
      ScriptResult result = instance(LONG).find(origin.url("/plain.js"));
      assertEquals(ScriptStatus.NO_SOURCE_MAP, result.status());
    }
  }

  @Test
  void changedScriptIsReplacedForAllInstances() {
    files.cacheControl("/app.js", "no-cache");
    TestScripts first = instance(LONG);
    assertEquals("v1", version(first));
    clock.pass(Duration.ofHours(1));
    files.serve("/app.js", "v2");
    assertEquals("v2", version(first));
    assertEquals("v2", version(instance(LONG)));
  }

  /** Anyone who can write to Redis can keep a copy of an old record with its valid seal. */
  @Test
  void recordThatIsPutBackExpiresAtItsTime() {
    String record =
        "profile-symbolicator:1:default:record:"
            + ScriptKey.of(ScriptRefs.of(origin.url("/app.js"))).record().hash();
    TestScripts first = instance(LONG);
    assertEquals("v1", version(first));
    Await.until(() -> redis.ask("COPY " + record + " old").startsWith(":1"));
    redis.ask("PERSIST old");
    files.serve("/app.js", "v2");
    clock.pass(Duration.ofHours(1));
    Await.until(() -> version(first).equals("v2"));
    awaitNewer(record);

    redis.ask("COPY old " + record + " REPLACE");
    TestScripts second = instance(LONG);
    assertEquals("v1", version(second)); // Stale, so the origin is asked meanwhile.
    Await.until(() -> version(second).equals("v2"));
    awaitNewer(record);

    clock.pass(Duration.ofDays(7)); // symbolicator.cache.max-stale
    redis.ask("COPY old " + record + " REPLACE");
    assertEquals("v2", version(instance(LONG)));
  }

  /** The caller of a script does not wait until the script's record is written. */
  private void awaitNewer(String record) {
    String old = redis.ask("GET old");
    Await.until(
        () -> {
          String now = redis.ask("GET " + record);
          return !now.startsWith("$-1") && !now.equals(old);
        });
  }

  @Test
  void tableWithoutMemoryIsTakenFromRedisLater() {
    assertEquals("v1", version(instance(LONG)));
    Await.until(() -> !redis.ask("KEYS *").contains(":lock:")); // everything is written
    redis.ask("CONFIG RESETSTAT");
    TestScripts second = instance(LONG);
    ByteBudget budget = second.budget();
    CompletableFuture<ScriptResult> result;
    try (ByteBudget.Lease others = budget.open()) {
      others.grow(budget.limit());
      result = second.scripts().find(ScriptRefs.of(origin.url("/app.js")));
      Await.until(
          () -> redis.ask("INFO commandstats").contains("cmdstat_set")); // the load has begun
    }
    assertEquals("v1", ScriptFiles.version(Await.value(result)));
    assertEquals(0, second.tables("compiled"));
    assertEquals(1, second.tables("shared"));
    Await.until(() -> budget.used() == 0); // A late write may still be charged.
  }

  @Test
  void hangingRedisFailsNoRequest() {
    TestScripts instance = instance("50MS");
    redis.hang();
    assertEquals("v1", version(instance));
    Await.until(() -> instance.metric("symbolicator.redis.failures") >= 1);
    redis.goOn();
  }

  @Test
  void dyingRedisFailsNoRequest() {
    TestScripts instance = instance(LONG);
    redis.die();
    assertEquals("v1", version(instance));
  }
}
