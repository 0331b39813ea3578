package dev.symbolicator.maps.objects;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.objects.MapStore.ObjectLimits;
import dev.symbolicator.maps.objects.ObjectStore.ObjectInfo;
import dev.symbolicator.maps.objects.ObjectStore.ObjectPage;
import dev.symbolicator.maps.objects.Spool.SpooledBytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

abstract class ObjectStoreContract {
  private static final int WRITERS = 8;
  private static final int LARGE = 5_000_000;
  @TempDir Path files;

  /** Returns the store, which is empty at the start of a test. */
  abstract ObjectStore store();

  static byte[] read(ObjectStore store, String name) throws IOException {
    try (InputStream in = store.open(name)) {
      assertNotNull(in, name);
      return in.readAllBytes();
    }
  }

  SpooledBytes file(byte[] content) throws IOException {
    return spooled(files, content);
  }

  /** Returns content in a temporary file, which is open until the process ends. */
  static SpooledBytes spooled(Path folder, byte[] content) throws IOException {
    return Spool.in(folder, ObjectLimits.DEFAULT)
        .begin()
        .file(new ByteArrayInputStream(content), Long.MAX_VALUE);
  }

  /** Lists all names, two requests or more at a time. */
  static List<String> names(ObjectStore store, String prefix, String after) throws IOException {
    List<String> names = new ArrayList<>();
    ObjectPage page = new ObjectPage(List.of(), false);
    for (String last = after; !page.isLast(); ) {
      page = store.list(prefix, last, 3);
      page.objects().forEach(each -> names.add(each.name()));
      last = names.isEmpty() ? after : names.get(names.size() - 1);
    }
    return names;
  }

  private List<String> names(String folder, String after) throws IOException {
    return names(store(), folder, after);
  }

  @Test
  void storedObjectsAreReadBack() throws IOException {
    byte[] large = new byte[LARGE];
    new Random(1).nextBytes(large);
    store().put("team/large", file(large));
    store().put("team/small", "{}".getBytes(UTF_8));
    store().put("team/empty", new byte[0]);
    store().put("team/empty-file", file(new byte[0]));
    assertArrayEquals(large, read(store(), "team/large"));
    assertEquals("{}", new String(read(store(), "team/small"), UTF_8));
    assertEquals(0, read(store(), "team/empty").length);
    assertEquals(0, read(store(), "team/empty-file").length);
  }

  @Test
  void absentObjectIsNull() throws IOException {
    store().put("team/a/b", new byte[] {1});
    for (String name : List.of("absent", "team/absent", "team/a/c", "other/a/b")) {
      assertNull(store().open(name), name);
      assertNull(store().info(name), name);
      store().delete(name);
    }
  }

  @Test
  void objectThatIsPutAgainIsReplacedAndYounger() throws IOException {
    long before = System.currentTimeMillis();
    store().put("team/name", file("damaged".getBytes(UTF_8)));
    store().put("team/name", file("whole".getBytes(UTF_8)));
    assertEquals("whole", new String(read(store(), "team/name"), UTF_8));
    ObjectInfo info = store().info("team/name");
    assertEquals(5, info.size());
    assertTrue(info.modified() / 1000 >= before / 1000, info::toString);
  }

  @Test
  void openObjectIsReadToItsEndAlthoughItIsDeleted() throws IOException {
    byte[] large = new byte[LARGE];
    new Random(2).nextBytes(large);
    store().put("team/large", file(large));
    try (InputStream in = store().open("team/large")) {
      byte[] beginning = in.readNBytes(100);
      store().delete("team/large");
      assertNull(store().info("team/large"));
      assertEquals(large[99], beginning[99]);
      assertEquals(LARGE - 100, in.readAllBytes().length);
    }
  }

  @Test
  void readerMayStopEarly() throws IOException {
    store().put("team/large", file(new byte[LARGE]));
    for (int i = 0; i < 2 * ObjectLimits.DEFAULT.connections(); i++) {
      try (InputStream in = store().open("team/large")) {
        assertEquals(0, in.read());
      }
    }
  }

  @Test
  void deletedNameIsFreeAgain() throws IOException {
    store().put("team/name", new byte[] {1});
    store().delete("team/name");
    assertNull(store().open("team/name"));
    assertEquals(List.of(), names("", ""));
    store().put("team/name", new byte[] {2});
    assertArrayEquals(new byte[] {2}, read(store(), "team/name"));
  }

  @Test
  void objectsAreListedInTheOrderOfTheirBytes() throws IOException {
    List<String> all =
        List.of("a-b/x", "a.b/x", "a/B", "a/b/c", "a/b0", "a/b_", "a/ba", "a0/x", "aa/x");
    for (String name : all) {
      store().put(name, new byte[] {1, 2, 3});
    }
    assertEquals(all, all.stream().sorted().toList());
    assertEquals(all, names("", ""));
    assertEquals(all.subList(2, 7), names("a/", ""));
    assertEquals(List.of("a/b/c"), names("a/b/", ""));
    assertEquals(List.of(), names("b/", ""));
    for (int i = 0; i < all.size(); i++) {
      assertEquals(all.subList(i + 1, all.size()), names("", all.get(i)));
    }
    assertEquals(all.subList(2, all.size()), names("", "a/"));
    assertEquals(all.subList(4, 7), names("a/", "a/b/zzz"));
    assertEquals(List.of(), names("a/", "b"));
  }

  @Test
  void prefixMayEndWithinASegment() throws IOException {
    store().putEmpty(List.of("a/by/ab1-x", "a/by/ab1-y", "a/by/ab1", "a/by/ab2-x", "a/by2/ab1-x"));
    assertEquals(List.of("a/by/ab1-x", "a/by/ab1-y"), names("a/by/ab1-", ""));
    assertEquals(List.of("a/by/ab1-y"), names("a/by/ab1-", "a/by/ab1-x"));
    assertEquals(List.of("a/by/ab2-x"), names("a/by/ab2", ""));
    assertEquals(List.of(), names("a/by/ac", ""));
  }

  @Test
  void pageTellsWhetherItIsTheLast() throws IOException {
    store().putEmpty(List.of("a/1", "a/2", "a/3", "b/1"));
    assertEquals(false, store().list("a/", "", 2).isLast());
    assertEquals(true, store().list("a/", "a/1", 2).isLast());
    assertEquals(true, store().list("a/", "", 3).isLast());
    assertEquals(true, store().list("c/", "", 3).isLast());
  }

  @Test
  void emptyObjectsAreStoredTwiceAndDeletedTogether() throws IOException {
    List<String> names = List.of("a/1", "a/2", "b/1");
    store().putEmpty(names);
    store().putEmpty(names);
    assertEquals(0, read(store(), "a/2").length);
    assertEquals(names, names("", ""));
    store().delete(List.of("a/1", "b/1", "c/1"));
    assertEquals(List.of("a/2"), names("", ""));
  }

  @Test
  void visitorSeesAllObjectsAndMayDeleteThem() throws IOException {
    List<String> names = List.of("a/1", "a/2", "b/1");
    store().putEmpty(names);
    List<String> seen = new ArrayList<>();
    store()
        .visit(
            "",
            each -> {
              seen.add(each.name());
              store().delete(each.name());
            });
    assertEquals(names, seen);
    assertEquals(List.of(), names("", ""));
  }

  @Test
  void listTellsSizeAndAgeLikeInfo() throws IOException {
    long before = System.currentTimeMillis() / 1000;
    store().put("team/name", file(new byte[77]));
    ObjectInfo info = store().info("team/name");
    ObjectInfo listed = store().list("team/", "", 1).objects().get(0);
    assertEquals("team/name", info.name());
    assertEquals(77, info.size());
    assertTrue(info.modified() / 1000 >= before, info::toString);
    assertEquals(new ObjectInfo(info.name(), 77, listed.modified()), listed);
    assertEquals(info.modified() / 1000, listed.modified() / 1000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "/a",
        "a/",
        "a//b",
        ".",
        "..",
        "../a",
        "a/../b",
        "a/./b",
        "a/.hidden",
        "a\\b",
        "a b",
        "ä",
        "a\n",
        "a\0",
        "C:a",
        "~/a"
      })
  void otherNamesAreRefused(String name) throws IOException {
    assertThrows(IllegalArgumentException.class, () -> store().open(name));
    assertThrows(IllegalArgumentException.class, () -> store().info(name));
    assertThrows(IllegalArgumentException.class, () -> store().delete(name));
    assertThrows(IllegalArgumentException.class, () -> store().putEmpty(List.of("a", name)));
    assertThrows(IllegalArgumentException.class, () -> store().put(name, new byte[1]));
    SpooledBytes file = file(new byte[1]);
    assertThrows(IllegalArgumentException.class, () -> store().put(name, file));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "../", "a/../", "a//", "/a/", "./"})
  void otherFoldersAreRefused(String folder) {
    assertThrows(IllegalArgumentException.class, () -> store().list(folder, "", 1));
  }

  @Test
  void longestNameIsStored() throws IOException {
    String segment = "n".repeat(199) + '/';
    String longest = segment.repeat(4) + "n".repeat(100);
    assertEquals(ObjectLimits.DEFAULT.nameLength(), longest.length());
    store().put(longest, new byte[1]);
    assertEquals(List.of(longest), names("", ""));
    assertThrows(IllegalArgumentException.class, () -> store().open(longest + 'n'));
    assertThrows(IllegalArgumentException.class, () -> store().open("n".repeat(201)));
  }

  @Test
  void oneOfManyWritersOfANameWinsWhole() throws IOException {
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try {
      for (int round = 0; round < 20; round++) {
        String name = "team/round-" + round;
        List<CompletableFuture<Void>> writers =
            IntStream.range(0, WRITERS)
                .mapToObj(writer -> CompletableFuture.runAsync(() -> put(name, writer), threads))
                .toList();
        writers.forEach(CompletableFuture::join);
        byte[] winner = read(store(), name);
        assertArrayEquals(content(winner[0]), winner);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static byte[] content(int writer) {
    byte[] content = new byte[100_000];
    Arrays.fill(content, (byte) writer);
    return content;
  }

  private void put(String name, int writer) {
    try {
      store().put(name, file(content(writer)));
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }
}
