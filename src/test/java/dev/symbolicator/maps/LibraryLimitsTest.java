package dev.symbolicator.maps;

import static dev.symbolicator.maps.TestLibrary.UPLOADER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.symbolicator.maps.MapLibrary.Added;
import dev.symbolicator.maps.MapLibrary.Added.AddOutcome;
import dev.symbolicator.maps.TestLibrary.Upload;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryLimitsTest {
  @TempDir private Path folder;

  private TestLibrary library(String... keysAndValues) {
    return TestLibrary.in(folder, Clock.systemUTC(), keysAndValues);
  }

  @Test
  void scopeHasRoomForItsMostBytes() {
    try (TestLibrary library = library("symbolicator.maps.max-size", "10")) {
      assertEquals(AddOutcome.STORED, library.add(Upload.of("~/1.js", "12345")).outcome());
      assertEquals(AddOutcome.FULL, library.add(Upload.of("~/2.js", "123456")).outcome());
      assertEquals(AddOutcome.STORED, library.add(Upload.of("~/2.js", "abcde")).outcome());
      Added added = library.add(Upload.of("~/3.js", "x"));
      assertEquals(AddOutcome.FULL, added.outcome());
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
