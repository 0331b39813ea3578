package dev.symbolicator.maps;

import dev.symbolicator.maps.Added.AddOutcome;
import dev.symbolicator.maps.JournalFact.EntryAdded;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides on each entry of one upload, as if the entries before were in the library. */
final class AddPlan {
  private final ScopeRows rows;
  private final ScopeState state;
  private final ScopeRoom room;
  private final long now;
  private final List<Added> outcomes = new ArrayList<>();
  private final Map<String, MapEntry> byDebugId = new HashMap<>();
  private final Map<BuildKey, MapEntry> byBuild = new HashMap<>();
  private final Map<String, Added> byId = new HashMap<>();

  /** The keys of which the newest upload counts. */
  private record BuildKey(
      String script, @Nullable String release, @Nullable String dist, List<String> prefixes) {
    static BuildKey of(MapEntry entry) {
      String script = ScriptName.of(entry.script()).comparable().toString();
      return new BuildKey(script, entry.release(), entry.dist(), entry.prefixes());
    }
  }

  /**
   * Begins a plan.
   *
   * @param now the time of the upload in milliseconds since 1970
   */
  AddPlan(ScopeState state, ScopeRoom room, long now) {
    this.state = state;
    rows = state.rows();
    this.room = room;
    this.now = now;
  }

  List<Added> outcomes() {
    return outcomes;
  }

  /** Returns the facts that the journal has to be told. */
  List<JournalFact> facts() {
    List<JournalFact> facts = new ArrayList<>();
    for (Added added : byId.values()) {
      if (added.isChange()) {
        facts.add(new EntryAdded(added.entry()));
      }
    }
    return facts;
  }

  void add(MapEntry entry) {
    Added added = outcome(entry);
    outcomes.add(added);
    if (added.isStored()) {
      byId.putIfAbsent(entry.id(), added);
      byBuild.put(BuildKey.of(entry), added.entry());
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
    MapEntry rival = rival(entry);
    EntryId id = EntryId.of(entry);
    int known = rows.find(id);
    if (known != ScopeRows.NONE && rival != null && rival.id().equals(entry.id())) {
      return new Added(rival, AddOutcome.UNCHANGED, null);
    }
    MapEntry conflict = conflict(entry);
    if (conflict != null) {
      return new Added(entry, AddOutcome.CONFLICT, conflict);
    }
    RoomLimit full = known == ScopeRows.NONE ? room.take(entry) : null;
    if (full != null) {
      return new Added(entry, AddOutcome.FULL, null, full);
    }
    long after = state.deletedAt(id);
    if (rival != null) {
      after = Math.max(after, rival.uploadedAt());
    }
    MapEntry timed = entry.withUploadedAt(Math.max(now, after + 1));
    AddOutcome outcome = rival == null ? AddOutcome.STORED : AddOutcome.REPLACED;
    return new Added(timed, outcome, rival);
  }

  /** Returns the entry that is found by the URL and release of an entry; null if none is. */
  private @Nullable MapEntry rival(MapEntry entry) {
    MapEntry planned = byBuild.get(BuildKey.of(entry));
    if (planned != null) {
      return planned;
    }
    RowList same = rows.ofBuild(ScriptName.of(entry.script()), entry.release());
    MapEntry newest = null;
    for (int i = 0; i < same.size(); i++) {
      MapEntry other = rows.entry(same.get(i));
      boolean isNewer = newest == null || other.uploadedAt() > newest.uploadedAt();
      if (isNewer && BuildKey.of(other).equals(BuildKey.of(entry))) {
        newest = other;
      }
    }
    return newest;
  }

  /**
   * Returns an entry with the debug ID of an entry and another map, if both may answer one URL;
   * null if there is none. So a team cannot keep another from uploading by knowing its debug IDs.
   */
  private @Nullable MapEntry conflict(MapEntry entry) {
    if (entry.debugId() == null) {
      return null;
    }
    MapEntry planned = byDebugId.get(entry.debugId());
    if (planned != null && !planned.map().sha256().equals(entry.map().sha256())) {
      return planned;
    }
    byte[] map = EntryRow.hash(entry.map().sha256());
    RowList others =
        rows.withDebugId(entry.debugId())
            .where(row -> !EntryRow.hasMap(rows.row(row), map))
            .where(row -> overlap(entry.prefixes(), rows, row));
    return others.isEmpty() ? null : rows.entry(others.get(0));
  }

  private static boolean overlap(List<String> prefixes, ScopeRows rows, int row) {
    List<String> others = rows.shared().texts(EntryRow.prefixes(rows.row(row)));
    return prefixes.isEmpty()
        || others.isEmpty()
        || prefixes.stream()
            .anyMatch(
                one ->
                    others.stream()
                        .anyMatch(other -> one.startsWith(other) || other.startsWith(one)));
  }
}
