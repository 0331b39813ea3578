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
import dev.symbolicator.store.LayeredStore.StoreState;
import dev.symbolicator.store.SharedTier.Lock;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.Settings;
import dev.symbolicator.testing.TestCertificate;
import dev.symbolicator.testing.TestRedis;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetServerOptions;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Asks a Redis that lies, is full, is a replica, or is another server than intended. */
class RedisFaultTest {
  private static final byte[] VALUE = {0, 1, (byte) 255, 13, 10};
  private static final StoreKey KEY = StoreKey.of("default", StoreKey.StoredKind.BLOCK, VALUE);
  private static final StoreKey OTHER_KEY = StoreKey.of("default", StoreKey.StoredKind.BLOCK);
  private static final ByteBudget ENOUGH = new ByteBudget(Long.MAX_VALUE);
  private static final NetServerOptions PLAIN = new NetServerOptions();

  private final Vertx vertx = Vertx.vertx();
  private final MovableClock clock = new MovableClock();
  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

  @AfterEach
  void stop() {
    Await.value(vertx.close());
  }

  private RedisTier tier(String url, String... more) {
    return tier(url, new NetClientOptions(), more);
  }

  private RedisTier tier(String url, NetClientOptions connecting, String... more) {
    String[] settings = new String[6 + more.length];
    List<String> always =
        List.of(
            "symbolicator.cache.redis.url", url,
            "symbolicator.cache.redis.key", "correct horse battery staple",
            "symbolicator.cache.redis.timeout", "20S");
    System.arraycopy(always.toArray(), 0, settings, 0, 6);
    System.arraycopy(more, 0, settings, 6, more.length);
    RedisConfig config = Settings.of(settings).read(RedisConfig.class);
    return new RedisTier(vertx, config, RedisLimits.DEFAULT, connecting, metrics, clock);
  }

  private static byte[] get(RedisTier tier) {
    return Await.value(tier.get(KEY, ENOUGH.open()));
  }

  private static void put(RedisTier tier, StoreKey key) {
    Await.value(tier.put(key, ENOUGH.open(), ByteBuffer.wrap(VALUE)));
  }

  private static Lock lock(RedisTier tier) {
    return Await.value(tier.lock(KEY));
  }

  private double failures() {
    return metrics.get("symbolicator.redis.failures").counter().count();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ":-5\r\n",
        "+abc\r\n",
        "$3\r\nabc\r\n",
        "*1\r\n:1\r\n",
        "%1\r\n+a\r\n:5\r\n",
        "#t\r\n",
        "_\r\n",
        ":9223372036854775807\r\n",
        "-ERR unknown\r\n",
        "*-5\r\n",
        "xyz\r\n"
      })
  void valueOfWrongLengthIsAbsent(String length) {
    try (FakeRedis liar = new FakeRedis(vertx, PLAIN, "STRLEN", length)) {
      assertNull(get(tier("redis://127.0.0.1:" + liar.port())));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ":5\r\n",
        "+abc\r\n",
        "*1\r\n:1\r\n",
        "*0\r\n",
        "#t\r\n",
        ",1.5\r\n",
        "_\r\n",
        "$0\r\n\r\n",
        "$5\r\nabcde\r\n",
        "-ERR unknown\r\n"
      })
  void valueOfWrongTypeIsAbsent(String value) {
    try (FakeRedis liar = new FakeRedis(vertx, PLAIN, "STRLEN", ":40\r\n", "GETRANGE", value)) {
      assertNull(get(tier("redis://127.0.0.1:" + liar.port())));
    }
  }

  @Test
  void answerThatCannotBeReadBeginsAPause() {
    try (FakeRedis liar = new FakeRedis(vertx, PLAIN, "STRLEN", "+abc\r\n")) {
      RedisTier tier = tier("redis://127.0.0.1:" + liar.port());
      assertNull(get(tier));
      assertFalse(tier.isUsable());
      assertEquals(1, failures());
    }
  }

  @Test
  void fullRedisIsStillRead() {
    try (TestRedis redis = TestRedis.start()) {
      RedisTier tier = tier(redis.url());
      put(tier, KEY);
      redis.ask("CONFIG SET maxmemory 1");
      assertStillRead(tier);
      redis.ask("CONFIG SET maxmemory 0");
      assertWrittenAgain(tier);
    }
  }

  @Test
  void replicaIsStillRead() {
    try (TestRedis redis = TestRedis.start()) {
      RedisTier tier = tier(redis.url());
      put(tier, KEY);
      redis.ask("REPLICAOF 127.0.0.1 1");
      assertStillRead(tier);
      redis.ask("REPLICAOF NO ONE");
      assertWrittenAgain(tier);
    }
  }

  private void assertStillRead(RedisTier tier) {
    for (int i = 0; i < 3; i++) {
      put(tier, OTHER_KEY);
      assertSame(Lock.NONE, lock(tier));
      assertArrayEquals(VALUE, get(tier));
    }
    assertTrue(tier.isUsable());
    assertEquals(StoreState.PAUSED, tier.state());
    assertEquals(1, failures());
  }

  private void assertWrittenAgain(RedisTier tier) {
    clock.pass(RedisLimits.DEFAULT.pause());
    assertNotSame(Lock.NONE, lock(tier));
    assertEquals(StoreState.USED, tier.state());
    tier.close();
  }

  @Test
  void passwordThatIsRefusedBeginsAPause() {
    try (TestRedis redis = TestRedis.start()) {
      redis.ask("CONFIG SET requirepass another");
      RedisTier tier = tier(redis.url());
      assertNull(get(tier));
      assertFalse(tier.isUsable());
      tier.close();
    }
  }

  @Test
  void keyOfAnotherTypeIsAbsentAndReplaced() {
    try (TestRedis redis = TestRedis.start()) {
      RedisTier tier = tier(redis.url());
      redis.ask("LPUSH profile-symbolicator:1:" + KEY.text() + " element");
      assertNull(get(tier));
      assertTrue(tier.isUsable());
      put(tier, KEY);
      assertArrayEquals(VALUE, get(tier));
      tier.close();
    }
  }

  @Test
  void commandOnClosedConnectionsBeginsNoPause() {
    try (TestRedis redis = TestRedis.start()) {
      RedisTier tier = tier(redis.url());
      put(tier, KEY);
      redis.hang();
      CompletableFuture<byte[]> asked = tier.get(KEY, ENOUGH.open());
      tier.close();
      assertNull(Await.value(asked));
      redis.goOn();
      assertTrue(tier.isUsable());
      assertArrayEquals(VALUE, get(tier));
      tier.close();
    }
  }

  @Test
  void timeoutMayExceedTheLargestIntOfMilliseconds() {
    try (TestRedis redis = TestRedis.start()) {
      RedisTier tier = tier(redis.url(), "symbolicator.cache.redis.timeout", "30D");
      put(tier, KEY);
      assertArrayEquals(VALUE, get(tier));
      tier.close();
    }
  }

  @Test
  void onlyAServerWithTheCertificateOfItsNameIsAsked(@TempDir Path directory) {
    TestCertificate certificate = TestCertificate.create(directory, "localhost");
    try (FakeRedis redis = new FakeRedis(vertx, tls(certificate), "STRLEN", ":0\r\n")) {
      assertNull(get(tier("rediss://u:secret@127.0.0.1:" + redis.port(), trusting(certificate))));
      assertEquals(List.of(), redis.commands());
      assertEquals(1, failures());

      assertNull(get(tier("rediss://u:secret@localhost:" + redis.port(), trusting(certificate))));
      assertEquals("hello 3 AUTH u secret", redis.commands().get(0));
      assertEquals("strlen profile-symbolicator:1:" + KEY.text(), redis.commands().get(1));
      assertEquals(1, failures());
    }
  }

  private static NetServerOptions tls(TestCertificate certificate) {
    return new NetServerOptions().setSsl(true).setKeyCertOptions(certificate.keyCertOptions());
  }

  private static NetClientOptions trusting(TestCertificate certificate) {
    return new NetClientOptions().setTrustOptions(certificate.trustOptions());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "secret",
        "host:6379",
        "http://user:secret@host:6379",
        "redis://",
        "redis:host",
        "redis:///0",
        "redis://secret@host",
        "redis://user:secret%zz@host",
        "redis://user:secret@host:65536",
        "redis://user:secret@host/zero",
        "redis://user:secret@host/0?db=one",
        "redis-sentinel://user:secret@host"
      })
  void malformedAddressStopsTheStartAndIsNotShown(String url) {
    ConfigurationException refused = assertThrows(ConfigurationException.class, () -> tier(url));
    assertTrue(refused.getMessage().startsWith("symbolicator.cache.redis.url: "));
    assertFalse(refused.getMessage().contains("secret"));
    assertNull(refused.getCause());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://host",
        "redis://127.0.0.1:6379/",
        "redis://[::1]:6379/15",
        "redis://:secret@host:65535",
        "redis://user:sec%40ret@my-redis.svc",
        "rediss://user:secret@host/0"
      })
  void wellFormedAddressIsAccepted(String url) {
    assertTrue(tier(url).isUsable());
  }

  @Test
  void stoppedTierSendsNothing() {
    try (FakeRedis redis = new FakeRedis(vertx, PLAIN, "STRLEN", ":0\r\n")) {
      RedisTier tier = tier("redis://127.0.0.1:" + redis.port());
      tier.stop();
      assertFalse(tier.isUsable());
      assertNull(get(tier));
      assertEquals(List.of(), redis.commands());
    }
  }

  @Test
  void lockLastsItsLimit() {
    try (FakeRedis redis = new FakeRedis(vertx, PLAIN, "SET", "+OK\r\n")) {
      lock(tier("redis://127.0.0.1:" + redis.port()));
      String taken = redis.commands().get(1);
      assertTrue(taken.endsWith(" NX PX " + RedisLimits.DEFAULT.lock().toMillis()), taken);
    }
  }

  @Test
  void pauseEndsExactlyAtItsLimit() {
    RedisTier tier = tier("redis://127.0.0.1:1");
    assertNull(get(tier));
    clock.pass(RedisLimits.DEFAULT.pause().minus(Duration.ofMillis(1)));
    assertFalse(tier.isUsable());
    clock.pass(Duration.ofMillis(1));
    assertTrue(tier.isUsable());
    assertEquals(StoreState.PAUSED, tier.state()); // until an answer comes
    assertEquals(1, metrics.get("symbolicator.redis.paused").gauge().value());
  }
}
