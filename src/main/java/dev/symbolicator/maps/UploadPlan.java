package dev.symbolicator.maps;

import dev.symbolicator.maps.EntryNames.Pointer;
import dev.symbolicator.maps.EntryStore.Listing;
import dev.symbolicator.maps.MapEntry.ScriptName;
import dev.symbolicator.maps.MapLibrary.Added;
import dev.symbolicator.maps.MapLibrary.Added.AddOutcome;
import dev.symbolicator.maps.objects.Blobs;
import dev.symbolicator.maps.objects.Blobs.BlobId;
import dev.symbolicator.maps.objects.ObjectStore.ObjectInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Decides on each entry of one upload, as if the entries before were in the library. */
final class UploadPlan {
  private final EntryStore store;
  private final Blobs blobs;
  private final String scope;
  private final long now;
  private long room;
  private final Map<BuildKey, MapEntry> rivals;
  private final Map<ConflictKey, MapEntry> conflicts;
  private final Map<String, MapEntry> formers = new HashMap<>();
  private final Map<BlobId, ObjectInfo> contents;
  private final Map<String, MapEntry> byDebugId = new HashMap<>();
  private final Map<String, Added> byId = new HashMap<>();
  private final Set<BlobId> taken = new HashSet<>();
  private final List<Added> outcomes = new ArrayList<>();

  /** The keys of which the newest upload counts. */
  private record BuildKey(
      String script, @Nullable String release, @Nullable String dist, List<String> prefixes) {
    static BuildKey of(MapEntry entry) {
      String script = ScriptName.of(entry.script()).comparable().toString();
      return new BuildKey(script, entry.release(), entry.dist(), entry.prefixes());
    }
  }

  private record ConflictKey(@Nullable String debugId, String map, List<String> prefixes) {
    static ConflictKey of(MapEntry entry) {
      return new ConflictKey(entry.debugId(), entry.map().sha256(), entry.prefixes());
    }
  }

  /** Decides on entries, for a scope with room for so many inflated bytes. */
  UploadPlan(EntryStore store, Blobs blobs, List<MapEntry> entries, long room, long now)
      throws IOException {
    this.store = store;
    this.blobs = blobs;
    scope = entries.isEmpty() ? "" : entries.get(0).scope();
    this.room = room;
    this.now = now;
    rivals = read(entries, BuildKey::of, this::rival);
    conflicts =
        read(
            entries.stream().filter(entry -> entry.debugId() != null).toList(),
            ConflictKey::of,
            this::conflict);
    contents = new HashMap<>();
    List<BlobId> all = entries.stream().flatMap(EntryNames::contents).distinct().toList();
    List<@Nullable ObjectInfo> infos = store.map(all, id -> this.blobs.info(scope, id));
    for (int i = 0; i < all.size(); i++) {
      ObjectInfo info = infos.get(i);
      if (info != null) {
        contents.put(all.get(i), info);
      }
    }
    for (MapEntry former : read(entries, MapEntry::id, this::former).values()) {
      formers.put(former.id(), former);
    }
    entries.forEach(this::add);
    formers.keySet().retainAll(changes().stream().map(MapEntry::id).toList());
  }

  /** Returns an entry of the same ID, which another has replaced. */
  private @Nullable MapEntry former(MapEntry entry) throws IOException {
    MapEntry rival = rivals.get(BuildKey.of(entry));
    return rival == null || rival.id().equals(entry.id()) ? null : store.entry(scope, entry.id());
  }

  private <K> Map<K, MapEntry> read(
      List<MapEntry> entries,
      Function<MapEntry, K> key,
      EntryStore.ObjectReading<MapEntry, MapEntry> reading)
      throws IOException {
    Map<K, MapEntry> byKey = new LinkedHashMap<>();
    entries.forEach(entry -> byKey.putIfAbsent(key.apply(entry), entry));
    Collection<MapEntry> asked = byKey.values();
    List<@Nullable MapEntry> found = store.map(asked, reading);
    Map<K, MapEntry> known = new HashMap<>();
    int next = 0;
    for (K each : byKey.keySet()) {
      MapEntry entry = found.get(next++);
      if (entry != null) {
        known.put(each, entry);
      }
    }
    return known;
  }

  /** Returns the entry that is found by the URL and release of an entry; null if none is. */
  private @Nullable MapEntry rival(MapEntry entry) throws IOException {
    Pointer own = Pointer.of(entry);
    MapEntry found = null;
    Listing same =
        store.list(new EntryNames(scope).ofBuild(ScriptName.of(entry.script()), entry.release()));
    for (Pointer each : same.pointers()) {
      boolean isSame = each.dist().equals(own.dist()) && each.prefixes().equals(own.prefixes());
      if (found == null && isSame) {
        MapEntry rival = store.entry(scope, each);
        found = rival != null && BuildKey.of(rival).equals(BuildKey.of(entry)) ? rival : null;
      }
    }
    return found;
  }

  /**
   * Returns the entry that another map already has under the same debug ID; null if there is none.
   * Only entries that may answer the same URL count: whoever knows a team's debug IDs must not be
   * able to keep that team from uploading.
   */
  private @Nullable MapEntry conflict(MapEntry entry) throws IOException {
    String debugId = String.valueOf(entry.debugId());
    Pointer own = Pointer.of(entry);
    for (Pointer each : store.list(new EntryNames(scope).ofDebugId(debugId)).pointers()) {
      if (!each.map().equals(own.map())) {
        MapEntry other = store.entry(scope, each);
        if (other != null
            && debugId.equals(other.debugId())
            && overlap(entry.prefixes(), other.prefixes())) {
          return other;
        }
      }
    }
    return null;
  }

  private static boolean overlap(List<String> prefixes, List<String> others) {
    return prefixes.isEmpty()
        || others.isEmpty()
        || prefixes.stream()
            .anyMatch(
                one ->
                    others.stream()
                        .anyMatch(other -> one.startsWith(other) || other.startsWith(one)));
  }

  List<Added> outcomes() {
    return outcomes;
  }

  /** Returns the entries that are new or get a new time. */
  List<MapEntry> changes() {
    return byId.values().stream().filter(Added::isChange).map(Added::entry).toList();
  }

  /** Returns the entries that get a new time, as they were before. */
  List<MapEntry> formers() {
    return List.copyOf(formers.values());
  }

  /** Returns the content that the store has, with its age. */
  @Nullable ObjectInfo stored(BlobId content) {
    return contents.get(content);
  }

  private void add(MapEntry entry) {
    Added added = outcome(entry);
    outcomes.add(added);
    if (added.isStored()) {
      byId.putIfAbsent(entry.id(), added);
      rivals.put(BuildKey.of(entry), added.entry());
      if (entry.debugId() != null) {
        byDebugId.putIfAbsent(entry.debugId(), added.entry());
      }
    }
  }

  private Added outcome(MapEntry entry) {
    Added before = byId.get(entry.id());
    if (before != null) {
      return new Added(before.entry(), AddOutcome.UNCHANGED, null);
    }
    MapEntry rival = rivals.get(BuildKey.of(entry));
    if (rival != null && rival.id().equals(entry.id())) {
      return new Added(rival, AddOutcome.UNCHANGED, null);
    }
    MapEntry conflict = conflicts.get(ConflictKey.of(entry));
    MapEntry planned = entry.debugId() == null ? null : byDebugId.get(entry.debugId());
    if (planned != null && !planned.map().sha256().equals(entry.map().sha256())) {
      conflict = planned;
    }
    if (conflict != null) {
      return new Added(entry, AddOutcome.CONFLICT, conflict);
    }
    if (!takeRoom(entry)) {
      return new Added(entry, AddOutcome.FULL, null);
    }
    long after = rival == null ? 0 : rival.uploadedAt();
    MapEntry timed = entry.withUploadedAt(Math.max(now, after + 1));
    return new Added(timed, rival == null ? AddOutcome.STORED : AddOutcome.REPLACED, rival);
  }

  private boolean takeRoom(MapEntry entry) {
    List<BlobId> unstored =
        EntryNames.contents(entry)
            .distinct()
            .filter(content -> !contents.containsKey(content) && !taken.contains(content))
            .toList();
    long size = unstored.stream().mapToLong(BlobId::size).sum();
    if (size > room) {
      return false;
    }
    room -= size;
    taken.addAll(unstored);
    return true;
  }
}
