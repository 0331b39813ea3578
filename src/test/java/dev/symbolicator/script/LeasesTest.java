package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.store.SharedTier.Lease;
import dev.symbolicator.store.StoreConfig;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.Settings;
import dev.symbolicator.testing.TestRedis;
import dev.symbolicator.url.WebUrl;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** However a load ends, the lease that it had in Redis is given back at once. */
class LeasesTest {
  private static final ScriptKey KEY =
      ScriptKey.of(Objects.requireNonNull(WebUrl.parse("https://example.com/app.js")));
  private static final Duration LONG = Duration.ofMinutes(10);
  private TestRedis redis;
  private TestScripts instance;
  private Leases leases;

  @BeforeEach
  void start() {
    redis = TestRedis.start();
    String[] settings = {
      "symbolicator.cache.max-disk-size", "0",
      "symbolicator.cache.redis.url", redis.url(),
      "symbolicator.cache.redis.key", "correct horse battery staple",
      "symbolicator.cache.redis.timeout", "5S",
      "symbolicator.cache.redis.lease", "10M"
    };
    instance = new TestScripts(new MovableClock(), settings);
    StoreConfig config = Settings.of(settings).read(StoreConfig.class);
    leases = new Leases(instance.redis(), instance.tiers(), config);
  }

  @AfterEach
  void stop() {
    instance.close();
    redis.close();
  }

  private void assertGivenBack() {
    Await.until(() -> Await.value(instance.redis().lease(KEY.record(), LONG)) != Lease.TAKEN);
  }

  private void assertGivenBackAfter(Throwable fault, Supplier<CompletableFuture<Outcome>> load) {
    CompletableFuture<Outcome> loading = leases.load(KEY, load);
    CompletionException thrown = assertThrows(CompletionException.class, loading::join);
    assertEquals(fault, thrown.getCause());
    assertGivenBack();
  }

  @Test
  void whileOneLoadsNobodyElseHasTheLease() {
    CompletableFuture<Outcome> load = new CompletableFuture<>();
    CompletableFuture<String> begun = new CompletableFuture<>();
    CompletableFuture<Outcome> loading =
        leases.load(
            KEY,
            () -> {
              begun.complete("begun");
              return load;
            });
    Await.value(begun);
    assertEquals(Lease.TAKEN, Await.value(instance.redis().lease(KEY.record(), LONG)));
    Missed missed = new Missed(new Failed(ScriptStatus.NOT_FOUND, "It is not there."));
    load.complete(missed);
    assertEquals(missed, Await.value(loading));
    assertGivenBack();
  }

  @Test
  void aLoadThatFailsGivesItBack() {
    IllegalStateException fault = new IllegalStateException("made for this test");
    assertGivenBackAfter(fault, () -> CompletableFuture.failedFuture(fault));
  }

  @Test
  void aLoadThatThrowsAnErrorGivesItBack() {
    OutOfMemoryError fault = new OutOfMemoryError("made for this test");
    assertGivenBackAfter(
        fault,
        () -> {
          throw fault;
        });
  }

  @Test
  void aLoadThatCannotEvenBeginGivesItBack() {
    instance.tiers().stop(); // so that nothing can be looked for any more
    assertThrows(CompletionException.class, leases.load(KEY, CompletableFuture::new)::join);
    assertGivenBack();
  }
}
