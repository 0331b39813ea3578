package dev.symbolicator.maps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.maps.EntryNames.Pointer;
import dev.symbolicator.maps.MapEntry.ScriptName;
import dev.symbolicator.maps.objects.Blobs.BlobId;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** Entries as objects, and the pointers to them. */
class MapEntryTest {
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

  @Property(tries = 500)
  void writtenEntryIsReadBack(@ForAll("entries") MapEntry entry) throws IOException {
    ObjectMapper json = new ObjectMapper();
    assertEquals(entry, json.readValue(json.writeValueAsBytes(entry), MapEntry.class));
  }

  @Property(tries = 500)
  void pointersTellWhatAChoiceNeeds(@ForAll("entries") MapEntry entry) {
    Pointer pointer = Pointer.of(entry);
    for (String name : new EntryNames(entry.scope()).pointers(entry)) {
      assertTrue(name.length() <= 220 && name.startsWith(entry.scope() + "/by-"), name);
      assertEquals(pointer, Pointer.parse(name));
    }
    assertEquals(entry.id(), pointer.id());
    assertEquals(entry.uploadedAt(), pointer.uploadedAt());
    assertEquals(EntryNames.release(entry.release()), pointer.release());
    assertEquals(EntryNames.release(entry.dist()), pointer.dist());
    assertEquals(EntryNames.key(entry.debugId()), pointer.debugId());
    assertEquals(EntryNames.key(entry.contentSha256()), pointer.script());
    assertEquals(EntryNames.name(ScriptName.of(entry.script())), pointer.name());
    assertEquals(EntryNames.prefixes(entry.prefixes()), pointer.prefixes());
    assertTrue(entry.map().sha256().startsWith(pointer.map()));
    assertTrue(pointer.compareTo(Pointer.of(entry.withUploadedAt(entry.uploadedAt() + 1))) > 0);
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
}
