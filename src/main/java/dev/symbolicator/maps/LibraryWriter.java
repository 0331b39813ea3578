package dev.symbolicator.maps;

import dev.symbolicator.maps.Added.AddOutcome;
import dev.symbolicator.maps.objects.BlobId;
import dev.symbolicator.maps.objects.Blobs;
import dev.symbolicator.maps.objects.SpooledBlob;
import dev.symbolicator.threads.WorkerThreads;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Adds entries to the library and deletes entries, at the wish of uploaders. */
final class LibraryWriter implements AutoCloseable {
  private final JournaledIndex shared;
  private final Blobs blobs;
  private final long maxBytes;
  private final MapLimits limits;
  private final Clock clock;
  private final ExecutorService threads;

  /**
   * Makes a writer.
   *
   * @param maxBytes the most bytes of one scope's maps and scripts, inflated
   */
  LibraryWriter(JournaledIndex shared, Blobs blobs, long maxBytes, MapLimits limits, Clock clock) {
    this.shared = shared;
    this.blobs = blobs;
    this.maxBytes = maxBytes;
    this.limits = limits;
    this.clock = clock;
    threads = WorkerThreads.pool("source-map-contents", limits.contentsAtOnce());
  }

  List<Added> add(Uploader uploader, List<NewMap> maps, boolean isDryRun) throws IOException {
    List<MapEntry> entries = maps.stream().map(map -> entry(uploader, map)).toList();
    shared.refresh();
    AddPlan first = plan(shared.index(), uploader.scope(), entries);
    if (isDryRun) {
      return first.outcomes();
    }
    Collection<SpooledBlob> contents =
        ContentUpload.contents(select(maps, first.outcomes(), Added::isChange));
    ContentUpload upload = new ContentUpload(blobs, uploader.scope(), threads);
    upload.store(contents, StoredContent.of(shared.index(), uploader.scope()));
    List<Added> outcomes = new ArrayList<>();
    shared.update(
        index -> {
          AddPlan plan = plan(index, uploader.scope(), entries);
          outcomes.addAll(plan.outcomes());
          return plan.facts();
        });
    upload.check(ContentUpload.contents(select(maps, outcomes, Added::isStored)));
    for (Added added : outcomes) {
      if (added.outcome() == AddOutcome.UNCHANGED) {
        shared.index().use(added.entry(), clock.millis()); // It keeps its old time of upload.
      }
      AuditLog.uploaded(uploader, added);
    }
    return outcomes;
  }

  @Nullable MapEntry find(
      Uploader uploader,
      String script,
      @Nullable String release,
      @Nullable String dist,
      String contentSha256)
      throws IOException {
    shared.refresh();
    MapIndex index = shared.index();
    MapEntry found =
        index.read(
            uploader.scope(),
            state -> {
              if (state == null) {
                return null;
              }
              ScopeRows rows = state.rows();
              RowList same =
                  rows.withContent(contentSha256).where(row -> rows.hasScript(row, script));
              return same.entries(rows, same.size()).stream()
                  .filter(entry -> Objects.equals(entry.release(), release))
                  .filter(entry -> Objects.equals(entry.dist(), dist))
                  .filter(entry -> entry.prefixes().equals(uploader.prefixes()))
                  .max(Comparator.comparingLong(MapEntry::uploadedAt))
                  .orElse(null);
            });
    if (found != null) {
      index.use(found, clock.millis());
    }
    return found;
  }

  private MapEntry entry(Uploader uploader, NewMap map) {
    String canonical = MapEntry.canonicalScript(map.script());
    String script = map.script().equals(canonical) ? map.script() : canonical; // one copy in memory
    if (script == null || script.length() > limits.scriptLength()) {
      throw new IllegalArgumentException("not a URL or path of a script: " + map.script());
    }
    checkLabel(map.release());
    checkLabel(map.dist());
    checkLabel(uploader.project());
    SpooledBlob text = map.text();
    return new MapEntry(
        uploader.scope(),
        script,
        map.release(),
        map.dist(),
        map.debugId(),
        uploader.project(),
        new BlobId(map.map().sha256(), map.map().size()),
        text == null ? null : new BlobId(text.sha256(), text.size()),
        map.contentSha256(),
        uploader.prefixes(),
        uploader.token(),
        clock.millis());
  }

  private void checkLabel(@Nullable String label) {
    if (label != null && label.length() > limits.labelLength()) {
      throw new IllegalArgumentException("a release, dist or project is too long");
    }
  }

  private AddPlan plan(MapIndex index, String scope, List<MapEntry> entries) {
    long heap = limits.indexBytes() - index.bytes();
    return index.read(
        scope,
        known -> {
          ScopeState state = known == null ? new ScopeState(scope) : known;
          ScopeRows rows = state.rows();
          ScopeRoom room = new ScopeRoom(rows, limits.entries() - rows.count(), maxBytes, heap);
          AddPlan plan = new AddPlan(state, room, clock.millis());
          entries.forEach(plan::add);
          return plan;
        });
  }

  private static List<NewMap> select(
      List<NewMap> maps, List<Added> outcomes, Predicate<Added> condition) {
    List<NewMap> selected = new ArrayList<>();
    for (int i = 0; i < maps.size(); i++) {
      if (condition.test(outcomes.get(i))) {
        selected.add(maps.get(i));
      }
    }
    return selected;
  }

  /** Deletes the entries of a filter that the uploader may delete. */
  EntryDeletion delete(Uploader uploader, EntryFilter filter) throws IOException {
    return EntryDeletion.of(
        shared,
        clock,
        (index, most) ->
            index.read(
                uploader.scope(),
                state ->
                    state == null ? List.of() : deletable(uploader, filter, state.rows(), most)),
        entry -> AuditLog.deleted(uploader, entry));
  }

  private static List<MapEntry> deletable(
      Uploader uploader, EntryFilter filter, ScopeRows rows, int most) {
    RowList some =
        filter
            .of(rows)
            .where(
                row -> uploader.mayDelete(rows.shared().texts(EntryRow.prefixes(rows.row(row)))));
    return some.entries(rows, most);
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
