package dev.symbolicator.maps;

import static dev.symbolicator.maps.TestLibrary.UPLOADER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.Added.AddOutcome;
import dev.symbolicator.maps.TestLibrary.Upload;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The limits of a scope, at their edges. */
class LibraryLimitsTest {
  private static final int INDEX = 30_000;

  @TempDir private Path folder;

  private TestLibrary library(String... keysAndValues) {
    return TestLibrary.in(folder, Clock.systemUTC(), keysAndValues);
  }

  @Test
  void scopeHasRoomForItsMostEntries() throws IOException {
    try (TestLibrary library = library("limits.map.entries", "2")) {
      Upload first = Upload.of("~/1.js", "map");
      assertEquals(AddOutcome.STORED, library.add(first).outcome());
      assertEquals(AddOutcome.STORED, library.add(Upload.of("~/2.js", "map")).outcome());
      Upload third = Upload.of("~/3.js", "map");
      assertEquals(AddOutcome.FULL, library.add(third).outcome());
      assertEquals(RoomLimit.ENTRIES, library.add(third).full());
      assertEquals(AddOutcome.UNCHANGED, library.add(first).outcome());
      Uploader other = new Uploader("bank", "ci", List.of(), null);
      assertEquals(AddOutcome.STORED, library.add(other, third).outcome());

      library.library().delete(UPLOADER, null, null, "~/1.js");
      assertEquals(AddOutcome.STORED, library.add(third).outcome());
    }
  }

  @Test
  void entriesOfOneUploadCountTogether() {
    try (TestLibrary library = library("limits.map.entries", "2")) {
      List<Added> added =
          library.add(
              UPLOADER,
              List.of(Upload.of("~/1.js", "a"), Upload.of("~/2.js", "b"), Upload.of("~/3.js", "c")),
              false);
      assertEquals(
          List.of(AddOutcome.STORED, AddOutcome.STORED, AddOutcome.FULL),
          added.stream().map(Added::outcome).toList());
      assertEquals(2, library.list().size());
    }
  }

  @Test
  void scopeHasRoomForItsMostBytes() {
    try (TestLibrary library = library("symbolicator.maps.max-size", "10")) {
      assertEquals(AddOutcome.STORED, library.add(Upload.of("~/1.js", "12345")).outcome());
      assertEquals(AddOutcome.FULL, library.add(Upload.of("~/2.js", "123456")).outcome());
      assertEquals(AddOutcome.STORED, library.add(Upload.of("~/2.js", "abcde")).outcome());
      Added added = library.add(Upload.of("~/3.js", "x"));
      assertEquals(AddOutcome.FULL, added.outcome());
      assertEquals(RoomLimit.CONTENT, added.full());
      assertTrue(RoomLimit.CONTENT.words().contains("raise symbolicator.maps.max-size"));
      assertTrue(RoomLimit.INDEX_HEAP.words().contains("raise -Xmx"));
      assertEquals(2, library.list().size());
    }
  }

  @Test
  void equalContentCountsOnce() {
    try (TestLibrary library = library("symbolicator.maps.max-size", "10")) {
      Upload upload = Upload.of("~/1.js", "12345").text("abcde");
      for (int i = 0; i < 5; i++) {
        assertEquals(AddOutcome.STORED, library.add(upload.release("r" + i)).outcome());
      }
      assertEquals(AddOutcome.FULL, library.add(upload.text("abcdef")).outcome());
    }
  }

  @Test
  void equalContentOfOneUploadCountsOnce() {
    try (TestLibrary library = library("symbolicator.maps.max-size", "15")) {
      Upload upload = Upload.of("~/1.js", "12345").text("abcde");
      List<Added> added =
          library.add(
              UPLOADER,
              List.of(
                  upload,
                  upload.release("r1"),
                  upload.release("r2").text("fghij"),
                  upload.release("r3").text("klmno"),
                  upload.release("r4").text("fghij")),
              false);
      assertEquals(
          List.of(
              AddOutcome.STORED,
              AddOutcome.STORED,
              AddOutcome.STORED,
              AddOutcome.FULL,
              AddOutcome.STORED),
          added.stream().map(Added::outcome).toList());
    }
  }

  /** Returns how many of many entries are stored by one upload. */
  private static long stored(TestLibrary library, IntFunction<Upload> entry) {
    List<Added> added =
        library.add(UPLOADER, IntStream.range(0, 300).mapToObj(entry).toList(), false);
    assertTrue(
        added.stream().allMatch(each -> each.isStored() || each.full() == RoomLimit.INDEX_HEAP));
    return added.stream().filter(Added::isStored).count();
  }

  @Test
  void heapOfTheIndexIsBounded() {
    try (TestLibrary library = library("limits.map.indexBytes", String.valueOf(INDEX))) {
      long stored = stored(library, i -> Upload.of("~/" + i + ".js", "map"));
      assertTrue(stored > 75 && stored < 300, "entries: " + stored);
      assertTrue(library.index().bytes() <= INDEX);
    }
  }

  @Test
  void longFoldersAreCharged() {
    try (TestLibrary library = library("limits.map.indexBytes", String.valueOf(INDEX))) {
      String folder = "~/" + "x".repeat(4_000);
      long stored = stored(library, i -> Upload.of(folder + i + "/a.js", "map"));
      assertTrue(stored > 4 && stored < 8, "entries: " + stored);
      assertTrue(library.index().bytes() <= INDEX);
    }
  }

  /** Deletions take heap for a day, so a loop of uploads and deletions ends; none is refused. */
  @Test
  void deletionsTakeRoomForADay() throws IOException {
    MovableClock clock = new MovableClock();
    try (TestLibrary library =
        TestLibrary.in(
            folder,
            clock,
            "limits.map.indexBytes",
            String.valueOf(INDEX),
            "limits.map.orphanAge",
            "20ms")) {
      long deleted = 0;
      long stored = 1;
      for (int i = 0; stored > 0; i++) {
        String release = "r" + i;
        stored = stored(library, each -> Upload.of("~/" + each, "map").release(release));
        assertEquals(stored, library.library().delete(UPLOADER, null, release, null));
        deleted += stored;
        clock.pass(Duration.ofSeconds(1));
      }
      assertEquals(List.of(), library.list());
      assertTrue(deleted > 150 && deleted < 300, "deleted: " + deleted);
      assertTrue(library.index().bytes() <= INDEX * 1.1, "bytes: " + library.index().bytes());

      clock.pass(MapLimits.DEFAULT.tombstones().plusMillis(1));
      Await.until(() -> stored(library, i -> Upload.of("~/" + i + ".js", "map")) > 75);
    }
  }

  @Test
  void longestScriptAndLabelsAreTaken() {
    try (TestLibrary library =
        library("limits.map.scriptLength", "10", "limits.map.labelLength", "5")) {
      Upload longest = Upload.of("~/12345678", "map").release("12345").dist("12345");
      assertEquals(AddOutcome.STORED, library.add(longest).outcome());
      for (Upload tooLong :
          List.of(
              Upload.of("~/123456789", "map"), longest.release("123456"), longest.dist("123456"))) {
        assertThrows(IllegalArgumentException.class, () -> library.add(tooLong));
      }
    }
  }

  @Test
  void scriptMustBeAUrlOrAPath() {
    try (TestLibrary library = library()) {
      for (String script : List.of("app.js", "/app.js", "~app.js", "", "https://")) {
        assertThrows(
            IllegalArgumentException.class, () -> library.add(Upload.of(script, "map")), script);
      }
    }
  }
}
