package dev.symbolicator.redis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.redis.RedisConfig.RedisLimits;
import dev.symbolicator.redis.RedisTier.RedisClientMeters;
import dev.symbolicator.store.LayeredStore.StoreState;
import dev.symbolicator.store.SharedTier.Lock;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.Settings;
import dev.symbolicator.testing.TestRedis;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.micrometer.runtime.binder.vertx.VertxMeterBinderAdapter;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs against a real server. */
class RedisTierTest {
  private static final String SECRET = "correct horse battery staple";
  private static final byte[] VALUE = {0, 1, (byte) 255, 13, 10};
  private static final StoreKey KEY = StoreKey.of("default", StoreKey.StoredKind.BLOCK, VALUE);
  private static final ByteBudget ENOUGH = new ByteBudget(Long.MAX_VALUE);
  private static final String LOCK = "profile-symbolicator:1:default:lock:" + KEY.hash();

  /** The bytes of all copies of the sealed value that may exist at once. */
  private static final int CHARGE = 4 * (32 + VALUE.length);

  private final TestRedis server = TestRedis.start();
  private final Vertx vertx = Vertx.vertx();
  private final MovableClock clock = new MovableClock();
  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  private RedisTier tier;

  @BeforeEach
  void start() {
    tier = tier(SECRET);
  }

  @AfterEach
  void stop() {
    tier.close();
    Await.value(vertx.close());
    server.close();
  }

  /** Makes a tier whose time limit no busy machine reaches, unless the settings give another. */
  private RedisTier tier(String secret, String... more) {
    return tier(vertx, secret, more);
  }

  private RedisTier tier(Vertx vertx, String secret, String... more) {
    String[] settings = new String[6 + more.length];
    System.arraycopy(
        new String[] {
          "symbolicator.cache.redis.url",
          server.url(),
          "symbolicator.cache.redis.key",
          secret,
          "symbolicator.cache.redis.timeout",
          "20S"
        },
        0,
        settings,
        0,
        6);
    System.arraycopy(more, 0, settings, 6, more.length);
    return new RedisTier(
        vertx,
        Settings.of(settings).read(RedisConfig.class),
        Settings.of(settings).limits(RedisLimits.DEFAULT),
        metrics,
        clock);
  }

  private static void put(RedisTier tier, byte[] value) {
    Await.value(tier.put(KEY, ENOUGH.open(), ByteBuffer.wrap(value)));
  }

  private static byte[] get(RedisTier tier) {
    return Await.value(asked(tier));
  }

  private static CompletableFuture<byte[]> asked(RedisTier tier) {
    return tier.get(KEY, ENOUGH.open());
  }

  private static Lock lock(RedisTier tier) {
    return Await.value(tier.lock(KEY));
  }

  private double count(String name) {
    return metrics.get("symbolicator.redis." + name).counter().count();
  }

  @Test
  void writtenValueIsReadByAnotherInstance() {
    assertNull(get(tier));
    put(tier, VALUE);
    RedisTier other = tier(SECRET);
    assertArrayEquals(VALUE, get(other));
    other.close();
    Await.value(tier.delete(KEY));
    assertNull(get(tier));
  }

  @Test
  void valueWrittenWithAnotherSecretIsAbsent() {
    RedisTier stranger = tier("another secret of some length");
    put(stranger, VALUE);
    stranger.close();
    assertNull(get(tier));
    assertEquals(1, count("forgeries"));
  }

  @Test
  void valueLargerThanTheLimitIsNeitherWrittenNorRead() {
    RedisTier small = tier(SECRET, "limits.redis.valueBytes", "132");
    put(small, new byte[101]);
    assertNull(get(tier));
    put(small, new byte[100]);
    assertEquals(100, get(small).length);
    put(tier, new byte[101]);
    assertNull(get(small)); // one byte too long
    small.close();
  }

  @Test
  void valueLargerThanTheMemoryIsAbsentAndStaysInRedis() {
    put(tier, VALUE);
    ByteBudget budget = new ByteBudget(CHARGE);
    try (ByteBudget.Lease other = budget.open();
        ByteBudget.Lease memory = budget.open()) {
      other.grow(1);
      assertNull(Await.value(tier.get(KEY, memory)));
      other.shrinkTo(0);
      assertArrayEquals(VALUE, Await.value(tier.get(KEY, memory)));
      assertEquals(CHARGE, memory.held());
    }
    assertEquals(0, count("failures") + count("forgeries"));
  }

  @Test
  void valueLargerThanTheMemoryIsNotStored() {
    for (int less : new int[] {1, 0}) {
      try (ByteBudget.Lease memory = new ByteBudget(CHARGE - less).open()) {
        Await.value(tier.put(KEY, memory, ByteBuffer.wrap(VALUE)));
      }
      assertEquals(less == 0, get(tier) != null);
    }
  }

  @Test
  void partsAreStoredAsOneValue() {
    Await.value(
        tier.put(KEY, ENOUGH.open(), ByteBuffer.wrap(VALUE, 0, 2), ByteBuffer.wrap(VALUE, 2, 3)));
    assertArrayEquals(VALUE, get(tier));
  }

  @Test
  void lockIsTakenByOneInstanceAtATime() {
    RedisTier other = tier(SECRET);
    Lock mine = lock(tier);
    assertNotSame(Lock.TAKEN, mine);
    assertSame(Lock.TAKEN, lock(other));
    mine.release();
    Await.until(() -> lock(other) != Lock.TAKEN);
    other.close();
  }

  @Test
  void lockThatNobodyReleasesEnds() {
    RedisTier brief = tier(SECRET, "limits.redis.lock", "50MS");
    assertNotSame(Lock.TAKEN, lock(brief));
    Await.until(() -> lock(tier) != Lock.TAKEN);
    brief.close();
  }

  @Test
  void lockIsNoValue() {
    assertNotSame(Lock.TAKEN, lock(tier));
    server.ask("COPY " + LOCK + " profile-symbolicator:1:default:block:" + KEY.hash());
    assertNull(get(tier));
  }

  @Test
  void hangingServerCostsOneTimeoutAndIsThenPaused() {
    put(tier, VALUE);
    tier.close();
    tier = tier(SECRET, "symbolicator.cache.redis.timeout", "50MS");
    awaitValue();
    double before = count("failures"); // commands may time out on a busy machine
    server.hang();
    assertNull(get(tier));
    assertFalse(tier.isUsable());
    assertEquals(before + 1, count("failures"));
    for (int i = 0; i < 100; i++) {
      CompletableFuture<byte[]> answer = asked(tier);
      assertNull(Await.value(answer));
    }
    assertNotSame(Lock.TAKEN, lock(tier));
    assertEquals(before + 1, count("failures"));

    server.goOn();
    clock.pass(Duration.ofSeconds(5));
    assertTrue(tier.isUsable());
    awaitValue();
  }

  /** Asks until the value comes, since commands may time out on a busy machine. */
  private void awaitValue() {
    Await.until(
        () -> {
          clock.pass(Duration.ofSeconds(5));
          return get(tier) != null;
        });
  }

  @Test
  void restartedServerIsUsedAgainAfterThePause() {
    put(tier, VALUE);
    server.die();
    assertNull(get(tier));
    put(tier, VALUE);
    server.returnEmpty();
    clock.pass(Duration.ofSeconds(5));
    put(tier, VALUE);
    assertArrayEquals(VALUE, get(tier));
  }

  @Test
  void connectionsAreLimited() {
    for (int limit : new int[] {1, 3}) {
      RedisTier limited = tier(SECRET, "limits.redis.connections", Integer.toString(limit));
      put(limited, VALUE);
      server.hang();
      List<CompletableFuture<byte[]>> answers = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        answers.add(asked(limited));
      }
      server.goOn();
      answers.forEach(answer -> assertArrayEquals(VALUE, Await.value(answer)));
      assertEquals(limit, server.connections());
      limited.close();
      Await.until(() -> server.connections() == 0);
    }
    assertEquals(0, count("failures"));
  }

  @Test
  void commandBeyondTheQueueIsUnansweredAndBeginsNoPause() {
    RedisTier limited = tier(SECRET, "limits.redis.connections", "1", "limits.redis.waiting", "2");
    put(limited, VALUE);
    server.hang();
    List<CompletableFuture<byte[]>> answers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      answers.add(asked(limited));
    }
    server.goOn();
    answers.forEach(answer -> assertArrayEquals(VALUE, Await.value(answer)));
    assertEquals(0, count("failures"));

    server.hang();
    answers.clear();
    for (int i = 0; i < 3; i++) {
      answers.add(asked(limited));
    }
    assertNull(Await.value(asked(limited)));
    assertEquals(1, count("failures"));
    assertEquals(StoreState.USED, limited.state());
    server.goOn();
    answers.forEach(answer -> assertArrayEquals(VALUE, Await.value(answer)));
    limited.close();
  }

  @Test
  void addressWithoutASecretStopsTheStart() {
    for (String secret : new String[] {"fifteen chars..", ""}) {
      Settings settings =
          Settings.of(
              "symbolicator.cache.redis.url", server.url(), "symbolicator.cache.redis.key", secret);
      RedisConfig config = settings.read(RedisConfig.class);
      ConfigurationException refused =
          assertThrows(
              ConfigurationException.class, () -> new RedisTier(vertx, config, metrics, clock));
      assertTrue(refused.getMessage().contains("symbolicator.cache.redis.key"));
    }
  }

  @Test
  void nothingIsAskedWithoutAnAddress() {
    RedisTier none = new RedisTier(vertx, Settings.of().read(RedisConfig.class), metrics, clock);
    assertFalse(none.isUsable());
    assertNull(get(none));
    put(none, VALUE);
  }

  @Test
  void replacedClientLeavesNoSeriesInTheMetrics() {
    SimpleMeterRegistry ours = new SimpleMeterRegistry();
    ours.config().meterFilter(new RedisClientMeters());
    SimpleMeterRegistry all = new SimpleMeterRegistry();
    List<SimpleMeterRegistry> registries = List.of(ours, all);
    registries.forEach(Metrics::addRegistry); // as Quarkus does
    Vertx measured =
        Vertx.vertx(new VertxOptions().setMetricsOptions(new VertxMeterBinderAdapter()));
    try {
      RedisTier closed = tier(measured, SECRET);
      put(closed, VALUE);
      closed.close();
      put(closed, VALUE);
      closed.close();
      assertTrue(seriesOfRedis(all) > 0);
      assertEquals(0, seriesOfRedis(ours));
      assertFalse(ours.getMeters().isEmpty());
    } finally {
      Await.value(measured.close());
      registries.forEach(Metrics::removeRegistry);
    }
  }

  private static long seriesOfRedis(SimpleMeterRegistry registry) {
    return registry.getMeters().stream()
        .filter(meter -> meter.getId().toString().contains("redis"))
        .count();
  }
}
