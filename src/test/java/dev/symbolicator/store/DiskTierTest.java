package dev.symbolicator.store;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.store.DiskTier.DiskHealth;
import dev.symbolicator.store.LayeredStore.ReadLimit;
import dev.symbolicator.store.LayeredStore.StoreState;
import dev.symbolicator.store.StoreConfig.StoreLimits;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskTierTest {
  private static final int BLOCK = 4096;
  private final MovableClock clock = new MovableClock();
  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  @TempDir Path directory;

  private DiskTier tier(String maxSize, String maxFiles) {
    Settings settings =
        Settings.of(
            "symbolicator.cache.directory", directory.toString(),
            "symbolicator.cache.max-disk-size", maxSize,
            "limits.store.diskFiles", maxFiles);
    return new DiskTier(
        settings.read(StoreConfig.class), settings.limits(StoreLimits.DEFAULT), metrics, clock);
  }

  private DiskTier tier() {
    return tier("1M", "1000");
  }

  private static StoreKey key(int number) {
    return StoreKey.of(
        "default",
        StoreKey.StoredKind.BLOCK,
        Integer.toString(number).getBytes(StandardCharsets.UTF_8));
  }

  private static boolean write(DiskTier tier, int number, int size) {
    return tier.write(key(number), ByteBuffer.wrap(bytes(number, size)));
  }

  private static byte[] bytes(int number, int size) {
    byte[] bytes = new byte[size];
    Arrays.fill(bytes, (byte) number);
    return bytes;
  }

  private static boolean has(DiskTier tier, int number) {
    return tier.read(key(number)) != null;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void writtenValueIsReadBack() {
    DiskTier tier = tier();
    assertNull(tier.read(key(1)));
    assertTrue(write(tier, 1, 100));
    assertArrayEquals(bytes(1, 100), tier.read(key(1)));
  }

  @Test
  void secondWriteReplacesTheFirst() throws IOException {
    DiskTier tier = tier();
    write(tier, 1, 100);
    tier.write(key(1), ByteBuffer.wrap(bytes(9, 50)));
    assertArrayEquals(bytes(9, 50), tier.read(key(1)));
    assertEquals(1, files().size());
    tier.delete(key(1));
    assertEquals(List.of(), files());
  }

  @Test
  void leastRecentlyUsedFileIsEvictedFirst() {
    DiskTier tier = tier(3 * BLOCK + "", "1000");
    write(tier, 1, 10);
    write(tier, 2, 10);
    write(tier, 3, 10);
    clock.pass(Duration.ofMinutes(1)); // later than the files' times, which are the system's
    assertTrue(has(tier, 1));
    write(tier, 4, 10);

    assertTrue(has(tier, 1));
    assertFalse(has(tier, 2));
    assertTrue(has(tier, 3));
    assertTrue(has(tier, 4));
    assertEquals(1, metrics.get("symbolicator.disk.evictions").counter().count());
    assertEquals(3 * BLOCK, metrics.get("symbolicator.disk.bytes").gauge().value());
  }

  @Test
  void orderOfUseSurvivesARestart() throws IOException {
    DiskTier before = tier();
    for (int number = 1; number <= 3; number++) {
      write(before, number, 10);
      Files.setLastModifiedTime(
          directory.resolve("profile-symbolicator").resolve(key(number).path()),
          FileTime.from(clock.instant().minus(Duration.ofHours(10 - number))));
    }
    assertTrue(has(before, 1));

    DiskTier after = tier(2 * BLOCK + "", "1000");

    assertTrue(has(after, 1));
    assertFalse(has(after, 2));
    assertTrue(has(after, 3));
  }

  @Test
  void fileLargerThanTheLimitIsNotWritten() throws IOException {
    DiskTier tier = tier(2 * BLOCK + "", "1000");
    assertTrue(write(tier, 1, 2 * BLOCK - 16));
    assertFalse(write(tier, 2, 2 * BLOCK - 15));
    assertTrue(has(tier, 1));
    assertEquals(1, files().size());
  }

  @Test
  void numberOfFilesIsLimited() throws IOException {
    DiskTier tier = tier("1M", "2");
    for (int number = 1; number <= 3; number++) {
      write(tier, number, 10);
    }
    assertEquals(2, files().size());
    assertFalse(has(tier, 1));
  }

  @Test
  void filesOfAnotherProcessCountAfterTheNextListing() throws IOException {
    DiskTier mine = tier(16 * BLOCK + "", "1000");
    DiskTier others = tier(16 * BLOCK + "", "1000");
    for (int number = 0; number < 16; number++) {
      write(number % 2 == 0 ? mine : others, number, 10);
    }
    for (int number = 16; number < 20; number++) {
      write(mine, number, 10);
    }
    assertEquals(16, files().size());
    assertTrue(has(others, 19));
  }

  @Test
  void vanishedFileIsAbsent() throws IOException {
    DiskTier tier = tier();
    write(tier, 1, 10);
    Files.delete(files().get(0));
    assertNull(tier.read(key(1)));
    assertEquals(0, metrics.get("symbolicator.disk.bytes").gauge().value());
  }

  @Test
  void halfWrittenFileIsDeletedAfterAnHour() throws IOException {
    write(tier(), 1, 10);
    Path half = directory.resolve("profile-symbolicator/default/.new-1");
    Files.write(half, new byte[10]);
    Files.setLastModifiedTime(half, FileTime.from(clock.instant()));
    assertNotNull(tier().read(key(1)));
    assertTrue(Files.exists(half));
    clock.pass(Duration.ofHours(2));
    assertNotNull(tier().read(key(1)));
    assertFalse(Files.exists(half));
  }

  @Test
  void onlyFilesWithOurNamesCountAndAreEvicted() throws IOException {
    write(tier(), 1, 10);
    Path ours = files().get(0);
    Path above = ours.getParent();
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    Path linked = Files.write(elsewhere.resolve(key(2).hash() + ".block"), new byte[BLOCK]);
    Files.createSymbolicLink(above.getParent().resolve(key(2).hash().substring(0, 2)), elsewhere);
    String begin = key(1).hash().substring(0, 62);
    Files.createSymbolicLink(above.resolve(begin + "00.block"), linked);
    Path named = Files.write(above.resolve("notes.txt"), new byte[BLOCK]);
    Path misplaced = Files.write(above.resolveSibling(ours.getFileName()), new byte[BLOCK]);
    Path deep = Files.createDirectories(above.resolve("a/b")).resolve(ours.getFileName());
    Files.write(deep, new byte[BLOCK]);
    Files.createDirectory(above.resolve(begin + "01.block"));

    DiskTier tier = tier(BLOCK + "", "1");

    assertTrue(has(tier, 1)); // the only one that counts
    assertTrue(write(tier, 3, 10));
    assertFalse(has(tier, 1));
    for (Path foreign : List.of(linked, named, misplaced, deep)) {
      assertTrue(Files.exists(foreign));
    }
  }

  @Test
  void folderIsPrivateAndRefusedOtherwise() throws IOException {
    assertEquals(StoreState.USED, tier().state());
    Path folder = directory.resolve("profile-symbolicator");
    assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));

    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-x---"));
    assertEquals(StoreState.REFUSED, tier().state());
    assertFalse(write(tier(), 1, 10));
  }

  @Test
  void linkInPlaceOfTheFolderIsRefused() throws IOException {
    Path target = Files.createDirectory(directory.resolve("target"));
    Files.createSymbolicLink(directory.resolve("profile-symbolicator"), target);
    assertEquals(StoreState.REFUSED, tier().state());
  }

  @Test
  void nothingIsKeptWithALimitOfZero() throws IOException {
    DiskTier tier = tier("0", "1000");
    assertEquals(StoreState.OFF, tier.state());
    assertFalse(write(tier, 1, 1));
    assertEquals(List.of(), files());
  }

  @Test
  void fullDiskIsNotWrittenForAMinute() throws IOException {
    assertNotWrittenDuringPause(tier(), Duration.ofMinutes(1));
  }

  @Test
  void fullDiskIsNotWrittenForThePauseOfTheLimits() throws IOException {
    Settings settings =
        Settings.of(
            "symbolicator.cache.directory", directory.toString(), "limits.store.diskPause", "90MS");
    StoreConfig config = settings.read(StoreConfig.class);
    StoreLimits limits = settings.limits(StoreLimits.DEFAULT);
    assertNotWrittenDuringPause(
        new DiskTier(config, limits, metrics, clock), Duration.ofMillis(90));
  }

  private void assertNotWrittenDuringPause(DiskTier tier, Duration pause) throws IOException {
    write(tier, 1, 10);
    Path scope = directory.resolve("profile-symbolicator/default");
    Path elsewhere = directory.resolve("elsewhere");
    Files.move(scope, elsewhere);
    Files.write(scope, new byte[0]); // nothing can be written below a file, not even by root
    assertFalse(write(tier, 2, 10));
    Files.delete(scope);
    Files.move(elsewhere, scope);

    assertEquals(StoreState.PAUSED, tier.state());
    assertEquals(1, metrics.get("symbolicator.disk.paused").gauge().value());
    clock.pass(pause.minusMillis(1));
    assertFalse(write(tier, 2, 10));
    assertTrue(has(tier, 1));
    clock.pass(Duration.ofMillis(1));
    assertEquals(StoreState.PAUSED, tier.state()); // until the disk takes a file
    assertTrue(write(tier, 2, 10));
    assertEquals(StoreState.USED, tier.state());
    assertEquals(0, metrics.get("symbolicator.disk.paused").gauge().value());
    assertEquals(1, metrics.get("symbolicator.disk.failures").counter().count());
  }

  @Test
  void deletedFolderIsMadeAgain() throws IOException {
    DiskTier tier = tier();
    write(tier, 1, 10);
    Path folder = directory.resolve("profile-symbolicator");
    Files.move(folder, directory.resolve("elsewhere"));

    assertFalse(has(tier, 1));
    assertTrue(write(tier, 2, 10));
    assertTrue(has(tier, 2));
    assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
    assertEquals(0, metrics.get("symbolicator.disk.failures").counter().count());
  }

  /** Another user can do this in a temporary directory after a cleaner deleted our folder. */
  @Test
  void folderThatReplacedOursIsNeitherReadNorWritten() throws IOException {
    DiskTier tier = tier();
    write(tier, 1, 10);
    Path folder = directory.resolve("profile-symbolicator");
    Path elsewhere = Files.move(folder, directory.resolve("elsewhere"));

    Files.createSymbolicLink(folder, elsewhere);
    assertFalse(has(tier, 1));
    assertFalse(write(tier, 2, 10));
    Files.delete(folder);
    Files.move(elsewhere, folder);
    assertTrue(has(tier, 1));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertFalse(has(tier, 1));
    tier.delete(key(1));
    assertEquals(1, files().size());
  }

  private static final long GIBIBYTE = 1L << 30;

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

  private static final StoreKey KEY =
      StoreKey.of("default", StoreKey.StoredKind.BLOCK, new byte[1]);

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

  /** The length of all files that fit at once. */
  private static final int ROOM = 6;

  private static final int LIMIT = 1_000;

  private final ByteBudget budget = new ByteBudget(LIMIT);

  private final ReadLimit room = new ReadLimit(2 * ROOM, budget);

  private final ExecutorService threads = Executors.newFixedThreadPool(2 * ROOM);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  /** Returns the most files that were read at once. Each read waits until so many are under way. */
  private int mostAtOnce(int files, int atOnce, long bytes) {
    CyclicBarrier all = new CyclicBarrier(atOnce);
    AtomicInteger reading = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<CompletableFuture<Void>> work = new ArrayList<>();
    for (int i = 0; i < files; i++) {
      work.add(
          CompletableFuture.runAsync(
              () ->
                  room.read(
                      bytes,
                      () -> {
                        most.accumulateAndGet(reading.incrementAndGet(), Math::max);
                        meet(all);
                        reading.decrementAndGet();
                      }),
              threads));
    }
    work.forEach(Await::value);
    return most.get();
  }

  private static void meet(CyclicBarrier all) {
    try {
      all.await(30, TimeUnit.SECONDS);
    } catch (Exception alone) {
      throw new AssertionError("fewer files are read at once than fit", alone);
    }
  }

  @Test
  void filesReadAtOnceMayTakeHalfTheLimit() {
    assertEquals(6, mostAtOnce(12, 6, 1));
    assertEquals(3, mostAtOnce(12, 3, 2));
    assertEquals(1, mostAtOnce(3, 1, ROOM));
  }

  @Test
  void fileLargerThanHalfTheLimitIsChargedToTheBudget() {
    assertTrue(room.read(ROOM, () -> assertEquals(0, budget.used())));
    assertTrue(room.read(ROOM + 1, () -> assertEquals(2 * (ROOM + 1), budget.used())));
    assertEquals(0, budget.used());
  }

  @Test
  void fileThatExceedsTheBudgetIsNotRead() {
    assertFalse(room.read(LIMIT, () -> fail("there was no memory for the file")));
    assertFalse(room.read(Long.MAX_VALUE, () -> fail("there was no memory for the file")));
    assertEquals(0, budget.used());
  }

  @Test
  void failedReadGivesItsMemoryBack() {
    for (long size : new long[] {ROOM, ROOM + 1}) {
      for (int i = 0; i < 2; i++) {
        assertThrows(
            IllegalStateException.class,
            () ->
                room.read(
                    size,
                    () -> {
                      throw new IllegalStateException("made for this test");
                    }));
      }
    }
    assertEquals(0, budget.used());
    assertEquals(1, mostAtOnce(2, 1, ROOM));
  }
}
