package dev.symbolicator.maps;

import static dev.symbolicator.maps.TestLibrary.UPLOADER;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.maps.MapLibrary.Uploader;
import dev.symbolicator.maps.TestLibrary.Upload;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Releases that nobody uses are deleted 90 days after the end of the last day of use. */
class RetentionTest {
  private static final int KEPT_DAYS = 90;

  private final MovableClock clock = new MovableClock();
  @TempDir private Path folder;

  private TestLibrary open() {
    return TestLibrary.in(folder, clock, "limits.map.sweep", "20ms");
  }

  private void pass(int days) {
    clock.pass(Duration.ofDays(days));
  }

  /** Closes an instance, so that what it was told of is written, and opens another. */
  private void use(MapEntry entry) {
    try (TestLibrary library = open()) {
      library.library().used(entry);
    }
  }

  private static Set<String> scripts(TestLibrary library) {
    return library.list().stream().map(MapEntry::script).collect(Collectors.toSet());
  }

  private void awaitOnly(TestLibrary library, String... scripts) {
    Await.until(
        () -> {
          clock.pass(Duration.ofMillis(20)); // A scope that was swept just now is left alone.
          return scripts(library).equals(Set.of(scripts));
        });
  }

  @Test
  void unusedReleaseExpiresAfterTheRetention() {
    List<MapEntry> told = new CopyOnWriteArrayList<>();
    try (TestLibrary library = open()) {
      library.library().onDeletion(told::add);
      MapEntry first = library.add(Upload.of("~/a.js", "map").release("1")).entry();
      pass(1);
      library.add(Upload.of("~/b.js", "map").release("2"));
      pass(KEPT_DAYS);
      awaitOnly(library, "~/b.js");
      Await.until(() -> told.equals(List.of(first)));
      pass(1);
      awaitOnly(library);
      Await.until(() -> library.map(first) == null);
    }
  }

  @Test
  void usedScriptKeepsItsWholeRelease() {
    MapEntry used;
    try (TestLibrary library = open()) {
      used = library.add(Upload.of("~/a.js", "map").release("1")).entry();
      library.add(Upload.of("~/rare.js", "map").release("1"));
      library.add(Upload.of("~/b.js", "map").release("2"));
    }
    pass(50);
    use(used);
    pass(KEPT_DAYS - 50 + 1);
    try (TestLibrary library = open()) {
      awaitOnly(library, "~/a.js", "~/rare.js");
      pass(50);
      awaitOnly(library);
    }
  }

  @Test
  void entriesWithoutReleaseExpireOneByOne() {
    MapEntry used;
    try (TestLibrary library = open()) {
      used = library.add(Upload.of("~/a.js", "map")).entry();
      library.add(Upload.of("~/rare.js", "map"));
    }
    pass(50);
    use(used);
    pass(KEPT_DAYS - 50 + 1);
    try (TestLibrary library = open()) {
      awaitOnly(library, "~/a.js");
    }
  }

  @Test
  void repeatedUploadIsAUse() {
    Upload upload = Upload.of("~/a.js", "map").release("1");
    try (TestLibrary library = open()) {
      library.add(upload);
      library.add(Upload.of("~/b.js", "map").release("2"));
      pass(50);
      library.add(upload);
      pass(KEPT_DAYS - 50 + 1);
      awaitOnly(library, "~/a.js");
    }
  }

  @Test
  void scopesDoNotKeepEachOthersReleases() {
    Uploader bank = new Uploader("bank", "ci", List.of(), null);
    MapEntry used;
    try (TestLibrary library = open()) {
      used = library.add(bank, Upload.of("~/a.js", "map").release("1")).entry();
      library.add(UPLOADER, Upload.of("~/a.js", "map").release("1"));
    }
    pass(50);
    use(used);
    pass(KEPT_DAYS - 50 + 1);
    try (TestLibrary library = open()) {
      awaitOnly(library);
      assertEquals(List.of(used), library.list("bank", null));
    }
  }
}
