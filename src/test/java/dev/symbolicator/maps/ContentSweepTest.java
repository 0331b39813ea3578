package dev.symbolicator.maps;

import static dev.symbolicator.maps.TestLibrary.SCOPE;
import static dev.symbolicator.maps.TestLibrary.UPLOADER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.symbolicator.maps.TestLibrary.Upload;
import dev.symbolicator.maps.objects.Blobs;
import dev.symbolicator.maps.objects.MapStore;
import dev.symbolicator.maps.objects.MapStoreConfig;
import dev.symbolicator.maps.objects.ObjectStore;
import dev.symbolicator.maps.objects.SpooledBlob;
import dev.symbolicator.maps.objects.SpooledFiles;
import dev.symbolicator.maps.objects.StoreUnavailableException;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Settings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Content goes with its last entry, also if an upload comes at the same moment. */
class ContentSweepTest {
  private static final Upload UPLOAD = Upload.of("~/a.js", "map").text("script");
  private static final List<String> HASHES =
      List.of(TestLibrary.mapHash("map"), TestLibrary.mapHash("script"));

  @TempDir private Path folder;
  private TestLibrary library;
  private MapStore store;

  @BeforeEach
  void open() {
    library =
        TestLibrary.in(
            folder, Clock.systemUTC(), "limits.map.spread", "1ms", "limits.map.refresh", "1ms");
    store =
        new MapStore(
            Settings.of("symbolicator.maps.directory", folder.toString())
                .read(MapStoreConfig.class));
  }

  @AfterEach
  void close() {
    library.close();
  }

  private ObjectStore objects() {
    return Objects.requireNonNull(store.objects());
  }

  private ContentSweep sweep(ObjectStore objects) {
    return new ContentSweep(
        new JournaledIndex(objects, MapLimits.DEFAULT, Clock.systemUTC()), objects, store.spool());
  }

  private boolean isStored(String hash) {
    try {
      return new Blobs(objects()).info(SCOPE, hash) != null;
    } catch (IOException unavailable) {
      throw new AssertionError(unavailable);
    }
  }

  @Test
  void contentGoesWithItsLastEntry() throws IOException {
    MapEntry first = library.add(UPLOAD.release("1")).entry();
    MapEntry second = library.add(UPLOAD.release("2").text("other")).entry();
    library.library().delete(UPLOADER, first.id(), null, null);
    Await.until(() -> !isStored(HASHES.get(1)));
    assertEquals("map", library.map(second));

    library.library().delete(UPLOADER, second.id(), null, null);
    Await.until(() -> !isStored(HASHES.get(0)));
  }

  @Test
  void scopesDoNotShareContent() throws IOException {
    Uploader bank = new Uploader("bank", "ci", List.of(), null);
    MapEntry theirs = library.add(bank, UPLOAD).entry();
    MapEntry ours = library.add(UPLOAD).entry();
    library.library().delete(UPLOADER, ours.id(), null, null);
    Await.until(() -> !isStored(HASHES.get(0)));
    assertEquals("map", library.map(theirs));
  }

  @Test
  void orphansAreDeletedOnceTheyAreOld() throws IOException {
    library.add(Upload.of("~/b.js", "kept"));
    try (SpooledFiles files = store.spool().begin();
        ContentSweep sweep = sweep(objects())) {
      SpooledBlob orphan =
          files.blob(new ByteArrayInputStream(TestLibrary.bytes("map")), Long.MAX_VALUE);
      new Blobs(objects()).store(SCOPE, orphan);
      long now = System.currentTimeMillis();
      assertEquals(0, sweep.sweepAll(SCOPE, now - 60_000));
      assertEquals(1, sweep.sweepAll(SCOPE, now + 60_000));
    }
    assertEquals(false, isStored(TestLibrary.mapHash("map")));
    assertEquals(true, isStored(TestLibrary.mapHash("kept")));
  }

  @Test
  void contentThatAnEntryRefersToStays() throws IOException {
    library.add(UPLOAD);
    try (ContentSweep sweep = sweep(objects())) {
      assertEquals(0, sweep.sweep(SCOPE, HASHES, Long.MAX_VALUE));
    }
    HASHES.forEach(hash -> assertEquals(true, isStored(hash)));
  }

  @Test
  void contentStoredSinceTheDeletionStays() throws IOException {
    MapEntry entry = library.add(UPLOAD).entry();
    ContentSweep sweep = sweep(objects());
    library.library().delete(UPLOADER, entry.id(), null, null);
    assertEquals(0, sweep.sweep(SCOPE, HASHES, 1));
    sweep.close();
  }

  /** The upload looks at the content before it vanishes, so the sweep must bring it back. */
  @Test
  void contentOfAnUploadJustBeforeTheDeletionIsStoredAgain() throws IOException {
    contentOfAnUploadThatEndedEarly();
    WatchedStore watched =
        new WatchedStore(objects()) {
          private boolean isUploaded;

          @Override
          void beforeDeletion(String name) {
            if (!isUploaded) {
              isUploaded = true;
              library.add(UPLOAD);
            }
          }
        };
    try (ContentSweep sweep = sweep(watched)) {
      sweep.sweep(SCOPE, HASHES, Long.MAX_VALUE);
    }
    assertEquals("map", library.map(library.list().get(0)));
    HASHES.forEach(hash -> assertEquals(true, isStored(hash)));
  }

  @Test
  void copiesAreKeptWhileTheJournalCannotBeRead() throws IOException {
    contentOfAnUploadThatEndedEarly();
    AtomicBoolean isGone = new AtomicBoolean();
    WatchedStore watched =
        new WatchedStore(objects()) {
          @Override
          void beforeDeletion(String name) {
            if (isGone.compareAndSet(false, true)) {
              library.add(UPLOAD);
            }
          }

          @Override
          void beforeList() throws IOException {
            if (isGone.get()) {
              throw new StoreUnavailableException("gone", null);
            }
          }
        };
    try (ContentSweep sweep = sweep(watched)) {
      assertThrows(
          StoreUnavailableException.class, () -> sweep.sweep(SCOPE, HASHES, Long.MAX_VALUE));
      assertThrows(StoreUnavailableException.class, () -> sweep.sweep(SCOPE, List.of(), 0));
      isGone.set(false);
      sweep.sweep(SCOPE, List.of(), 0);
    }
    HASHES.forEach(hash -> assertEquals(true, isStored(hash)));
  }

  private void contentOfAnUploadThatEndedEarly() throws IOException {
    try (SpooledFiles files = store.spool().begin()) {
      Blobs blobs = new Blobs(objects());
      for (String content : List.of("map", "script")) {
        blobs.store(SCOPE, files.blob(new ByteArrayInputStream(TestLibrary.bytes(content)), 100));
      }
    }
  }

  @Test
  void repeatedUploadBringsLostContentBack() throws IOException {
    MapEntry entry = library.add(UPLOAD).entry();
    new Blobs(objects()).delete(SCOPE, HASHES.get(0));
    assertNull(library.map(entry));
    assertEquals(Added.AddOutcome.UNCHANGED, library.add(UPLOAD).outcome());
    assertEquals("map", library.map(entry));
  }
}
