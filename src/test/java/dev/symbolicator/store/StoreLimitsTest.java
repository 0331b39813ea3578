package dev.symbolicator.store;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.store.LayeredStore.ReadLimit;
import dev.symbolicator.store.LayeredStore.StoreState;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Goes to the edges of the limits of stored files. */
class StoreLimitsTest {
  private static final long GIBIBYTE = 1L << 30;

  @TempDir Path directory;

  @Test
  void fileOfAGibibyteIsChargedAndALargerOneIsNotRead() {
    ByteBudget budget = new ByteBudget(Long.MAX_VALUE / 4);
    ReadLimit reading = new ReadLimit(2, budget);
    AtomicInteger read = new AtomicInteger();
    assertTrue(reading.read(GIBIBYTE, read::incrementAndGet));
    assertFalse(reading.read(GIBIBYTE + 1, () -> fail("no array is that large")));
    assertEquals(1, read.get());
  }

  /** The limit is halved, since a file is in memory twice. */
  @Test
  void filesWithinTheReadLimitTakeAGibibyteAtMost() {
    ByteBudget budget = new ByteBudget(Long.MAX_VALUE / 4);
    ReadLimit reading = new ReadLimit(Long.MAX_VALUE, budget);
    assertTrue(reading.read(GIBIBYTE / 2, () -> assertEquals(0, budget.used())));
    assertTrue(reading.read(GIBIBYTE / 2 + 1, () -> assertTrue(budget.used() > GIBIBYTE)));
  }

  /** The file is sparse and takes no room on disk. */
  @Test
  void storedFileLongerThanAGibibyteIsDamaged() throws IOException {
    Path path = directory.resolve("file");
    try (SeekableByteChannel file = Files.newByteChannel(path, CREATE_NEW, WRITE)) {
      StoredFile.write(file, ByteBuffer.wrap(new byte[1]));
    }
    long length = GIBIBYTE + 1;
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      ByteBuffer stated = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      file.seek(StoredFile.sizeFor() - Long.BYTES);
      file.write(stated.putLong(length).array());
      file.setLength(StoredFile.sizeFor() + length);
    }
    try (SeekableByteChannel file = Files.newByteChannel(path)) {
      assertThrows(StoredFile.DamagedException.class, () -> StoredFile.read(file));
      assertEquals(StoredFile.sizeFor(), file.position(), "only the header was read");
    }
  }

  @Test
  void halfWrittenFileIsDeletedOnceItIsOlderThanAnHour() throws IOException {
    MovableClock clock = new MovableClock();
    StoreConfig config =
        Settings.of("symbolicator.cache.directory", directory.toString()).read(StoreConfig.class);
    DiskTier tier = new DiskTier(config, new SimpleMeterRegistry(), clock);
    StoreKey key = StoreKey.of("default", StoreKey.StoredKind.BLOCK, new byte[1]);
    assertTrue(tier.write(key, ByteBuffer.wrap(new byte[1])));
    Path half = directory.resolve("profile-symbolicator/default/.new-1");
    Files.write(half, new byte[1]);
    Files.setLastModifiedTime(half, FileTime.fromMillis(clock.millis()));

    clock.pass(Duration.ofHours(1));
    assertEquals(StoreState.USED, new DiskTier(config, new SimpleMeterRegistry(), clock).state());
    assertTrue(Files.exists(half));
    clock.pass(Duration.ofMillis(1));
    assertEquals(StoreState.USED, new DiskTier(config, new SimpleMeterRegistry(), clock).state());
    assertFalse(Files.exists(half));
  }
}
