package dev.symbolicator.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.store.DiskTier.DiskHealth;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service is up in every state of the disk, and shows the state. */
class DiskHealthTest {
  private static final StoreKey KEY =
      StoreKey.of("default", StoreKey.StoredKind.BLOCK, new byte[1]);
  private final MovableClock clock = new MovableClock();
  @TempDir Path directory;

  private DiskTier disk(String... settings) {
    StoreConfig config = Settings.of(settings).read(StoreConfig.class);
    return new DiskTier(config, new SimpleMeterRegistry(), clock);
  }

  private static void assertSays(String state, DiskTier disk) {
    HealthCheckResponse response = new DiskHealth(disk).call().await().indefinitely();
    assertEquals(HealthCheckResponse.Status.UP, response.getStatus());
    assertEquals(Map.of("disk", state), response.getData().orElseThrow());
  }

  @Test
  void diskWithALimitOfZeroIsOff() {
    assertSays("off", disk("symbolicator.cache.max-disk-size", "0"));
  }

  @Test
  void diskIsPausedFromAFailedWriteUntilASuccessfulOne() throws IOException {
    DiskTier disk = disk("symbolicator.cache.directory", directory.toString());
    assertSays("used", disk);
    Path scope = Files.createFile(directory.resolve("profile-symbolicator/default"));
    disk.write(KEY, ByteBuffer.allocate(1));
    assertSays("paused", disk);
    Files.delete(scope);
    clock.pass(Duration.ofMinutes(1));
    disk.write(KEY, ByteBuffer.allocate(1));
    assertSays("used", disk);
  }

  @Test
  void diskWithoutAUsableFolderIsRefused() throws IOException {
    Files.createFile(directory.resolve("profile-symbolicator"));
    assertSays("refused", disk("symbolicator.cache.directory", directory.toString()));
  }
}
