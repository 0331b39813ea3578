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

import dev.symbolicator.maps.Added.AddOutcome;
import dev.symbolicator.maps.MapSearch.FoundMap;
import dev.symbolicator.maps.TestLibrary.Upload;
import dev.symbolicator.maps.objects.MapStore;
import dev.symbolicator.maps.objects.MapStoreConfig;
import dev.symbolicator.maps.objects.StoreUnavailableException;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredMapLibraryTest {
  private static final String URL = "https://cdn.example.com/assets/app.js";
  private static final String ID = "11111111-2222-4333-8444-555555555555";

  @TempDir private Path folder;
  private TestLibrary library;

  @BeforeEach
  void open() {
    library = TestLibrary.in(folder);
  }

  @AfterEach
  void close() {
    library.close();
  }

  @Test
  void uploadIsFoundByUrlAndRelease() {
    Added added = library.add(Upload.of(URL, "map").release("1.0").text("script"));

    assertEquals(AddOutcome.STORED, added.outcome());
    FoundMap found = library.search(ref(URL, "1.0")).byReference();
    assertNotNull(found);
    assertEquals(added.entry(), found.entry());
    assertEquals("map", library.map(found.entry()));
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
    FoundMap found = library.search(ref(URL, "1.0")).byReference();
    assertNotNull(found);
    assertEquals(added.entry(), found.entry());
    FoundMap byHash =
        library
            .search(new ScriptRef(SCOPE, ref(URL).url(), "1.0", null, TestLibrary.hash("old")))
            .byReference();
    assertNotNull(byHash);
    assertEquals(old, byHash.entry());
  }

  @Test
  void replacedUploadWinsAgainOnceItIsRepeated() {
    Upload first = Upload.of(URL, "first").release("1.0");
    library.add(first);
    library.add(Upload.of(URL, "second").release("1.0"));

    assertEquals(AddOutcome.REPLACED, library.add(first).outcome());
    FoundMap found = library.search(ref(URL, "1.0")).byReference();
    assertNotNull(found);
    assertEquals("first", library.map(found.entry()));
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
    FoundMap found = library.search(ref).byReference();
    assertNotNull(found);
    assertEquals("ours", library.map(found.entry()));
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
    try (TestLibrary other = TestLibrary.in(folder)) {
      other.library().onDeletion(told::add);
      MapEntry entry = library.add(Upload.of(URL, "map").release("1.0")).entry();
      Await.until(() -> other.search(ref(URL, "1.0")).byReference() != null);

      assertEquals(1, library.library().delete(UPLOADER, null, "1.0", null));
      Await.until(() -> other.list().isEmpty());
      Await.until(() -> told.equals(List.of(entry)));
    }
  }

  @Test
  void restartFindsTheUploads() {
    MapEntry entry = library.add(Upload.of(URL, "map").release("1.0")).entry();
    library.close();
    library = TestLibrary.in(folder);

    assertEquals(List.of(entry), library.list());
  }

  @Test
  void otherInstanceSeesAReplacement() {
    try (TestLibrary other = TestLibrary.in(folder)) {
      library.add(Upload.of(URL, "old").release("1.0"));
      MapEntry entry = library.add(Upload.of(URL, "new").release("1.0")).entry();
      Await.until(
          () -> {
            FoundMap found = other.search(ref(URL, "1.0")).byReference();
            return found != null && found.entry().equals(entry);
          });
    }
  }

  @Test
  void uploadOfAnInstanceWhoseClockIsBehindReplacesTheFormer() {
    library.add(Upload.of(URL, "old").release("1.0"));
    Clock behind = Clock.offset(Clock.systemUTC(), Duration.ofHours(-1));
    try (TestLibrary other = TestLibrary.in(folder, behind)) {
      Added added = other.add(Upload.of(URL, "new").release("1.0"));
      assertEquals(AddOutcome.REPLACED, added.outcome());
      FoundMap found = other.search(ref(URL, "1.0")).byReference();
      assertNotNull(found);
      assertEquals(added.entry(), found.entry());
    }
  }

  @Test
  void deletedEntryCanBeUploadedAgainByAnInstanceWhoseClockIsBehind() throws IOException {
    library.close();
    library = TestLibrary.in(folder, Clock.systemUTC(), "limits.map.refresh", "10ms");
    Upload upload = Upload.of(URL, "map");
    library.add(upload);
    library.library().delete(UPLOADER, null, null, URL);
    Clock behind = Clock.offset(Clock.systemUTC(), Duration.ofHours(-1));
    try (TestLibrary other = TestLibrary.in(folder, behind)) {
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
    FoundMap elsewhere =
        library.search(ref("https://other.example.com/assets/app.js", "1.0")).byReference();
    assertNotNull(elsewhere);
    assertEquals("ours", library.map(elsewhere.entry()));
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
    FoundMap found = library.search(ref(URL, "null")).byReference();
    assertNotNull(found);
    assertEquals(added.entry(), found.entry());
  }

  @Test
  void scopesNeverSeeEachOther() throws IOException {
    Uploader bank = new Uploader("bank", "ci", List.of(), null);
    library.add(Upload.of(URL, "ours").release("1").debugId(ID));
    Added added = library.add(bank, Upload.of(URL, "theirs").release("1").debugId(ID));

    assertEquals(AddOutcome.STORED, added.outcome());
    assertEquals(1, library.list().size());
    assertEquals(List.of(added.entry()), library.list("bank", "1"));
    FoundMap found = library.search(ref(URL, "1")).byReference();
    assertNotNull(found);
    assertEquals("ours", library.map(found.entry()));
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
  void libraryWithoutAStoreIsOff() {
    Settings settings = Settings.of();
    StoredMapLibrary off =
        new StoredMapLibrary(
            settings.read(MapsConfig.class),
            new MapStore(settings.read(MapStoreConfig.class)),
            new SimpleMeterRegistry(),
            Clock.systemUTC());
    assertFalse(off.isOn());
    assertTrue(off.isKnown());
    assertEquals(EntryPage.EMPTY, off.list(SCOPE, null, null, 1));
    assertEquals(MapSearch.NoMap.INSTANCE, off.search(ref(URL, "1")).withoutContent());
    assertThrows(StoreUnavailableException.class, () -> off.add(UPLOADER, List.of(), true));
    assertThrows(StoreUnavailableException.class, () -> off.delete(UPLOADER, "x", null, null));
    off.close();
  }

  @Test
  void malformedHashOfAProfileFindsNothing() {
    library.add(Upload.of(URL, "map").text("script"));
    ScriptRef ref = new ScriptRef(SCOPE, ref(URL).url(), null, null, "no hash");
    assertNull(library.search(ref).byReference());
    assertEquals(MapSearch.NoMap.INSTANCE, library.search(ref).withoutContent());
  }
}
