package dev.symbolicator.store;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.store.LayeredStore.Pause;
import dev.symbolicator.store.StoreKey.StoredKind;
import dev.symbolicator.testing.MovableClock;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreKeyTest {
  private static final String URL = "https://user:secret@example.com/app.js?token=canary";
  private static final List<String> SCOPES = List.of("default", "a", "tenant-1");

  private static StoreKey key(String scope, StoredKind kind, String name) {
    return StoreKey.of(scope, kind, name.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void keyBeginsWithItsScope() {
    for (String scope : SCOPES) {
      for (StoredKind kind : StoredKind.values()) {
        assertTrue(key(scope, kind, URL).text().startsWith(scope + ":"));
        assertTrue(key(scope, kind, URL).path().startsWith(scope + "/"));
      }
    }
  }

  /** More people see the names of files and keys than the parts that they stand for. */
  @Property(tries = 200)
  void keyShowsNothingOfTheNamedParts(@ForAll String name) {
    StoreKey key = key("default", StoredKind.RECORD, name);
    assertTrue(key.text().matches("default:record:[0-9a-f]{64}"));
    assertTrue(key.path().matches("default/([0-9a-f]{2})/\\1[0-9a-f]{62}\\.record"));
    assertTrue(StoreKey.isPath(key.path()));
  }

  @Test
  void keyIsOfItsJoinedParts() {
    assertEquals(
        key("default", StoredKind.BLOCK, "abc"),
        StoreKey.of("default", StoredKind.BLOCK, new byte[] {'a'}, new byte[] {'b', 'c'}));
  }

  @Test
  void keysOfOtherScopesKindsOrPartsDiffer() {
    Set<String> all = new HashSet<>();
    for (String scope : SCOPES) {
      for (StoredKind kind : StoredKind.values()) {
        for (String name : List.of("", "a", URL, URL + "#")) {
          assertTrue(all.add(key(scope, kind, name).text()));
          assertTrue(all.add(key(scope, kind, name).path()));
        }
      }
    }
  }

  @Test
  void malformedScopeOrHashIsRefused() {
    String hash = key("default", StoredKind.RECORD, URL).hash();
    for (String scope : List.of("", "..", "a/b", "a:b", "A", "a\n", "ä")) {
      assertThrows(
          IllegalArgumentException.class,
          () -> new StoreKey(scope, StoredKind.RECORD, hash),
          scope);
    }
    for (String other :
        List.of(
            "",
            hash.substring(1),
            hash + "0",
            "A" + hash.substring(1),
            "../" + hash.substring(3))) {
      assertFalse(StoreKey.isHash(other), other);
      assertThrows(
          IllegalArgumentException.class,
          () -> new StoreKey("default", StoredKind.RECORD, other),
          other);
    }
  }

  private static final int LARGE = 16 << 20;

  @TempDir Path folder;

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static void write(Path path, ByteBuffer... payload) throws IOException {
    try (SeekableByteChannel file = Files.newByteChannel(path, CREATE_NEW, WRITE)) {
      StoredFile.write(file, payload);
    }
  }

  private static byte[] read(Path path) throws IOException {
    try (SeekableByteChannel file = Files.newByteChannel(path)) {
      return StoredFile.read(file);
    }
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        0,
        1,
        StoredFile.PIECE - 1,
        StoredFile.PIECE,
        StoredFile.PIECE + 1,
        5 * StoredFile.PIECE / 2
      })
  void payloadOfAnyLengthIsReadBack(int length) throws IOException {
    Path file = folder.resolve("file");
    write(file, ByteBuffer.wrap(bytes(length)));
    assertArrayEquals(bytes(length), read(file));
  }

  @Test
  void partsAreReadAsOnePayload() throws IOException {
    Path file = folder.resolve("file");
    byte[] whole = bytes(1000);
    ByteBuffer first = ByteBuffer.wrap(whole, 0, 10);
    ByteBuffer rest = ByteBuffer.wrap(whole, 10, 990);
    write(file, first, ByteBuffer.allocate(0), rest);
    assertArrayEquals(whole, read(file));
    assertEquals(Files.size(file), StoredFile.sizeFor(first, rest)); // positions are unchanged
  }

  @Test
  void largeFileTakesLittleMemoryOutsideTheHeap() throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor(); // a new thread keeps no memory
    try {
      long taken = thread.submit(this::takenOutsideTheHeap).get();
      assertTrue(taken < LARGE / 4, () -> taken + " bytes");
    } finally {
      thread.shutdown();
    }
  }

  private long takenOutsideTheHeap() throws IOException {
    Path file = folder.resolve("large");
    byte[] large = bytes(LARGE);
    long before = outsideTheHeap();
    write(file, ByteBuffer.wrap(large));
    assertArrayEquals(large, read(file));
    return outsideTheHeap() - before;
  }

  private static long outsideTheHeap() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  private static final Duration MILLISECOND = Duration.ofMillis(1);

  private final MovableClock clock = new MovableClock();

  private final Pause pause = new Pause(Duration.ofMinutes(1), clock);

  @Test
  void pauseIsOnForItsLengthAfterAFailure() {
    assertFalse(pause.isOn());
    pause.begin();
    assertTrue(pause.isOn());
    clock.pass(pause.length().minus(MILLISECOND));
    assertTrue(pause.isOn());
    clock.pass(MILLISECOND);
    assertFalse(pause.isOn());
  }

  @Test
  void onlyTheFirstFailureOfARunIsTheFirst() {
    assertTrue(pause.begin());
    assertFalse(pause.begin());
    clock.pass(pause.length());
    assertFalse(pause.begin());
    clock.pass(pause.length());
    pause.end();
    assertTrue(pause.begin());
  }

  @Test
  void runOfFailuresEndsWithTheFirstSuccessAfterThePause() {
    assertFalse(pause.end());
    pause.begin();
    assertFalse(pause.end()); // the try began before the failure
    assertTrue(pause.isFailing());
    clock.pass(pause.length());
    assertTrue(pause.isFailing());
    assertTrue(pause.end());
    assertFalse(pause.isFailing());
    assertFalse(pause.end());
  }

  @Test
  void clockThatIsSetBackEndsThePause() {
    pause.begin();
    clock.pass(Duration.ofDays(-1));
    assertFalse(pause.isOn());
  }
}
