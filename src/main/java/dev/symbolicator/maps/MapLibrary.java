package dev.symbolicator.maps;

import dev.symbolicator.config.Converters.PositiveDuration;
import dev.symbolicator.maps.EntryNames.Pointer;
import dev.symbolicator.maps.EntryStore.Page;
import dev.symbolicator.maps.objects.Blobs;
import dev.symbolicator.maps.objects.Blobs.BlobId;
import dev.symbolicator.maps.objects.MapStore;
import dev.symbolicator.maps.objects.ObjectStore;
import dev.symbolicator.maps.objects.ObjectStore.StoreUnavailableException;
import dev.symbolicator.maps.objects.Spool.SpooledBlob;
import dev.symbolicator.threads.WorkerThreads;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Startup;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The library of uploaded source maps in a folder or a bucket, which all instances share. The
 * store's own lists are the index ({@link EntryNames}). Look-ups never block; all other methods do.
 * Another instance's changes are seen within five seconds.
 */
@Startup
@Singleton
public class MapLibrary {
  private static final Logger LOG = Logger.getLogger(MapLibrary.class);

  /** Where a design that was never released kept the entries. */
  private static final String OLD_FOLDER = "_journal/";

  private static final String OLD_STORE =
      "The store of source maps has a folder _journal of an older design, which cannot be read:"
          + " empty the store, and upload the maps again.";

  private static final String NO_STORE =
      "No store of source maps is configured. Set symbolicator.maps.directory or"
          + " symbolicator.maps.bucket.name.";

  private final MapLimits limits;
  private final @Nullable EntryStore store;
  private final @Nullable LibraryUpkeep upkeep;
  private final @Nullable LibraryWriter writer;
  private final LookUpCache cache;
  private final MapStore maps;
  private final ExecutorService threads;
  private final List<Consumer<MapEntry>> deletionListeners = new CopyOnWriteArrayList<>();
  private volatile boolean isReady;
  private volatile boolean isOld;

  /** Opens the library; {@link IllegalStateException} if the store is of another design. */
  @Inject
  public MapLibrary(MapsConfig config, MapStore store, MeterRegistry metrics, Clock clock) {
    this(config, MapLimits.DEFAULT, store.objects(), store, metrics, clock);
  }

  /** Makes a library of these objects, for tests; null if there is no store. */
  public MapLibrary(
      MapsConfig config,
      MapLimits limits,
      @Nullable ObjectStore objects,
      MapStore maps,
      MeterRegistry metrics,
      Clock clock) {
    this.limits = limits;
    this.maps = maps;
    threads = WorkerThreads.pool("source-map-objects", limits.atOnce());
    if (objects == null) {
      store = null;
      upkeep = null;
      writer = null;
      cache = new LookUpCache(null, threads, limits, entry -> {}, () -> {});
      isReady = true;
      return;
    }
    EntryStore entries = new EntryStore(objects, threads, limits);
    LibraryUpkeep work =
        new LibraryUpkeep(entries, maps.spool(), config.retention(), limits, metrics, clock);
    store = entries;
    upkeep = work;
    cache = new LookUpCache(entries, threads, limits, this::tellDeletion, work::failed);
    LibraryWriter changes =
        new LibraryWriter(
            entries,
            cache,
            work,
            this::tellDeletion,
            config.maxSize().asLongValue(),
            limits,
            clock);
    writer = changes;
    if (!work.attempt(this::check)) {
      work.insist(this::check);
    }
    if (isOld) {
      throw new ConfigurationException(OLD_STORE);
    }
    work.start(changes::expire);
  }

  /** Looks whether the store has entries that would not be found. */
  private void check() throws IOException {
    isOld = !store().objects().list(OLD_FOLDER, "", 1).objects().isEmpty();
    isReady = !isOld;
    if (isOld) {
      LOG.error(OLD_STORE);
    }
  }

  /** Tells whether the store could be used once since the start, or there is none. */
  boolean isReady() {
    return isReady;
  }

  /** Closes the store too, after the work on it: beans that end on their own have no order. */
  @PreDestroy
  void close() {
    if (upkeep != null) {
      upkeep.close();
    }
    threads.shutdownNow();
    maps.close();
  }

  private EntryStore store() throws StoreUnavailableException {
    if (store == null) {
      throw new StoreUnavailableException(NO_STORE, null);
    }
    return store;
  }

  private LibraryWriter writer() throws StoreUnavailableException {
    if (writer == null) {
      throw new StoreUnavailableException(NO_STORE, null);
    }
    return writer;
  }

  public boolean isOn() {
    return store != null;
  }

  public MapSearch search(ScriptRef ref) {
    return new MapSearch(cache, ref, limits, false);
  }

  /** Looks a script up for people: the steps are kept, and no answer is older than the question. */
  public MapSearch explainedSearch(ScriptRef ref) {
    return new MapSearch(cache, ref, limits, true);
  }

  /**
   * Adds maps, durably, with an outcome for each, in order; a dry run says what would happen.
   *
   * @throws IllegalArgumentException if a script is not as {@link MapEntry#canonicalScript}, or a
   *     text is longer than {@link MapLimits} allow
   */
  public List<Added> add(Uploader uploader, List<NewMap> maps, boolean isDryRun)
      throws IOException {
    return writer().add(uploader, maps, isDryRun);
  }

  /** Finds a script that the uploader sent before with its map, and notes its use; null if none. */
  public @Nullable MapEntry find(
      Uploader uploader,
      String script,
      @Nullable String release,
      @Nullable String dist,
      String contentSha256)
      throws IOException {
    return writer().find(uploader, script, release, dist, contentSha256);
  }

  /** Entries, the newest first, and the ID after which the others come; null if there are none. */
  public record EntryPage(List<MapEntry> entries, @Nullable String next) {}

  /**
   * Lists entries, the newest first, after {@link EntryPage#next}; null if no entry has that ID.
   */
  public @Nullable EntryPage list(
      String scope, @Nullable String release, @Nullable String after, int most) throws IOException {
    EntryNames names = new EntryNames(scope);
    String prefix = release == null ? names.ofTime() : names.ofRelease(release);
    String name = "";
    if (after != null) {
      MapEntry last = MapEntry.isId(after) ? store().entry(scope, after) : null;
      if (last == null) {
        return null;
      }
      name = EntryNames.pointer(prefix, Pointer.of(last));
    }
    List<MapEntry> entries = new ArrayList<>();
    String next = name;
    while (next != null && entries.size() < most) {
      Page page = store().page(prefix, next, Math.min(most - entries.size(), ObjectStore.PAGE));
      for (MapEntry entry : store().entries(scope, page.pointers())) {
        if (release == null || release.equals(entry.release())) {
          entries.add(entry);
        }
      }
      next = page.next();
    }
    return new EntryPage(
        entries, next == null || entries.isEmpty() ? null : entries.get(entries.size() - 1).id());
  }

  /** Deletes and counts the uploader's entries by all keys that are not null, at least one. */
  public int delete(
      Uploader uploader, @Nullable String id, @Nullable String release, @Nullable String script)
      throws IOException {
    if (id == null && release == null && script == null) {
      throw new IllegalArgumentException("nothing says which entries to delete");
    }
    String canonical = script == null ? null : MapEntry.canonicalScript(script);
    return script != null && canonical == null
        ? 0
        : writer().delete(uploader, id, release, canonical);
  }

  /** Opens the map of an entry, inflated; null if it was deleted meanwhile. */
  public @Nullable InputStream openMap(MapEntry entry) throws IOException {
    return open(entry, entry.map());
  }

  /** Opens the script of an entry, inflated; null if there is none, or it was deleted meanwhile. */
  public @Nullable InputStream openText(MapEntry entry) throws IOException {
    return entry.text() == null ? null : open(entry, entry.text());
  }

  private @Nullable InputStream open(MapEntry entry, BlobId blob) throws IOException {
    return store == null ? null : new Blobs(store.objects()).open(entry.scope(), blob);
  }

  /** Notes that an entry is used now, so that retention counts from today. Never blocks. */
  public void used(MapEntry entry) {
    if (upkeep != null) {
      upkeep.useLater(entry);
    }
  }

  /** Calls a quick listener with entries that this instance deleted or no longer finds. */
  public void onDeletion(Consumer<MapEntry> listener) {
    deletionListeners.add(listener);
  }

  private void tellDeletion(MapEntry entry) {
    for (Consumer<MapEntry> listener : deletionListeners) {
      try {
        listener.accept(entry);
      } catch (RuntimeException bug) {
        LOG.error("A listener of the library of source maps failed.", bug);
      }
    }
  }

  /** The entry as it is or would be stored, and the one that it replaced or conflicts with. */
  public record Added(MapEntry entry, AddOutcome outcome, @Nullable MapEntry other) {
    public enum AddOutcome {
      STORED,
      /** An equal entry was there already. */
      UNCHANGED,
      /** The entry is found by its URL and release in place of another. */
      REPLACED,
      /** Another map has the debug ID. The entry was not stored. */
      CONFLICT,
      /** The scope's maps and scripts are as large as they may be. The entry was not stored. */
      FULL
    }

    public boolean isStored() {
      return outcome != AddOutcome.CONFLICT && outcome != AddOutcome.FULL;
    }

    boolean isChange() {
      return isStored() && outcome != AddOutcome.UNCHANGED;
    }
  }

  /** A map to be added, with its script if that is known; see {@link MapEntry}. */
  public record NewMap(
      String script,
      @Nullable String release,
      @Nullable String dist,
      @Nullable String debugId,
      SpooledBlob map,
      @Nullable SpooledBlob text,
      @Nullable String contentSha256) {}

  /** Who uploads: the token's name, its URL prefixes, empty for all, and a label. */
  public record Uploader(
      String scope, String token, List<String> prefixes, @Nullable String project) {

    public Uploader {
      prefixes = List.copyOf(prefixes);
    }

    /** Tells whether all scripts that an entry may answer are among the uploader's. */
    boolean mayDelete(List<String> ofEntry) {
      return prefixes.isEmpty()
          || (!ofEntry.isEmpty()
              && ofEntry.stream().allMatch(each -> prefixes.stream().anyMatch(each::startsWith)));
    }
  }

  /**
   * Not ready until the store could be used once: before, no script would be answered. Afterwards,
   * what was looked up is remembered.
   */
  @Readiness
  @Singleton
  static class LibraryHealth implements AsyncHealthCheck {
    private final MapLibrary library;

    LibraryHealth(MapLibrary library) {
      this.library = library;
    }

    @Override
    public Uni<HealthCheckResponse> call() {
      HealthCheckResponse response =
          HealthCheckResponse.named("uploaded source maps")
              .withData(
                  "library", !library.isOn() ? "off" : library.isReady() ? "known" : "unknown")
              .status(library.isReady())
              .build();
      return Uni.createFrom().item(response);
    }
  }

  @ConfigMapping(prefix = "symbolicator.maps")
  public interface MapsConfig {

    /** Returns the size of all uploaded maps and scripts of one scope, inflated. */
    @WithDefault("10G")
    MemorySize maxSize();

    /** Returns how long a release's maps are kept after their last use. */
    @WithDefault("90D")
    @WithConverter(PositiveDuration.class)
    Duration retention();
  }
}
