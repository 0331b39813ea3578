package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.fetch.FetchConfig;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.ScriptConfig.ScriptLimits;
import dev.symbolicator.script.ScriptLoads.ScriptKey;
import dev.symbolicator.script.ScriptPipeline.LoadContext;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.store.LayeredStore.StoreSession;
import dev.symbolicator.store.SharedTier.Lock;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.Settings;
import dev.symbolicator.testing.TestRedis;
import dev.symbolicator.url.WebUrl;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that a load's lock in Redis is released at once, however the load ends. */
class LoadLocksTest {
  private static final WebUrl URL =
      Objects.requireNonNull(WebUrl.parse("https://example.com/app.js"));
  private static final ScriptKey KEY = ScriptKey.of(ScriptRefs.of(URL));

  private final TestRedis redis = TestRedis.start();
  private TestScripts instance;
  private RecordStore records;
  private LoadLocks locks;

  @BeforeEach
  void start() {
    String[] settings = {
      "symbolicator.cache.max-disk-size", "0",
      "symbolicator.cache.redis.url", redis.url(),
      "symbolicator.cache.redis.key", "correct horse battery staple",
      "symbolicator.cache.redis.timeout", "20S",
      "limits.redis.lock", "10M"
    };
    instance = new TestScripts(new MovableClock(), settings);
    records = new RecordStore(instance.store(), Settings.of().read(FetchConfig.class));
    locks = new LoadLocks(instance.redis(), instance.store());
  }

  @AfterEach
  void stop() {
    instance.close();
    redis.close();
  }

  private LoadContext begin() {
    return new LoadContext(KEY, URL, new StoreSession());
  }

  private Lock lock() {
    return Await.value(instance.redis().lock(KEY.record()));
  }

  private void assertReleased() {
    Await.until(() -> lock() != Lock.TAKEN);
  }

  private void assertReleasedAfter(Throwable fault, Supplier<CompletableFuture<Outcome>> load) {
    CompletableFuture<Outcome> loading = locks.inTurn(begin(), isOurTurn -> load.get());
    CompletionException thrown = assertThrows(CompletionException.class, loading::join);
    assertEquals(fault, thrown.getCause());
    assertReleased();
  }

  @Test
  void lockIsHeldWhileTheLoadRuns() {
    CompletableFuture<Outcome> load = new CompletableFuture<>();
    CompletableFuture<String> begun = new CompletableFuture<>();
    CompletableFuture<Outcome> loading =
        locks.inTurn(
            begin(),
            isOurTurn -> {
              begun.complete("begun");
              return load;
            });
    Await.value(begun);
    assertEquals(Lock.TAKEN, lock());
    Missed missed = new Missed(new Failed(ScriptStatus.NOT_FOUND, "It is not there."));
    load.complete(missed);
    assertEquals(missed, Await.value(loading));
    assertReleased();
  }

  @Test
  void lockIsReleasedAfterEverythingIsShared() {
    CompletableFuture<Void> shared = new CompletableFuture<>();
    Missed missed = new Missed(new Failed(ScriptStatus.NOT_FOUND, "It is not there."));
    LoadContext load = begin();
    CompletableFuture<Outcome> loading =
        locks.inTurn(
            load,
            isOurTurn -> {
              load.sharing().share(() -> shared);
              return CompletableFuture.completedFuture(missed);
            });
    assertEquals(missed, Await.value(loading));
    assertEquals(Lock.TAKEN, lock());
    shared.complete(null);
    assertReleased();
  }

  @Test
  void loadThatHasTheLockLooksForARecordFirst() {
    LoadContext load = begin();
    redis.ask("SET profile-symbolicator:1:default:record:" + KEY.record().hash() + " stored");
    Missed missed = new Missed(new Failed(ScriptStatus.NOT_FOUND, "It is not there."));
    CompletableFuture<Outcome> looked =
        locks.inTurn(
            load,
            isOurTurn -> {
              assertTrue(isOurTurn);
              return records.find(KEY).thenApply(forged -> missed);
            });
    assertEquals(missed, Await.value(looked));
    assertEquals(1, instance.metric("symbolicator.redis.forgeries"));
  }

  @Test
  void loadWaitsUntilAnotherInstanceHasStoredTheScript() {
    assertNotEquals(Lock.TAKEN, lock());
    Missed missed = new Missed(new Failed(ScriptStatus.NOT_FOUND, "It is not there."));
    List<Boolean> turns = new CopyOnWriteArrayList<>();
    CompletableFuture<Outcome> waiting =
        locks.inTurn(
            begin(),
            isOurTurn -> {
              turns.add(isOurTurn);
              return CompletableFuture.completedFuture(turns.size() < 3 ? null : missed);
            });
    assertEquals(missed, Await.value(waiting));
    assertEquals(List.of(false, false, false), turns);
  }

  @Test
  void loadNoLongerWaitsOnceItsWaitIsOver() {
    assertNotEquals(Lock.TAKEN, lock());
    ScriptLimits limits = Settings.of("limits.script.lockWait", "0S").limits(ScriptLimits.DEFAULT);
    Missed missed = new Missed(new Failed(ScriptStatus.NOT_FOUND, "It is not there."));
    CompletableFuture<Outcome> loading =
        new LoadLocks(instance.redis(), instance.store(), limits)
            .inTurn(
                begin(),
                isOurTurn -> {
                  assertTrue(isOurTurn);
                  return CompletableFuture.completedFuture(missed);
                });
    assertEquals(missed, Await.value(loading));
    assertEquals(Lock.TAKEN, lock());
  }

  @Test
  void failedLoadReleasesItsLock() {
    IllegalStateException fault = new IllegalStateException("made for this test");
    assertReleasedAfter(fault, () -> CompletableFuture.failedFuture(fault));
  }

  @Test
  void loadThatThrowsAnErrorReleasesItsLock() {
    OutOfMemoryError fault = new OutOfMemoryError("made for this test");
    assertReleasedAfter(
        fault,
        () -> {
          throw fault;
        });
  }

  @Test
  void loadThatCannotBeginReleasesItsLock() {
    LoadContext load = begin();
    redis.ask("SET profile-symbolicator:1:default:record:" + KEY.record().hash() + " stored");
    instance.store().stop(); // A stopped store cannot look for records.
    CompletableFuture<Outcome> looked =
        locks.inTurn(load, isOurTurn -> records.find(KEY).thenApply(none -> null));
    assertThrows(CompletionException.class, looked::join);
    assertReleased();
  }
}
