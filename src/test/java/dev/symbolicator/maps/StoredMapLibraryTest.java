package dev.symbolicator.maps;

import static dev.symbolicator.maps.TestLibrary.SCOPE;
import static dev.symbolicator.maps.TestLibrary.UPLOADER;
import static dev.symbolicator.maps.TestLibrary.ref;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.Added.AddOutcome;
import dev.symbolicator.maps.MapSearch.FoundMap;
import dev.symbolicator.maps.TestLibrary.Upload;
import dev.symbolicator.testing.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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

      assertEquals(List.of(entry), library.library().delete(UPLOADER, null, "1.0", null));
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
}
