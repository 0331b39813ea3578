package dev.symbolicator.maps;

import static dev.symbolicator.maps.TestLibrary.SCOPE;
import static dev.symbolicator.maps.TestLibrary.UPLOADER;
import static dev.symbolicator.maps.TestLibrary.ref;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.MapLibrary.Added;
import dev.symbolicator.maps.MapLibrary.Added.AddOutcome;
import dev.symbolicator.maps.MapLibrary.EntryPage;
import dev.symbolicator.maps.MapLibrary.Uploader;
import dev.symbolicator.maps.MapSearch.FoundMap;
import dev.symbolicator.maps.TestLibrary.Upload;
import dev.symbolicator.maps.objects.Blobs;
import dev.symbolicator.maps.objects.Blobs.BlobId;
import dev.symbolicator.maps.objects.ObjectStore.StoreUnavailableException;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

abstract class MapLibraryContract {
  private static final String URL = "https://cdn.example.com/assets/app.js";
  private static final String ID = "11111111-2222-4333-8444-555555555555";

  private TestLibrary library;

  /** Opens one of several instances over the test's own store. */
  abstract TestLibrary open(Clock clock, String... keysAndValues);

  private TestLibrary open() {
    return open(Clock.systemUTC());
  }

  @BeforeEach
  void start() {
    library = open();
  }

  @AfterEach
  void close() {
    library.close();
  }

  private static void assertFinds(TestLibrary library, MapEntry entry, ScriptRef ref) {
    assertEquals(entry, Objects.requireNonNull(library.found(ref)).entry());
  }

  private void assertFindsMap(String map, ScriptRef ref) {
    assertEquals(map, library.map(Objects.requireNonNull(library.found(ref)).entry()));
  }

  @Test
  void uploadIsFoundByUrlAndRelease() {
    Added added = library.add(Upload.of(URL, "map").release("1.0").text("script"));

    assertEquals(AddOutcome.STORED, added.outcome());
    assertFinds(library, added.entry(), ref(URL, "1.0"));
    assertEquals("map", library.map(added.entry()));
  }

  @Test
  void repeatedUploadIsUnchanged() {
    Upload upload = Upload.of(URL, "map").release("1.0").debugId(ID);
    Added first = library.add(upload);
    Added second = library.add(upload);

    assertEquals(AddOutcome.UNCHANGED, second.outcome());
    assertEquals(first.entry(), second.entry());
    assertEquals(1, library.list().size());
  }

  @Test
  void otherContentOfUrlAndReleaseReplacesTheFormer() {
    MapEntry old = library.add(Upload.of(URL, "old").release("1.0").text("old")).entry();
    Added added = library.add(Upload.of(URL, "new").release("1.0").text("new"));

    assertEquals(AddOutcome.REPLACED, added.outcome());
    assertEquals(old, added.other());
    assertFinds(library, added.entry(), ref(URL, "1.0"));
    assertFinds(
        library, old, new ScriptRef(SCOPE, ref(URL).url(), "1.0", null, TestLibrary.hash("old")));
  }

  @Test
  void replacedUploadWinsAgainOnceItIsRepeated() {
    Upload first = Upload.of(URL, "first").release("1.0");
    library.add(first);
    library.add(Upload.of(URL, "second").release("1.0"));

    assertEquals(AddOutcome.REPLACED, library.add(first).outcome());
    assertFindsMap("first", ref(URL, "1.0"));
    assertEquals(2, library.list().size());
  }

  @Test
  void otherMapWithTheDebugIdIsAConflict() {
    MapEntry first = library.add(Upload.of(URL, "map").debugId(ID)).entry();
    Added added = library.add(Upload.of(URL + "x", "other").debugId(ID));

    assertEquals(AddOutcome.CONFLICT, added.outcome());
    assertEquals(first, added.other());
    assertEquals(List.of(first), library.list());
  }

  /** Debug IDs are public, so a token of other URLs must not be able to occupy them. */
  @Test
  void mapsOfOtherPrefixesAreNoConflict() {
    Uploader shop = new Uploader(SCOPE, "shop", List.of("https://cdn.example.com/shop/"), null);
    Uploader news = new Uploader(SCOPE, "news", List.of("https://cdn.example.com/news/"), null);
    Uploader cdn = new Uploader(SCOPE, "cdn", List.of("https://cdn.example.com/"), null);
    Upload theirs = Upload.of("~/news/app.js", "theirs").debugId(ID);
    Upload ours = Upload.of("~/shop/app.js", "ours").debugId(ID);

    assertEquals(AddOutcome.STORED, library.add(news, theirs).outcome());
    assertEquals(AddOutcome.STORED, library.add(shop, ours).outcome());
    Upload third = ours.text("x").release("2");
    assertEquals(AddOutcome.STORED, library.add(shop, third).outcome());
    Upload other = Upload.of("~/app.js", "other").debugId(ID);
    assertEquals(AddOutcome.CONFLICT, library.add(shop, other).outcome());
    assertEquals(AddOutcome.CONFLICT, library.add(cdn, other).outcome());
    assertEquals(AddOutcome.CONFLICT, library.add(other).outcome());
    ScriptRef ref =
        new ScriptRef(SCOPE, ref("https://cdn.example.com/shop/app.js").url(), null, ID, null);
    assertFindsMap("ours", ref);
  }

  @Test
  void conflictWithinOneUploadConcernsTheLaterMapOnly() {
    List<Added> added =
        library.add(
            UPLOADER,
            List.of(
                Upload.of(URL, "map").debugId(ID),
                Upload.of(URL + "x", "other").debugId(ID),
                Upload.of(URL + "y", "map").debugId(ID)),
            false);

    assertEquals(
        List.of(AddOutcome.STORED, AddOutcome.CONFLICT, AddOutcome.STORED),
        added.stream().map(Added::outcome).toList());
    assertEquals(2, library.list().size());
  }

  @Test
  void dryRunStoresNothing() throws IOException {
    List<Added> added = library.add(UPLOADER, List.of(Upload.of(URL, "map")), true);

    assertEquals(AddOutcome.STORED, added.get(0).outcome());
    assertTrue(library.list().isEmpty());
    assertNull(library.library().openMap(added.get(0).entry()));
  }

  @Test
  void otherInstanceSeesUploadsAndDeletions() throws IOException {
    List<MapEntry> told = new CopyOnWriteArrayList<>();
    try (TestLibrary other = open()) {
      other.library().onDeletion(told::add);
      MapEntry entry = library.add(Upload.of(URL, "map").release("1.0")).entry();
      Await.until(() -> other.found(ref(URL, "1.0")) != null);

      assertEquals(1, library.library().delete(UPLOADER, null, "1.0", null));
      assertEquals(List.of(), other.list());
      Await.until(() -> other.found(ref(URL, "1.0")) == null);
      Await.until(() -> told.equals(List.of(entry)));
    }
  }

  @Test
  void restartFindsTheUploads() {
    MapEntry entry = library.add(Upload.of(URL, "map").release("1.0")).entry();
    library.close();
    library = open();

    assertEquals(List.of(entry), library.list());
  }

  @Test
  void otherInstanceSeesAReplacement() {
    try (TestLibrary other = open()) {
      library.add(Upload.of(URL, "old").release("1.0"));
      MapEntry entry = library.add(Upload.of(URL, "new").release("1.0")).entry();
      Await.until(
          () -> {
            FoundMap found = other.found(ref(URL, "1.0"));
            return found != null && found.entry().equals(entry);
          });
    }
  }

  @Test
  void uploadOfAnInstanceWhoseClockIsBehindReplacesTheFormer() {
    library.add(Upload.of(URL, "old").release("1.0"));
    Clock behind = Clock.offset(Clock.systemUTC(), Duration.ofHours(-1));
    try (TestLibrary other = open(behind)) {
      Added added = other.add(Upload.of(URL, "new").release("1.0"));
      assertEquals(AddOutcome.REPLACED, added.outcome());
      assertFinds(other, added.entry(), ref(URL, "1.0"));
    }
  }

  @Test
  void deletedEntryCanBeUploadedAgainByAnInstanceWhoseClockIsBehind() throws IOException {
    library.close();
    library = open(Clock.systemUTC(), "limits.map.refresh", "10ms");
    Upload upload = Upload.of(URL, "map");
    library.add(upload);
    library.library().delete(UPLOADER, null, null, URL);
    Clock behind = Clock.offset(Clock.systemUTC(), Duration.ofHours(-1));
    try (TestLibrary other = open(behind)) {
      assertEquals(AddOutcome.STORED, other.add(upload).outcome());
      assertEquals(1, other.list().size());
      Await.until(() -> library.list().size() == 1);
    }
  }

  @Test
  void uploadsWithPrefixesDoNotReplaceOthers() {
    Uploader team = new Uploader(SCOPE, "team", List.of("https://cdn.example.com/"), null);
    library.add(Upload.of("~/assets/app.js", "ours").release("1.0"));
    Added added = library.add(team, Upload.of("~/assets/app.js", "theirs").release("1.0"));

    assertEquals(AddOutcome.STORED, added.outcome());
    assertFindsMap("ours", ref("https://other.example.com/assets/app.js", "1.0"));
  }

  @Test
  void tokenDeletesOnlyEntriesOfItsPrefixes() throws IOException {
    Uploader team = new Uploader(SCOPE, "team", List.of("https://a.example/x/"), null);
    Uploader wider =
        new Uploader(SCOPE, "wider", List.of("https://a.example/", "https://b/"), null);
    Uploader stranger = new Uploader("bank", "ci", List.of(), null);
    MapEntry all = library.add(Upload.of("~/a.js", "map").release("1")).entry();
    MapEntry one = library.add(team, Upload.of("~/a.js", "map").release("1")).entry();

    assertEquals(0, library.library().delete(stranger, null, "1", null));
    assertEquals(0, library.library().delete(stranger, all.id(), null, null));
    assertEquals(Set.of(all, one), Set.copyOf(library.list()));
    assertEquals(1, library.library().delete(wider, null, "1", null));
    assertEquals(List.of(all), library.list());
    assertEquals(0, library.library().delete(team, null, "1", null));
    assertEquals(1, library.library().delete(UPLOADER, null, "1", null));
    assertEquals(List.of(), library.list());
  }

  @Test
  void entriesAreDeletedIfAllKeysMatch() throws IOException {
    MapEntry first = library.add(Upload.of(URL, "map").release("1")).entry();
    MapEntry second = library.add(Upload.of(URL, "map").release("2")).entry();

    assertEquals(0, library.library().delete(UPLOADER, first.id(), "2", null));
    assertEquals(0, library.library().delete(UPLOADER, null, "2", URL + "x"));
    assertEquals(0, library.library().delete(UPLOADER, "x", null, null));
    assertEquals(0, library.library().delete(UPLOADER, null, "2", "no script"));
    assertEquals(List.of(second, first), library.list());
    assertEquals(1, library.library().delete(UPLOADER, null, "2", URL + "#fragment"));
    assertEquals(List.of(first), library.list());
    assertThrows(
        IllegalArgumentException.class, () -> library.library().delete(UPLOADER, null, null, null));
  }

  /** CI scripts do send such a release, by a variable that is not set. */
  @Test
  void releaseNamedNullIsNotAnUploadWithoutARelease() {
    MapEntry without = library.add(Upload.of(URL, "map")).entry();
    Added added = library.add(Upload.of(URL, "map").release("null"));

    assertEquals(AddOutcome.STORED, added.outcome());
    assertEquals(Set.of(without, added.entry()), Set.copyOf(library.list()));
    assertFinds(library, added.entry(), ref(URL, "null"));
  }

  @Test
  void scopesNeverSeeEachOther() throws IOException {
    Uploader bank = new Uploader("bank", "ci", List.of(), null);
    library.add(Upload.of(URL, "ours").release("1").debugId(ID));
    Added added = library.add(bank, Upload.of(URL, "theirs").release("1").debugId(ID));

    assertEquals(AddOutcome.STORED, added.outcome());
    assertEquals(1, library.list().size());
    assertEquals(List.of(added.entry()), library.list("bank", "1"));
    assertFindsMap("ours", ref(URL, "1"));
    assertEquals(List.of(), library.list("nobody", null));
  }

  @Test
  void listShowsTheNewestFirst() {
    for (int i = 0; i < 5; i++) {
      library.add(Upload.of(URL, "map" + i).release(i < 4 ? "1" : "2"));
    }
    List<MapEntry> ofRelease = library.list(SCOPE, "1");
    assertEquals(
        List.of("map3", "map2", "map1", "map0"), ofRelease.stream().map(library::map).toList());
    assertEquals(5, library.list().size());
  }

  @Test
  void scriptIsNamedAsBrowsersWriteIt() {
    Added added = library.add(Upload.of("https://CDN.example.com:443/a/../ä.js?q#x", "map"));
    assertEquals("https://cdn.example.com/%C3%A4.js?q", added.entry().script());
    assertEquals("~/a%20b.js", library.add(Upload.of("~/x/../a b.js", "m")).entry().script());
  }

  @Test
  void libraryWithoutAStoreIsOff() throws IOException {
    MapLibrary off = TestLibrary.none();
    assertFalse(off.isOn());
    assertTrue(off.isReady());
    assertEquals(MapSearch.NoMap.INSTANCE, off.search(ref(URL, "1")).withoutContent().join());
    assertEquals(
        MapSearch.NoMap.INSTANCE, off.explainedSearch(ref(URL, "1")).withoutContent().join());
    assertThrows(StoreUnavailableException.class, () -> off.list(SCOPE, null, null, 1));
    assertThrows(StoreUnavailableException.class, () -> off.add(UPLOADER, List.of(), true));
    assertThrows(StoreUnavailableException.class, () -> off.delete(UPLOADER, "x", null, null));
    off.close();
  }

  @Test
  void malformedHashOfAProfileFindsNothing() {
    library.add(Upload.of(URL, "map").text("script"));
    ScriptRef ref = new ScriptRef(SCOPE, ref(URL).url(), null, null, "no hash");
    assertNull(library.found(ref));
    assertEquals(MapSearch.NoMap.INSTANCE, library.library().search(ref).withoutContent().join());
  }

  @Test
  void pagesFollowOneAnotherFromTheNewest() throws IOException {
    List<MapEntry> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      all.add(0, library.add(Upload.of("~/" + i + ".js", "map").release("r" + i % 2)).entry());
    }
    for (String release : Arrays.asList(null, "r0")) {
      List<MapEntry> expected =
          all.stream().filter(each -> release == null || release.equals(each.release())).toList();
      List<MapEntry> listed = new ArrayList<>();
      String after = null;
      do {
        EntryPage page = library.library().list(SCOPE, release, after, 2);
        assertNotNull(page);
        listed.addAll(page.entries());
        after = page.next();
      } while (after != null);
      assertEquals(expected, listed);
    }
    assertEquals(new EntryPage(List.of(), null), library.library().list(SCOPE, "r2", null, 2));
    assertNull(library.library().list(SCOPE, null, "x", 2));
    assertNull(library.library().list(SCOPE, null, "0".repeat(32), 2));
  }

  @Test
  void entriesOfOneTimeAreListedOnce() throws IOException {
    try (TestLibrary still = open(new MovableClock())) {
      List<Upload> uploads =
          IntStream.range(0, 5).mapToObj(i -> Upload.of("~/" + i + ".js", "map")).toList();
      Set<String> ids =
          still.add(UPLOADER, uploads, false).stream()
              .map(added -> added.entry().id())
              .collect(Collectors.toSet());
      EntryPage first = still.library().list(SCOPE, null, null, 3);
      assertNotNull(first);
      EntryPage second = still.library().list(SCOPE, null, first.next(), 3);
      assertNotNull(second);
      assertNull(second.next());
      Stream<MapEntry> both = Stream.concat(first.entries().stream(), second.entries().stream());
      assertEquals(ids, both.map(MapEntry::id).collect(Collectors.toSet()));
    }
  }

  @Test
  void contentGoesWithItsLastEntry() throws IOException {
    MapEntry first = library.add(Upload.of(URL, "map").text("script").release("1")).entry();
    MapEntry second = library.add(Upload.of(URL, "map").text("other").release("2")).entry();
    Uploader bank = new Uploader("bank", "ci", List.of(), null);
    MapEntry theirs = library.add(bank, Upload.of(URL, "map").text("script")).entry();
    library.library().delete(UPLOADER, first.id(), null, null);
    Await.until(() -> !hasContent(first.text()));
    assertEquals("map", library.map(second));
    library.library().delete(UPLOADER, second.id(), null, null);
    Await.until(() -> !hasContent(second.map()));
    assertEquals("map", library.map(theirs));
  }

  private boolean hasContent(@Nullable BlobId content) {
    try {
      return new Blobs(library.objects()).info(SCOPE, Objects.requireNonNull(content)) != null;
    } catch (IOException unavailable) {
      throw new AssertionError(unavailable);
    }
  }

  @Test
  void deletionLeavesNoPointers() throws IOException {
    MapEntry entry =
        library.add(Upload.of(URL, "map").text("script").release("1").debugId(ID)).entry();
    library.library().delete(UPLOADER, entry.id(), null, null);
    Await.until(
        () ->
            names().stream()
                .noneMatch(name -> name.contains(entry.id()) || name.contains("/note/")));
  }

  private List<String> names() {
    List<String> names = new ArrayList<>();
    try {
      library.objects().visit(SCOPE + '/', each -> names.add(each.name()));
    } catch (IOException unavailable) {
      throw new AssertionError(unavailable);
    }
    return names;
  }

  @Test
  void repeatedUploadBringsLostContentBack() throws IOException {
    Upload upload = Upload.of(URL, "map").text("script");
    MapEntry entry = library.add(upload).entry();
    library.objects().delete(Blobs.name(SCOPE, entry.map()));
    assertNull(library.map(entry));
    assertEquals(AddOutcome.UNCHANGED, library.add(upload).outcome());
    assertEquals("map", library.map(entry));
  }

  @Test
  void storeOfTheOldDesignIsRefused() throws IOException {
    library.objects().put("_journal/1-x", new byte[1]);
    ConfigurationException refused = assertThrows(ConfigurationException.class, this::open);
    assertTrue(refused.getMessage().contains("upload the maps again"), refused.getMessage());
  }
}
