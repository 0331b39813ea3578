package dev.symbolicator.maps;

import static dev.symbolicator.maps.TestLibrary.UPLOADER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.Added.AddOutcome;
import dev.symbolicator.maps.TestLibrary.Upload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The limits of a scope, at their edges. */
class LibraryLimitsTest {
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
      assertEquals(AddOutcome.FULL, library.add(Upload.of("~/3.js", "x")).outcome());
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
  void heapOfTheIndexIsBounded() {
    int bytes = 100_000;
    try (TestLibrary library = library("limits.map.indexBytes", String.valueOf(bytes))) {
      int stored = 0;
      while (library.add(Upload.of("~/" + stored + ".js", "map")).isStored()) {
        stored++;
      }
      assertTrue(stored > 250 && stored < 1_000, "entries: " + stored);
      assertTrue(library.index().bytes() <= bytes);
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
