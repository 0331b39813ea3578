package dev.symbolicator.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.content.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service stays up whatever becomes of disk and Redis, and says what does. */
class StoreHealthTest {
  private static final StoreKey KEY = StoreKey.of("default", StoreKey.Kind.BLOCK, new byte[1]);
  private final MovableClock clock = new MovableClock();
  private final Vertx vertx = Vertx.vertx();
  @TempDir Path directory;

  @AfterEach
  void stop() {
    Await.value(vertx.close());
  }

  private StoreConfig config(String... settings) {
    return Settings.of(settings).read(StoreConfig.class);
  }

  private DiskTier disk(String... settings) {
    return new DiskTier(config(settings), new SimpleMeterRegistry(), clock);
  }

  private RedisTier redis(String... settings) {
    return new RedisTier(vertx, config(settings), new SimpleMeterRegistry(), clock);
  }

  private static void assertSays(Map<String, Object> expected, DiskTier disk, RedisTier redis) {
    HealthCheckResponse response = new StoreHealth(disk, redis).call();
    assertEquals(HealthCheckResponse.Status.UP, response.getStatus());
    assertEquals(expected, response.getData().orElseThrow());
  }

  @Test
  void whatIsNotConfiguredIsOff() {
    assertSays(
        Map.of("disk", "off", "redis", "off"),
        disk("symbolicator.cache.max-disk-size", "0"),
        redis());
  }

  @Test
  void aDiskThatTakesNoFilesIsPausedUntilItDoes() throws IOException {
    DiskTier disk = disk("symbolicator.cache.directory", directory.toString());
    assertSays(Map.of("disk", "used", "redis", "off"), disk, redis());
    Path scope = Files.createFile(directory.resolve("profile-symbolicator/default"));
    disk.write(KEY, ByteBuffer.allocate(1));
    assertSays(Map.of("disk", "paused", "redis", "off"), disk, redis());
    Files.delete(scope);
    clock.pass(Duration.ofMinutes(1));
    disk.write(KEY, ByteBuffer.allocate(1));
    assertSays(Map.of("disk", "used", "redis", "off"), disk, redis());
  }

  @Test
  void aFolderThatIsNotOursIsRefused() throws IOException {
    Files.createFile(directory.resolve("profile-symbolicator"));
    DiskTier disk = disk("symbolicator.cache.directory", directory.toString());
    assertSays(Map.of("disk", "refused", "redis", "off"), disk, redis());
  }

  @Test
  void aRedisThatIsNotThereIsPaused() {
    RedisTier redis =
        redis(
            "symbolicator.cache.redis.url", "redis://127.0.0.1:1",
            "symbolicator.cache.redis.key", "correct horse battery staple");
    DiskTier disk = disk("symbolicator.cache.max-disk-size", "0");
    assertSays(Map.of("disk", "off", "redis", "used"), disk, redis);
    Await.value(redis.get(KEY, new ByteBudget(1000).open(), redis.patience()));
    assertSays(Map.of("disk", "off", "redis", "paused"), disk, redis);
  }
}
