package dev.symbolicator.api.vendors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.maps.objects.MapStore;
import dev.symbolicator.maps.objects.MapStore.MapStoreConfig;
import dev.symbolicator.maps.objects.ObjectStore;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SentryChunksTest {
  private static final byte[] CHUNK = new byte[60];
  private static final byte[] OTHER = new byte[41];
  private static final String NAME = Bundles.sha1(CHUNK);
  private static final String OTHER_NAME = Bundles.sha1(OTHER);

  private final MovableClock clock = new MovableClock();
  private ObjectStore store;
  private SentryChunks chunks;

  @BeforeEach
  void open(@TempDir Path folder) {
    Settings settings =
        Settings.of(
            "symbolicator.maps.directory", folder.toString(),
            "limits.vendor.scopeBytes", "100",
            "limits.vendor.chunks", "3");
    store = new MapStore(settings.read(MapStoreConfig.class)).objects();
    chunks = new SentryChunks(store, clock, settings.limits(VendorLimits.DEFAULT));
  }

  @AfterEach
  void stop() {
    chunks.stop();
  }

  @Test
  void chunksAreReadOneAfterAnother() throws IOException {
    chunks.add("shop", NAME, CHUNK);
    chunks.add("shop", NAME, CHUNK);
    assertEquals(List.of(OTHER_NAME), chunks.missing("shop", List.of(NAME, OTHER_NAME)));
    assertEquals(List.of(NAME), chunks.missing("news", List.of(NAME)));
    try (InputStream twice = chunks.open("shop", List.of(NAME, NAME))) {
      assertArrayEquals(new byte[120], twice.readAllBytes());
    }
  }

  @Test
  void oldChunkIsMissingAndLaterDropped() throws IOException {
    chunks.add("shop", NAME, CHUNK);
    clock.pass(Duration.ofMinutes(31));
    assertEquals(List.of(NAME), chunks.missing("shop", List.of(NAME)));
    assertNotNull(store.info("_chunks/shop/" + NAME));
    clock.pass(Duration.ofMinutes(30));
    chunks.sweepAll();
    assertEquals(List.of(), store.list("_chunks/", "", 1).objects());
  }

  @Test
  void chunksOfAScopeTakeNoMoreThanTheLimit() throws IOException {
    chunks.add("shop", NAME, CHUNK);
    ProblemException refused =
        assertThrows(ProblemException.class, () -> chunks.add("shop", OTHER_NAME, OTHER));
    assertEquals("max-chunks-size", refused.problem().limit());
    byte[] fitting = new byte[40];
    chunks.add("shop", Bundles.sha1(fitting), fitting);
    chunks.add("news", OTHER_NAME, OTHER);
    clock.pass(Duration.ofMinutes(61));
    chunks.sweepAll();
    chunks.add("shop", OTHER_NAME, OTHER);
  }

  @Test
  void chunksOfAScopeAreNoMoreThanTheLimit() throws IOException {
    for (int size = 1; size <= 3; size++) {
      add(size);
    }
    add(3);
    ProblemException refused = assertThrows(ProblemException.class, () -> add(4));
    assertEquals("max-chunks", refused.problem().limit());
    chunks.sweepAll();
    assertEquals(
        List.of(Bundles.sha1(new byte[4])),
        chunks.missing("shop", List.of(Bundles.sha1(new byte[4]), Bundles.sha1(new byte[3]))));
    assertEquals(
        "max-chunks", assertThrows(ProblemException.class, () -> add(4)).problem().limit());
    clock.pass(Duration.ofMinutes(31));
    add(3); // takes the place of its older self
    assertThrows(ProblemException.class, () -> add(4));
    clock.pass(Duration.ofMinutes(30));
    chunks.sweepAll();
    add(4);
  }

  private void add(int size) throws IOException {
    chunks.add("shop", Bundles.sha1(new byte[size]), new byte[size]);
  }
}
