package dev.symbolicator.maps;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.maps.JournalFact.EntryAdded;
import dev.symbolicator.maps.objects.MapStore;
import dev.symbolicator.maps.objects.MapStoreConfig;
import dev.symbolicator.testing.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EntryDeletionTest {
  private static final int ENTRIES = 2 * EntryDeletion.AT_ONCE;

  @Test
  void manyEntriesAreDeletedSomeAtATime(@TempDir Path folder) throws IOException {
    Settings settings = Settings.of("symbolicator.maps.directory", folder.toString());
    JournaledIndex shared =
        new JournaledIndex(
            Objects.requireNonNull(new MapStore(settings.read(MapStoreConfig.class)).objects()),
            MapLimits.DEFAULT,
            Clock.systemUTC());
    shared.update(
        index ->
            IntStream.range(0, ENTRIES)
                .<JournalFact>mapToObj(
                    i -> new EntryAdded(TestEntry.of("~/" + i, "map").text("text").entry()))
                .toList());
    List<Integer> turns = new ArrayList<>();
    List<MapEntry> told = new ArrayList<>();
    EntryDeletion deleted =
        EntryDeletion.of(
            shared,
            Clock.systemUTC(),
            (index, most) -> {
              turns.add(TestEntry.all(index, TestEntry.SCOPE).size());
              return index.collect(state -> state.rows().all().entries(state.rows(), most));
            },
            told::add);
    assertEquals(List.of(ENTRIES, ENTRIES - EntryDeletion.AT_ONCE, 0), turns);
    assertEquals(ENTRIES, deleted.entries());
    assertEquals(ENTRIES, told.size());
    assertEquals(
        Map.of(TestEntry.SCOPE, Set.of(TestEntry.hash("map"), TestEntry.hash("text"))),
        deleted.hashes());
  }
}
