package dev.symbolicator.maps;

import static dev.symbolicator.maps.TestLibrary.SCOPE;
import static dev.symbolicator.maps.TestLibrary.UPLOADER;
import static dev.symbolicator.maps.TestLibrary.ref;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.MapSearch.FoundMap;
import dev.symbolicator.maps.MapSearch.MapChoice;
import dev.symbolicator.maps.MapSearch.Unreachable;
import dev.symbolicator.maps.TestLibrary.Upload;
import dev.symbolicator.maps.objects.Blobs;
import dev.symbolicator.maps.objects.ObjectStore;
import dev.symbolicator.maps.objects.ObjectStore.StoreUnavailableException;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uploads and deletions that are ended by a kill or by the store, and look-ups without it. */
class InterruptedWorkTest {
  private static final String URL = "https://cdn.example.com/assets/app.js";
  private static final Upload UPLOAD = Upload.of(URL, "map").text("script").release("1");

  @TempDir private Path folder;

  private TestLibrary open(Clock clock, UnaryOperator<ObjectStore> watch, Path directory) {
    List<String> keys =
        List.of(
            "symbolicator.maps.directory", directory.toString(),
            "limits.map.sweep", "20ms",
            "limits.map.refresh", "1ms",
            "limits.map.stale", "2ms",
            "limits.map.pause", "1ms");
    return TestLibrary.open(clock, keys, watch);
  }

  /** Lets some requests of a process pass that change something, and none after. */
  private static final class KilledStore extends WatchedStore {
    private final AtomicInteger left;

    KilledStore(ObjectStore store, int left) {
      super(store);
      this.left = new AtomicInteger(left);
    }

    private void pass() {
      if (left.getAndDecrement() <= 0) {
        throw new IllegalStateException("killed");
      }
    }

    @Override
    void beforeWriting(String name) {
      pass();
    }

    @Override
    void beforeDeletion(String name) {
      pass();
    }
  }

  /** Runs work in a process that is killed after some requests; returns whether it ended before. */
  private boolean isKilled(Path directory, int requests, Work work) throws IOException {
    try (TestLibrary library =
        open(Clock.systemUTC(), store -> new KilledStore(store, requests), directory)) {
      work.run(library);
      return false;
    } catch (IllegalStateException killed) {
      return true;
    }
  }

  private interface Work {
    void run(TestLibrary library) throws IOException;
  }

  private static void assertWhole(TestLibrary library) {
    for (MapEntry entry : library.list()) {
      assertEquals("map", library.map(entry));
      FoundMap found = library.found(ref(URL, "1"));
      assertNotNull(found);
      assertEquals(entry, found.entry());
    }
  }

  @Test
  void uploadThatIsKilledAtAnyStepIsWholeOrAbsentAndCanBeRepeated() throws IOException {
    boolean isKilled = true;
    for (int requests = 0; isKilled; requests++) {
      Path directory = Files.createDirectory(folder.resolve("upload" + requests));
      isKilled = isKilled(directory, requests, library -> library.add(UPLOAD));
      try (TestLibrary after = TestLibrary.in(directory)) {
        assertWhole(after);
        assertTrue(isKilled || after.list().size() == 1);
        after.add(UPLOAD);
        assertEquals(1, after.list().size());
        assertWhole(after);
      }
      assertTrue(requests < 100, "the upload never ends");
    }
  }

  @Test
  void deletionThatIsKilledAtAnyStepIsWholeOrUndone() throws IOException {
    boolean isKilled = true;
    for (int requests = 0; isKilled; requests++) {
      Path directory = Files.createDirectory(folder.resolve("deletion" + requests));
      try (TestLibrary before = TestLibrary.in(directory)) {
        before.add(UPLOAD);
      }
      isKilled =
          isKilled(
              directory, requests, library -> library.library().delete(UPLOADER, null, "1", null));
      try (TestLibrary after = TestLibrary.in(directory)) {
        assertWhole(after);
        assertTrue(isKilled || after.list().isEmpty());
        after.library().delete(UPLOADER, null, "1", null);
        assertEquals(List.of(), after.list());
        assertNull(after.found(ref(URL, "1")));
      }
      assertTrue(requests < 100, "the deletion never ends");
    }
  }

  @Test
  void workOfAnEndedProcessIsTidiedUpAfterADay() throws IOException {
    MovableClock clock = new MovableClock();
    boolean unused =
        isKilled(folder, Integer.MAX_VALUE, library -> library.add(Upload.of("~/kept.js", "kept")));
    try (TestLibrary killed =
        TestLibrary.open(
            clock,
            List.of("symbolicator.maps.directory", folder.toString()),
            store ->
                new WatchedStore(store) {
                  @Override
                  void beforeWriting(String name) {
                    if (name.contains("/entry/")) {
                      throw new IllegalStateException("killed");
                    }
                  }
                })) {
      killed.add(UPLOAD);
    } catch (IllegalStateException expected) {
      clock.pass(Duration.ofHours(25));
    }
    try (TestLibrary library = open(clock, store -> store, folder)) {
      Await.until(() -> count(library, Blobs.folder(SCOPE)) == 1);
      assertEquals("kept", library.map(library.list().get(0)));
    }
  }

  private static int count(TestLibrary library, String prefix) {
    List<String> names = new ArrayList<>();
    try {
      library.objects().visit(prefix, each -> names.add(each.name()));
    } catch (IOException unavailable) {
      throw new AssertionError(unavailable);
    }
    return names.size();
  }

  @Test
  void uploadThatTheStoreRefusesLeavesNothing() throws IOException {
    AtomicBoolean isFull = new AtomicBoolean(true);
    try (TestLibrary library =
        open(
            Clock.systemUTC(),
            store ->
                new WatchedStore(store) {
                  @Override
                  void beforeWriting(String name) throws IOException {
                    if (isFull.get() && name.endsWith("/changes")) {
                      throw new StoreUnavailableException("full", null);
                    }
                  }
                },
            folder)) {
      try {
        library.add(UPLOAD);
      } catch (AssertionError refused) {
        assertEquals("full", refused.getCause().getMessage());
      }
      assertEquals(List.of(), library.list());
      isFull.set(false);
      library.add(UPLOAD);
      assertWhole(library);
    }
  }

  /** The upload looks at the content before it vanishes, so the deletion must bring it back. */
  @Test
  void contentOfAnUploadJustBeforeTheDeletionIsStoredAgain() throws IOException {
    AtomicBoolean isUploaded = new AtomicBoolean();
    try (TestLibrary other = TestLibrary.in(folder);
        TestLibrary library =
            open(
                Clock.systemUTC(),
                store ->
                    new WatchedStore(store) {
                      @Override
                      void beforeDeletion(String name) {
                        if (name.contains("/content/") && !isUploaded.getAndSet(true)) {
                          other.add(UPLOAD);
                        }
                      }
                    },
                folder)) {
      library.add(UPLOAD);
      library.library().delete(UPLOADER, null, "1", null);
      Await.until(isUploaded::get);
      Await.until(() -> count(library, SCOPE + "/note/") == 0);
      assertEquals("script", text(library));
      assertWhole(library);
    }
  }

  private static String text(TestLibrary library) throws IOException {
    try (InputStream text = library.library().openText(library.list().get(0))) {
      assertNotNull(text);
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private TestLibrary openUnless(AtomicBoolean isGone) {
    return open(
        Clock.systemUTC(),
        store ->
            new WatchedStore(store) {
              @Override
              void beforeReading(String name) throws IOException {
                if (isGone.get()) {
                  throw new StoreUnavailableException("gone", null);
                }
              }
            },
        folder);
  }

  @Test
  void rememberedAnswersHoldWhileTheStoreIsGone() {
    AtomicBoolean isGone = new AtomicBoolean();
    try (TestLibrary library = openUnless(isGone)) {
      MapEntry entry = library.add(UPLOAD).entry();
      FoundMap found = library.found(ref(URL, "1"));
      assertNotNull(found);
      assertEquals(entry, found.entry());
      assertNull(library.found(ref(URL + "x", "1")));
      isGone.set(true);
      for (int i = 0; i < 3; i++) {
        assertEquals(found, library.found(ref(URL, "1")));
        assertNull(library.found(ref(URL + "x", "1")));
        MapChoice unknown = library.library().search(ref(URL + "y", "1")).byReference().join();
        assertTrue(
            unknown instanceof Unreachable unreachable
                && unreachable.detail().contains("cannot be looked up now"),
            unknown::toString);
      }
      isGone.set(false);
      Await.until(
          () ->
              library.library().search(ref(URL + "y", "1")).byReference().join()
                  instanceof MapSearch.NoMap);
    }
  }

  @Test
  void libraryWhoseStoreIsGoneAtTheStartAnswersOnceItReturns() {
    MapEntry entry;
    try (TestLibrary before = TestLibrary.in(folder)) {
      entry = before.add(UPLOAD).entry();
    }
    AtomicBoolean isGone = new AtomicBoolean(true);
    try (TestLibrary library = openUnless(isGone)) {
      assertFalse(library.library().isReady());
      for (int i = 0; i < 100; i++) {
        MapChoice unknown = library.library().search(ref(URL, "1")).byReference().join();
        assertTrue(unknown instanceof Unreachable, unknown::toString);
      }
      isGone.set(false);
      Await.until(library.library()::isReady);
      Await.until(() -> library.found(ref(URL, "1")) != null);
      FoundMap found = library.found(ref(URL, "1"));
      assertNotNull(found);
      assertEquals(entry, found.entry());
    }
  }
}
