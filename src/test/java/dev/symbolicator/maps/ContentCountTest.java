package dev.symbolicator.maps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.JournalFact.EntryAdded;
import dev.symbolicator.maps.JournalFact.EntryDeleted;
import dev.symbolicator.maps.objects.MapStore;
import dev.symbolicator.maps.objects.MapStoreConfig;
import dev.symbolicator.testing.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContentCountTest {
  private static final String SCOPE = TestEntry.SCOPE;

  @TempDir private Path folder;
  private JournaledIndex shared;

  @BeforeEach
  void open() throws IOException {
    Settings settings = Settings.of("symbolicator.maps.directory", folder.toString());
    shared =
        new JournaledIndex(
            Objects.requireNonNull(new MapStore(settings.read(MapStoreConfig.class)).objects()),
            MapLimits.DEFAULT,
            Clock.systemUTC());
    shared.refresh();
  }

  @Test
  void contentIsCountedAnewOnlyAfterAChangeOfTheScope() throws IOException {
    ContentCount counts = new ContentCount(shared);
    MapEntry entry = TestEntry.of("~/a.js", "map").entry();
    shared.update(index -> List.of(new EntryAdded(entry)));
    StoredContent counted = counts.of(SCOPE);
    assertTrue(counted.has(entry.map().sha256()));

    shared.update(
        index -> List.of(new EntryAdded(TestEntry.of("~/a.js", "map").scope("bank").entry())));
    assertSame(counted, counts.of(SCOPE));
    shared.update(index -> List.of(EntryDeleted.of(entry, 2_000)));
    assertFalse(counts.of(SCOPE).has(entry.map().sha256()));
  }

  @Test
  void gaugeFollowsTheContent() throws IOException {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    LibraryMetrics metrics = new LibraryMetrics(shared, registry);
    shared.update(index -> List.of(new EntryAdded(TestEntry.of("~/a.js", "map").entry())));
    metrics.update();
    assertEquals(3, registry.get("symbolicator.maps.bytes").gauge().value());
    shared.update(
        index -> List.of(new EntryAdded(TestEntry.of("~/b.js", "map").text("text").entry())));
    assertEquals(7, registry.get("symbolicator.maps.bytes").gauge().value());
  }
}
