package dev.symbolicator.maps;

import static dev.symbolicator.maps.TestLibrary.UPLOADER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.JournalFact.EntryAdded;
import dev.symbolicator.maps.JournalFact.EntryUsed;
import dev.symbolicator.maps.TestLibrary.Upload;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetentionTest {
  private static final int KEPT_DAYS = 90;
  private static final long DAY = TimeUnit.DAYS.toMillis(1);
  private static final int FIRST = 20_000;
  private static final Retention RETENTION =
      new Retention(Duration.ofDays(KEPT_DAYS), Duration.ZERO);

  private final MapIndex index = new MapIndex();

  private MapEntry given(TestEntry entry, int day) {
    MapEntry added = entry.at(FIRST * DAY + day * DAY).entry();
    index.apply(List.of(new EntryAdded(added)), LibraryChanges.IGNORED);
    return added;
  }

  private void used(MapEntry entry, int day) {
    index.apply(
        List.of(new EntryUsed(entry.scope(), EntryId.of(entry), FIRST + day)),
        LibraryChanges.IGNORED);
  }

  private Set<String> expiredAt(int day, long millis) {
    Set<String> scripts = new TreeSet<>();
    index.readAll(
        states -> {
          states.forEach(
              state ->
                  RETENTION
                      .expired(state, (FIRST + day) * DAY + millis, Integer.MAX_VALUE)
                      .forEach(entry -> scripts.add(entry.script())));
          return null;
        });
    return scripts;
  }

  @Test
  void unusedEntryExpiresAfterTheRetention() {
    given(TestEntry.of("~/a.js", "map"), 0);
    assertEquals(Set.of(), expiredAt(KEPT_DAYS, 0));
    assertEquals(Set.of("~/a.js"), expiredAt(KEPT_DAYS, 1));
  }

  @Test
  void retentionCountsFromTheEndOfTheLastDayOfUse() {
    used(given(TestEntry.of("~/a.js", "map"), 0), 10);
    assertEquals(Set.of(), expiredAt(10 + 1 + KEPT_DAYS, 0));
    assertEquals(Set.of("~/a.js"), expiredAt(10 + 1 + KEPT_DAYS, 1));
  }

  @Test
  void usedScriptKeepsItsWholeRelease() {
    used(given(TestEntry.of("~/a.js", "map").release("1"), 0), 50);
    given(TestEntry.of("~/rare.js", "map").release("1"), 0);
    given(TestEntry.of("~/rare.js", "map").release("2"), 0);
    assertEquals(Set.of("~/rare.js"), expiredAt(KEPT_DAYS, 1));
    assertEquals(1, expiredAt(KEPT_DAYS, 1).size());
    assertEquals(Set.of("~/a.js", "~/rare.js"), expiredAt(51 + KEPT_DAYS, 1));
  }

  @Test
  void entriesWithoutReleaseExpireOneByOne() {
    used(given(TestEntry.of("~/a.js", "map"), 0), 50);
    given(TestEntry.of("~/rare.js", "map"), 0);
    assertEquals(Set.of("~/rare.js"), expiredAt(KEPT_DAYS, 1));
  }

  @Test
  void scopesDoNotKeepEachOthersReleases() {
    used(given(TestEntry.of("~/a.js", "map").release("1"), 0), 50);
    given(TestEntry.of("~/b.js", "map").release("1").scope("bank"), 0);
    assertEquals(Set.of("~/b.js"), expiredAt(KEPT_DAYS, 1));
  }

  @Test
  void useIsToldToOtherInstancesAndSurvivesARestart(@TempDir Path folder) {
    MovableClock clock = new MovableClock();
    MapEntry entry;
    try (TestLibrary library = TestLibrary.in(folder, clock)) {
      entry = library.add(Upload.of("~/a.js", "map")).entry();
      clock.pass(Duration.ofDays(60));
      library.library().used(entry);
    }
    clock.pass(Duration.ofDays(60));
    List<MapEntry> told = new ArrayList<>();
    try (TestLibrary library = TestLibrary.in(folder, clock, "limits.map.orphanAge", "20ms")) {
      library.library().onDeletion(told::add);
      clock.pass(Duration.ofDays(29));
      MapEntry other = library.add(Upload.of("~/b.js", "map")).entry();
      assertTrue(library.list().contains(entry));
      clock.pass(Duration.ofDays(3));
      Await.until(() -> library.list().equals(List.of(other)));
      Await.until(() -> told.equals(List.of(entry)));
    }
  }

  @Test
  void expiredContentIsDeleted(@TempDir Path folder) {
    MovableClock clock = new MovableClock();
    try (TestLibrary library =
        TestLibrary.in(folder, clock, "limits.map.orphanAge", "20ms", "limits.map.spread", "1ms")) {
      MapEntry entry = library.add(UPLOADER, Upload.of("~/a.js", "map")).entry();
      clock.pass(Duration.ofDays(KEPT_DAYS + 1));
      Await.until(() -> library.list().isEmpty());
      Await.until(() -> library.map(entry) == null);
    }
  }
}
