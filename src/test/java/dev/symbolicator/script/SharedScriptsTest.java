package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.content.ByteBudget;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Instances that share a real Redis, without a disk. */
class SharedScriptsTest {
  private static final int SCRIPTS = 20;

  /** More than any command takes, on a machine that stalls too. */
  private static final String LONG = "20S";

  private final MovableClock clock = new MovableClock();
  private final List<TestScripts> instances = new ArrayList<>();
  private TestRedis redis;
  private TestOrigin origin;
  private ScriptFiles files;

  @BeforeEach
  void start() {
    redis = TestRedis.start();
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
            "symbolicator.cache.max-disk-size",
            "0",
            "symbolicator.cache.redis.url",
            url,
            "symbolicator.cache.redis.key",
            "correct horse battery staple",
            "symbolicator.cache.redis.timeout",
            timeout,
            "symbolicator.fetch.allow-private-addresses",
            "true");
    TestScripts instance =
        new TestScripts(clock, Stream.concat(settings, Stream.of(more)).toArray(String[]::new));
    instances.add(instance);
    return instance;
  }

  private String version(TestScripts instance) {
    return ScriptFiles.version(instance.find(origin.url("/app.js")));
  }

  @Test
  void theSecondInstanceCompilesNothing() {
    assertEquals("v1", version(instance(LONG)));
    TestScripts second = instance(LONG);
    assertEquals("v1", version(second));
    assertEquals(0, second.tables("compiled"));
    assertEquals(1, second.tables("shared"));
    assertEquals(2, origin.requests());
  }

  @Test
  void aDeploymentIsCompiledOnceByAllInstancesTogether() {
    List<CompletableFuture<ScriptResult>> results = new ArrayList<>();
    for (int script = 0; script < SCRIPTS; script++) {
      files.serve("/" + script + ".js", "s" + script);
    }
    for (int number = 0; number < 4; number++) {
      TestScripts instance = instance(LONG, "symbolicator.cache.redis.lease", "1M");
      for (int script = 0; script < SCRIPTS; script++) {
        WebUrl url = WebUrl.parse(origin.url("/" + script + ".js"));
        results.add(instance.scripts().find(Objects.requireNonNull(url)));
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
  void noRequestWaitsForWhatIsWritten() {
    CompletableFuture<String> written = new CompletableFuture<>();
    try (RedisProxy proxy =
        new RedisProxy(
            redis,
            command -> {
              if (command.equals("SET")) {
                written.join();
              }
            })) {
      assertEquals("v1", version(instance(proxy.url(), "1M", new String[0])));
      TestScripts second = instance(LONG);
      WebUrl url = Objects.requireNonNull(WebUrl.parse(origin.url("/app.js")));
      CompletableFuture<ScriptResult> waiting = second.scripts().find(url);
      written.complete("go on");
      assertEquals("v1", ScriptFiles.version(Await.value(waiting)));
      assertEquals(0, second.tables("compiled"));
    }
  }

  /** Each command takes most of the time that all which one load waits for may take together. */
  @Test
  void aSlowRedisCostsALoadItsTimeLimitOnce() {
    AtomicLong delay = new AtomicLong();
    AtomicInteger reads = new AtomicInteger();
    try (RedisProxy proxy =
        new RedisProxy(
            redis,
            command -> {
              reads.addAndGet(command.equals("STRLEN") ? 1 : 0);
              if (!command.equals("HELLO")) {
                LockSupport.parkNanos(delay.get());
              }
            })) {
      files.serve("/first.js", "first").serve("/second.js", "second");
      instance(proxy.url(), LONG, new String[0]).find(origin.url("/first.js"));
      assertEquals(2, reads.get()); // a record, and a table
      TestScripts instance = instance(proxy.url(), "1S", new String[0]);
      instance.find(origin.url("/second.js")); // which connects
      delay.set(Duration.ofMillis(900).toNanos());
      // While this process stands still no time counts, so that more may be asked for; not always.
      for (int tries = 0; tries == 0 || (reads.get() > 1 && tries < 10); tries++) {
        files.serve("/slow" + tries + ".js", "slow");
        reads.set(0);
        ScriptResult slow = instance.find(origin.url("/slow" + tries + ".js"));
        assertEquals("slow", ScriptFiles.version(slow));
      }
      assertTrue(reads.get() <= 1, reads::toString);
    }
  }

  @Test
  void anInstanceThatDiedWhileLoadingHoldsUpOthersForALeaseAtMost() {
    WebUrl url = Objects.requireNonNull(WebUrl.parse(origin.url("/app.js")));
    TestScripts dead = instance(LONG);
    Await.value(
        dead.redis()
            .lease(ScriptKey.of(url).record(), Duration.ofMinutes(10), dead.redis().patience()));

    TestScripts waiting = instance(LONG, "symbolicator.cache.redis.lease", "500MS");
    assertEquals("v1", version(waiting));
    assertEquals(1, waiting.tables("compiled"));
  }

  @Test
  void aScriptWithoutAMapHoldsUpNobody() {
    origin.serve("/plain.js", "text/javascript", "f()");
    for (int i = 0; i < 2; i++) {
      ScriptResult result = instance(LONG).find(origin.url("/plain.js"));
      assertEquals(ScriptStatus.NO_SOURCE_MAP, result.status());
    }
  }

  @Test
  void whatChangedIsReplacedForAll() {
    files.cacheControl("/app.js", "no-cache");
    TestScripts first = instance(LONG);
    assertEquals("v1", version(first));
    clock.pass(Duration.ofHours(1));
    files.serve("/app.js", "v2");
    assertEquals("v2", version(first));
    assertEquals("v2", version(instance(LONG)));
  }

  /** Whoever can write to Redis keeps a copy of an old record, sealed as it is. */
  @Test
  void aRecordThatIsPutBackIsUsedNoLongerThanItsTimesSay() {
    String record =
        "profile-symbolicator:1:default:record:"
            + ScriptKey.of(Objects.requireNonNull(WebUrl.parse(origin.url("/app.js"))))
                .record()
                .hash();
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
    assertEquals("v1", version(second)); // stale, so the origin is asked meanwhile
    Await.until(() -> version(second).equals("v2"));
    awaitNewer(record);

    clock.pass(Duration.ofDays(7)); // symbolicator.cache.max-stale
    redis.ask("COPY old " + record + " REPLACE");
    assertEquals("v2", version(instance(LONG)));
  }

  /** Who finds a script does not wait for its record to be written. */
  private void awaitNewer(String record) {
    String old = redis.ask("GET old");
    Await.until(
        () -> {
          String now = redis.ask("GET " + record);
          return !now.startsWith("$-1") && !now.equals(old);
        });
  }

  @Test
  void whatMemoryIsTooShortForIsTakenFromRedisLater() {
    assertEquals("v1", version(instance(LONG)));
    Await.until(() -> !redis.ask("KEYS *").contains(":lease:")); // all is written
    redis.ask("CONFIG RESETSTAT");
    TestScripts second = instance(LONG);
    ByteBudget budget = second.budget();
    CompletableFuture<ScriptResult> result;
    try (ByteBudget.Lease others = budget.open()) {
      others.grow(budget.limit());
      result = second.scripts().find(Objects.requireNonNull(WebUrl.parse(origin.url("/app.js"))));
      Await.until(() -> redis.ask("INFO commandstats").contains("cmdstat_eval")); // has begun
    }
    assertEquals("v1", ScriptFiles.version(Await.value(result)));
    assertEquals(0, second.tables("compiled"));
    assertEquals(1, second.tables("shared"));
    Await.until(() -> budget.used() == 0); // what may be written again is charged meanwhile
  }

  @Test
  void aRedisThatHangsFailsNoRequest() {
    TestScripts instance = instance("50MS");
    redis.hang();
    assertEquals("v1", version(instance));
    Await.until(() -> instance.metric("symbolicator.redis.failures") >= 1);
    redis.goOn();
  }

  @Test
  void aRedisThatDiesFailsNoRequest() {
    TestScripts instance = instance(LONG);
    redis.die();
    assertEquals("v1", version(instance));
  }
}
