package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.script.SharedTier.Lease;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
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
      "symbolicator.cache.redis.timeout", "20S",
      "symbolicator.cache.redis.lease", "10M"
    };
    instance = new TestScripts(new MovableClock(), settings);
    leases = new Leases(instance.redis(), instance.tiers());
  }

  @AfterEach
  void stop() {
    instance.close();
    redis.close();
  }

  private Load begin() {
    return instance.tiers().begin(KEY);
  }

  private Lease lease() {
    return Await.value(instance.redis().lease(KEY.record(), LONG, instance.redis().patience()));
  }

  private void assertGivenBack() {
    Await.until(() -> lease() != Lease.TAKEN);
  }

  private void assertGivenBackAfter(Throwable fault, Supplier<CompletableFuture<Outcome>> load) {
    CompletableFuture<Outcome> loading = leases.load(begin(), load);
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
            begin(),
            () -> {
              begun.complete("begun");
              return load;
            });
    Await.value(begun);
    assertEquals(Lease.TAKEN, lease());
    Missed missed = new Missed(new Failed(ScriptStatus.NOT_FOUND, "It is not there."));
    load.complete(missed);
    assertEquals(missed, Await.value(loading));
    assertGivenBack();
  }

  @Test
  void whatIsStillToBeSharedIsSharedBeforeItIsGivenBack() {
    CompletableFuture<Void> shared = new CompletableFuture<>();
    Missed missed = new Missed(new Failed(ScriptStatus.NOT_FOUND, "It is not there."));
    Load load = begin();
    CompletableFuture<Outcome> loading =
        leases.load(
            load,
            () -> {
              load.share(() -> shared);
              return CompletableFuture.completedFuture(missed);
            });
    assertEquals(missed, Await.value(loading));
    assertEquals(Lease.TAKEN, lease());
    shared.complete(null);
    assertGivenBack();
  }

  @Test
  void whatWasStoredBeforeTheLeaseWasTakenIsLookedFor() {
    Load load = begin();
    redis.ask("SET profile-symbolicator:1:default:record:" + KEY.record().hash() + " stored");
    Missed missed = new Missed(new Failed(ScriptStatus.NOT_FOUND, "It is not there."));
    assertEquals(
        missed, Await.value(leases.load(load, () -> CompletableFuture.completedFuture(missed))));
    assertEquals(1, instance.metric("symbolicator.redis.forgeries"));
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
    Load load = begin();
    redis.ask("SET profile-symbolicator:1:default:record:" + KEY.record().hash() + " stored");
    instance.tiers().stop(); // so that nothing can be looked for any more
    assertThrows(CompletionException.class, leases.load(load, CompletableFuture::new)::join);
    assertGivenBack();
  }
}
