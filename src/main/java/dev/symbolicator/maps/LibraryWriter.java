package dev.symbolicator.maps;

import dev.symbolicator.maps.EntryNames.Pointer;
import dev.symbolicator.maps.EntryStore.Page;
import dev.symbolicator.maps.MapEntry.ScriptName;
import dev.symbolicator.maps.MapLibrary.Added;
import dev.symbolicator.maps.MapLibrary.NewMap;
import dev.symbolicator.maps.MapLibrary.Uploader;
import dev.symbolicator.maps.objects.Blobs;
import dev.symbolicator.maps.objects.Blobs.BlobId;
import dev.symbolicator.maps.objects.ObjectStore;
import dev.symbolicator.maps.objects.ObjectStore.ObjectInfo;
import dev.symbolicator.maps.objects.Spool.SpooledBlob;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Adds and deletes entries. An upload writes a note, the pointers that keep its contents, the
 * contents, the other pointers, the entries, and {@code changes}, then looks for the contents. A
 * deletion writes a note, deletes, and writes {@code changes}. So whenever a process is killed, no
 * entry lacks its content.
 */
final class LibraryWriter {
  private final EntryStore store;
  private final Blobs blobs;
  private final LookUpCache cache;
  private final LibraryUpkeep upkeep;
  private final Consumer<MapEntry> deleted;
  private final long maxBytes;
  private final MapLimits limits;
  private final Clock clock;

  /** Scopes in which this process has written {@code changes}: it is absent before any entry is. */
  private final Set<String> announced = ConcurrentHashMap.newKeySet();

  /** Names of lists of prefixes that are stored; the operator configures the lists, so few. */
  private final Set<String> prefixLists = ConcurrentHashMap.newKeySet();

  /** Makes a writer, for so many bytes of one scope's maps and scripts, inflated. */
  LibraryWriter(
      EntryStore store,
      LookUpCache cache,
      LibraryUpkeep upkeep,
      Consumer<MapEntry> deleted,
      long maxBytes,
      MapLimits limits,
      Clock clock) {
    this.store = store;
    blobs = new Blobs(store.objects());
    this.cache = cache;
    this.upkeep = upkeep;
    this.deleted = deleted;
    this.maxBytes = maxBytes;
    this.limits = limits;
    this.clock = clock;
  }

  List<Added> add(Uploader uploader, List<NewMap> maps, boolean isDryRun) throws IOException {
    List<MapEntry> entries = maps.stream().map(map -> entry(uploader, map)).toList();
    if (entries.isEmpty()) {
      return List.of();
    }
    long room = maxBytes - upkeep.bytes(uploader.scope());
    UploadPlan plan = new UploadPlan(store, blobs, entries, room, clock.millis());
    List<Added> outcomes = plan.outcomes();
    if (isDryRun) {
      return outcomes;
    }
    Map<BlobId, SpooledBlob> contents = new HashMap<>();
    for (int i = 0; i < maps.size(); i++) {
      if (outcomes.get(i).isStored()) {
        SpooledBlob text = maps.get(i).text();
        contents.put(maps.get(i).map().id(), maps.get(i).map());
        if (text != null) {
          contents.put(text.id(), text);
        }
      }
    }
    upkeep.use(outcomes.stream().filter(Added::isStored).map(Added::entry).toList());
    store(uploader.scope(), plan, contents.values());
    outcomes.forEach(added -> AuditLog.uploaded(uploader, added));
    return outcomes;
  }

  private MapEntry entry(Uploader uploader, NewMap map) {
    String script = MapEntry.canonicalScript(map.script());
    if (script == null || script.length() > limits.scriptLength()) {
      throw new IllegalArgumentException("not a URL or path of a script: " + map.script());
    }
    checkLabel(map.release());
    checkLabel(map.dist());
    checkLabel(uploader.project());
    return new MapEntry(
        uploader.scope(),
        script,
        map.release(),
        map.dist(),
        map.debugId(),
        uploader.project(),
        map.map().id(),
        map.text() == null ? null : map.text().id(),
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

  private void store(String scope, UploadPlan plan, Collection<SpooledBlob> contents)
      throws IOException {
    EntryNames names = new EntryNames(scope);
    List<MapEntry> added = plan.changes();
    if (added.isEmpty()) {
      storeContents(scope, plan, contents);
      if (plan.outcomes().stream().anyMatch(each -> each.isStored() && isNew(each.entry()))) {
        change(scope);
      }
      return;
    }
    List<MapEntry> touched = new ArrayList<>(added);
    touched.addAll(plan.formers());
    String note = upkeep.note(scope, touched);
    List<String> first = new ArrayList<>(List.of(EntryNames.SCOPES + scope));
    added.forEach(entry -> first.addAll(names.contentPointers(entry)));
    store.putEmpty(first);
    storeContents(scope, plan, contents);
    storePrefixes(names, added);
    List<String> pointers = new ArrayList<>();
    added.forEach(entry -> pointers.addAll(names.pointers(entry)));
    store.putEmpty(pointers);
    if (!announced.contains(scope)) {
      change(scope);
      announced.add(scope);
    }
    try {
      store.forEach(added, entry -> store.write(names.entry(entry.id()), entry));
      change(scope);
      store.forEach(
          contents,
          content -> {
            if (blobs.info(scope, content.id()) == null) {
              blobs.put(scope, content);
            }
          });
    } catch (IOException failed) {
      undo(scope, plan, failed);
      upkeep.finish(scope, note);
      throw failed;
    }
    upkeep.added(scope, added.size(), 0);
    if (plan.formers().isEmpty()) {
      store.objects().delete(note);
    } else {
      upkeep.finish(scope, note);
    }
  }

  /** Stores contents that are not there, or are there for some time: that repairs damaged ones. */
  private void storeContents(String scope, UploadPlan plan, Collection<SpooledBlob> contents)
      throws IOException {
    long old = clock.millis() - limits.again().toMillis();
    store.forEach(
        contents,
        content -> {
          ObjectInfo stored = plan.stored(content.id());
          if (stored == null
              || stored.modified() < old
              || blobs.info(scope, content.id()) == null) {
            blobs.put(scope, content);
          }
          if (stored == null) {
            upkeep.added(scope, 0, content.size());
          }
        });
  }

  private void storePrefixes(EntryNames names, List<MapEntry> added) throws IOException {
    List<String> prefixes = added.get(0).prefixes(); // One uploader has one list.
    String name = names.prefixList(EntryNames.prefixes(prefixes));
    if (!prefixes.isEmpty() && prefixLists.add(name)) {
      try {
        store.write(name, prefixes);
      } catch (IOException failed) {
        prefixLists.remove(name);
        throw failed;
      }
    }
  }

  /** Takes entries back that were written before the store failed, as far as the store lets us. */
  private void undo(String scope, UploadPlan plan, IOException failed) {
    EntryNames names = new EntryNames(scope);
    try {
      store.delete(plan.changes().stream().map(entry -> names.entry(entry.id())).toList());
      store.forEach(plan.formers(), former -> store.write(names.entry(former.id()), former));
      change(scope);
    } catch (IOException again) {
      failed.addSuppressed(again);
    }
  }

  /** Tells whether instances may remember an entry as absent: its writer may have ended. */
  private boolean isNew(MapEntry entry) {
    return clock.millis() - entry.uploadedAt() < limits.remembered().toMillis();
  }

  private void change(String scope) throws IOException {
    String version = UUID.randomUUID().toString();
    store
        .objects()
        .put(new EntryNames(scope).changes(), version.getBytes(StandardCharsets.US_ASCII));
    cache.changed(scope, version);
  }

  /** Returns the entry of a script that was sent before: {@link MapLibrary#find}. */
  @Nullable MapEntry find(
      Uploader uploader,
      String script,
      @Nullable String release,
      @Nullable String dist,
      String contentSha256)
      throws IOException {
    String prefix = new EntryNames(uploader.scope()).ofScript(contentSha256);
    for (Pointer each : store.list(prefix).pointers()) {
      boolean mayBe =
          each.release().equals(EntryNames.release(release))
              && each.dist().equals(EntryNames.release(dist))
              && each.name().equals(EntryNames.name(ScriptName.of(script)))
              && each.prefixes().equals(EntryNames.prefixes(uploader.prefixes()));
      MapEntry entry = mayBe ? store.entry(uploader.scope(), each) : null;
      if (entry != null
          && contentSha256.equals(entry.contentSha256())
          && entry.script().equals(script)
          && Objects.equals(entry.release(), release)
          && Objects.equals(entry.dist(), dist)
          && entry.prefixes().equals(uploader.prefixes())) {
        upkeep.useLater(entry);
        if (isNew(entry)) {
          change(uploader.scope());
        }
        return entry;
      }
    }
    return null;
  }

  int delete(
      Uploader uploader, @Nullable String id, @Nullable String release, @Nullable String script)
      throws IOException {
    Predicate<MapEntry> isMeant =
        entry ->
            (release == null || release.equals(entry.release()))
                && (script == null || isNamed(entry, script))
                && uploader.mayDelete(entry.prefixes());
    Consumer<MapEntry> audit = entry -> AuditLog.deleted(uploader, entry);
    EntryNames names = new EntryNames(uploader.scope());
    if (id != null) {
      return deleteOne(names.scope(), id, isMeant, audit);
    }
    String prefix =
        script != null
            ? names.ofName(ScriptName.of(script))
            : names.ofRelease(Objects.requireNonNull(release));
    return deleteAll(names.scope(), prefix, isMeant, audit);
  }

  private static boolean isNamed(MapEntry entry, String script) {
    return ScriptName.of(entry.script()).comparable().equals(ScriptName.of(script).comparable());
  }

  void expire(String scope, @Nullable String release, String id) throws IOException {
    int unused =
        release == null
            ? deleteOne(scope, id, entry -> true, AuditLog::expired)
            : deleteAll(
                scope,
                new EntryNames(scope).ofReleaseKey(release),
                entry -> EntryNames.release(entry.release()).equals(release),
                AuditLog::expired);
  }

  private int deleteOne(
      String scope, String id, Predicate<MapEntry> isMeant, Consumer<MapEntry> audit)
      throws IOException {
    MapEntry entry = MapEntry.isId(id) ? store.entry(scope, id) : null;
    return entry == null || !isMeant.test(entry) ? 0 : delete(scope, List.of(entry), audit);
  }

  private int deleteAll(
      String scope, String prefix, Predicate<MapEntry> isMeant, Consumer<MapEntry> audit)
      throws IOException {
    int count = 0;
    for (String after = ""; after != null; ) {
      Page page = store.page(prefix, after, ObjectStore.PAGE);
      List<MapEntry> found = store.entries(scope, page.pointers());
      count += delete(scope, found.stream().filter(isMeant).toList(), audit);
      after = page.next();
    }
    return count;
  }

  private int delete(String scope, List<MapEntry> entries, Consumer<MapEntry> audit)
      throws IOException {
    if (entries.isEmpty()) {
      return 0;
    }
    EntryNames names = new EntryNames(scope);
    String note = upkeep.note(scope, entries);
    try {
      store.forEach(
          entries,
          entry -> {
            store.objects().delete(names.entry(entry.id()));
            audit.accept(entry);
            deleted.accept(entry);
          });
    } finally {
      change(scope);
    }
    upkeep.added(scope, -entries.size(), 0);
    upkeep.finish(scope, note);
    return entries.size();
  }

  /** Writes a line for each upload and each deletion, without contents and without secrets. */
  static final class AuditLog {
    private static final Logger LOG = Logger.getLogger("dev.symbolicator.audit");

    private AuditLog() {}

    static void uploaded(Uploader uploader, Added added) {
      log(
          "upload",
          uploader.token(),
          added.entry(),
          added.outcome().name().toLowerCase(Locale.ROOT));
    }

    static void deleted(Uploader uploader, MapEntry entry) {
      log("deletion", uploader.token(), entry, "deleted");
    }

    static void expired(MapEntry entry) {
      log("deletion", "retention", entry, "deleted");
    }

    private static void log(String action, String token, MapEntry entry, String outcome) {
      LOG.infof(
          "%s by=%s scope=%s script=%s release=%s id=%s outcome=%s",
          action,
          word(token),
          word(entry.scope()),
          word(entry.script()),
          word(entry.release()),
          entry.id(),
          outcome);
    }

    /** Quotes a text that could look like other words of the line, or like another line. */
    private static String word(@Nullable String text) {
      if (text == null) {
        return "-";
      }
      boolean isPlain = text.chars().allMatch(c -> c > ' ' && c < 0x7F && c != '"');
      return isPlain && !text.isEmpty()
          ? text
          : '"' + text.replaceAll("[\\p{Cntrl}\\p{Zl}\\p{Zp}\"]", "?") + '"';
    }
  }
}
