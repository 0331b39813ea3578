package dev.symbolicator.maps;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.maps.JournalFact.EntryAdded;
import dev.symbolicator.maps.JournalFact.EntryDeleted;
import dev.symbolicator.maps.JournalFact.EntryUsed;
import dev.symbolicator.maps.objects.BlobId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/**
 * The state is a last-writer-wins element set, so neither order nor repetition of facts matters.
 */
class LibraryStateTest {
  private static final String HASH = "a".repeat(64);
  private static final String OTHER_HASH = "b".repeat(64);

  @Provide
  Arbitrary<MapEntry> entries() {
    Arbitrary<String> scripts =
        Arbitraries.of("https://a.example/a.js", "https://a.example/b.js?v=1", "~/a.js", "~/ä");
    Arbitrary<@Nullable String> labels =
        Arbitraries.of("1", "2", "null", "", "é \"\n😀").injectNull(0.3);
    Arbitrary<@Nullable String> ids =
        Arbitraries.of(1L, 2L).map(low -> new UUID(0, low).toString()).injectNull(0.3);
    Arbitrary<String> hashes = Arbitraries.of(HASH, OTHER_HASH);
    Arbitrary<List<String>> prefixes =
        Arbitraries.of(List.of(), List.of("https://a.example/"), List.of("https://a/", "b:"));
    Arbitrary<Long> times = Arbitraries.longs().between(1, 4);
    return Combinators.combine(
            scripts, labels, labels, ids, hashes, hashes.injectNull(0.3), prefixes, times)
        .as(
            (script, release, label, id, map, text, allowed, time) ->
                new MapEntry(
                    script.startsWith("~") ? "shop" : "bank",
                    script,
                    release,
                    label,
                    id,
                    time % 2 == 0 ? null : label,
                    new BlobId(map, 1L << 40),
                    text == null ? null : new BlobId(text, 7),
                    text == null ? null : time < 3 ? text : HASH,
                    allowed,
                    time < 2 ? "ci" : "",
                    time));
  }

  @Provide
  Arbitrary<List<JournalFact>> facts() {
    return entries().list().ofMinSize(1).ofMaxSize(6).flatMap(LibraryStateTest::factsOf);
  }

  private static Arbitrary<List<JournalFact>> factsOf(List<MapEntry> entries) {
    Arbitrary<MapEntry> some = Arbitraries.of(entries);
    Arbitrary<Integer> times = Arbitraries.integers().between(1, 4);
    Arbitrary<JournalFact> added =
        Combinators.combine(some, times).as((e, at) -> new EntryAdded(e.withUploadedAt(at)));
    Arbitrary<JournalFact> deleted =
        Combinators.combine(some, times)
            .as((e, at) -> new EntryDeleted(e.scope(), EntryId.of(e), at));
    Arbitrary<JournalFact> used =
        Combinators.combine(some, times)
            .as((e, day) -> new EntryUsed(e.scope(), EntryId.of(e), day));
    return Arbitraries.oneOf(added, added, deleted, used).list().ofMaxSize(20);
  }

  private static Set<String> state(List<JournalFact> facts) throws IOException {
    MapIndex index = new MapIndex();
    index.apply(facts, LibraryChanges.IGNORED);
    return state(index);
  }

  private static Set<String> state(MapIndex index) throws IOException {
    Set<String> state = new TreeSet<>();
    index.facts(fact -> state.add(fact.toString()));
    return state;
  }

  @Property(tries = 500)
  void factsMakeOneStateInAnyOrderAndTwice(
      @ForAll("facts") List<JournalFact> facts, @ForAll long seed) throws IOException {
    List<JournalFact> others = new ArrayList<>(facts);
    Random random = new Random(seed);
    facts.stream().filter(fact -> random.nextBoolean()).forEach(others::add);
    Collections.shuffle(others, random);

    assertEquals(state(facts), state(others));
  }

  @Property(tries = 500)
  void latestFactDecidesWhetherAnEntryExists(@ForAll("facts") List<JournalFact> facts) {
    Map<EntryId, Long> uploads = new HashMap<>();
    Map<EntryId, Long> deletions = new HashMap<>();
    for (JournalFact fact : facts) {
      if (fact instanceof EntryAdded added) {
        uploads.merge(EntryId.of(added.entry()), added.entry().uploadedAt(), Math::max);
      } else if (fact instanceof EntryDeleted deleted) {
        deletions.merge(deleted.id(), deleted.at(), Math::max);
      }
    }
    uploads.entrySet().removeIf(e -> deletions.getOrDefault(e.getKey(), 0L) >= e.getValue());

    MapIndex index = new MapIndex();
    index.apply(facts, LibraryChanges.IGNORED);
    Map<EntryId, Long> known = new HashMap<>();
    for (String scope : index.scopes()) {
      TestEntry.all(index, scope)
          .forEach(entry -> known.put(EntryId.of(entry), entry.uploadedAt()));
    }
    assertEquals(uploads, known);
  }

  @Property(tries = 500)
  void summaryMakesAnEqualState(@ForAll("facts") List<JournalFact> facts) throws IOException {
    MapIndex index = new MapIndex();
    index.apply(facts, LibraryChanges.IGNORED);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JournalWriter writer = new JournalWriter(bytes)) {
      index.facts(writer);
    }
    List<JournalFact> read = new ArrayList<>();
    JournalReader.read(new ByteArrayInputStream(bytes.toByteArray()), read::add);

    assertEquals(state(index), state(read));
  }

  @Property(tries = 500)
  void writtenEntryIsReadBack(@ForAll("entries") MapEntry entry) {
    ScopeRows rows = new ScopeRows(entry.scope());
    assertEquals(entry, rows.entry(rows.add(EntryId.of(entry), entry)));
  }

  @Property(tries = 500)
  void entriesWithEqualIdsHaveEqualKeys(
      @ForAll("entries") MapEntry one, @ForAll("entries") MapEntry other) {
    assertEquals(keys(one).equals(keys(other)), one.id().equals(other.id()));
  }

  private static List<@Nullable Object> keys(MapEntry entry) {
    return Arrays.asList(
        entry.scope(),
        entry.script(),
        entry.release(),
        entry.dist(),
        entry.debugId(),
        entry.map(),
        entry.text(),
        entry.prefixes());
  }

  @Property(tries = 100)
  void listenersLearnOfEachDeletion(@ForAll("facts") List<JournalFact> facts) {
    MapIndex index = new MapIndex();
    Set<MapEntry> before = Set.of();
    for (JournalFact fact : facts) {
      List<MapEntry> told = new ArrayList<>();
      index.apply(List.of(fact), told::add);
      Set<MapEntry> after = new HashSet<>();
      index.scopes().forEach(scope -> after.addAll(TestEntry.all(index, scope)));
      Set<String> ids = after.stream().map(MapEntry::id).collect(Collectors.toSet());
      assertEquals(before.stream().filter(entry -> !ids.contains(entry.id())).toList(), told);
      before = after;
    }
  }
}
