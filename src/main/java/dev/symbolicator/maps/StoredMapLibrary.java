package dev.symbolicator.maps;

import dev.symbolicator.maps.objects.BlobId;
import dev.symbolicator.maps.objects.Blobs;
import dev.symbolicator.maps.objects.MapStore;
import dev.symbolicator.maps.objects.ObjectStore;
import dev.symbolicator.maps.objects.StoreUnavailableException;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Startup;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The library of uploaded source maps in a folder or a bucket, which all instances share. Contents
 * are stored under their hashes, entries in the {@link Journal}. Each instance keeps all entries in
 * memory.
 */
@Startup
@ApplicationScoped
public class StoredMapLibrary implements MapLibrary {
  private static final MapIndex EMPTY = new MapIndex();
  private static final String NO_STORE =
      "No store of source maps is configured. Set symbolicator.maps.directory or"
          + " symbolicator.maps.bucket.name.";

  private final MapLimits limits;
  private final Clock clock;
  private final @Nullable Blobs blobs;
  private final @Nullable JournaledIndex shared;
  private final @Nullable LibraryWriter writer;
  private final @Nullable LibraryUpkeep upkeep;

  /** Opens the library, and reads its journal if the store can be used. */
  @Inject
  public StoredMapLibrary(MapsConfig config, MapStore store, MeterRegistry metrics, Clock clock) {
    this(config, MapLimits.DEFAULT, store, metrics, clock);
  }

  /** Makes a library with other limits, for tests. */
  public StoredMapLibrary(
      MapsConfig config, MapLimits limits, MapStore store, MeterRegistry metrics, Clock clock) {
    this.limits = limits;
    this.clock = clock;
    ObjectStore objects = store.objects();
    if (objects == null) {
      blobs = null;
      shared = null;
      writer = null;
      upkeep = null;
      return;
    }
    blobs = new Blobs(objects);
    shared = new JournaledIndex(objects, limits, clock);
    writer = new LibraryWriter(shared, blobs, config.maxSize().asLongValue(), limits, clock);
    LibraryCleaner cleaner =
        new LibraryCleaner(
            shared,
            limits,
            new Retention(config.retention(), limits.usesPause()),
            new ContentSweep(shared, objects, store.spool()),
            clock);
    upkeep = new LibraryUpkeep(shared, cleaner, new LibraryMetrics(shared, metrics), limits, clock);
    upkeep.start();
  }

  /** Tells whether the journal was read since the start, or there is no store. */
  boolean isKnown() {
    return shared == null || shared.isLoaded();
  }

  @PreDestroy
  void close() {
    if (upkeep != null && writer != null) {
      writer.close();
      upkeep.close();
    }
  }

  @Override
  public boolean isOn() {
    return shared != null;
  }

  MapIndex index() {
    return shared == null ? EMPTY : shared.index();
  }

  @Override
  public MapSearch search(ScriptRef ref) {
    return new ScriptLookUp(this::index, ref, limits);
  }

  @Override
  public List<Added> add(Uploader uploader, List<NewMap> maps, boolean isDryRun)
      throws IOException {
    return writer().add(uploader, maps, isDryRun);
  }

  @Override
  public @Nullable MapEntry find(
      Uploader uploader,
      String script,
      @Nullable String release,
      @Nullable String dist,
      String contentSha256)
      throws IOException {
    return writer().find(uploader, script, release, dist, contentSha256);
  }

  private LibraryWriter writer() throws StoreUnavailableException {
    if (writer == null) {
      throw new StoreUnavailableException(NO_STORE, null);
    }
    return writer;
  }

  @Override
  public @Nullable EntryPage list(
      String scope, @Nullable String release, @Nullable String after, int most) {
    EntryFilter filter = new EntryFilter(null, release, null);
    return index()
        .read(
            scope,
            state ->
                state == null
                    ? after == null ? EntryPage.EMPTY : null
                    : EntryPage.of(state.rows(), filter.of(state.rows()), after, most));
  }

  @Override
  public int delete(
      Uploader uploader, @Nullable String id, @Nullable String release, @Nullable String script)
      throws IOException {
    if (id == null && release == null && script == null) {
      throw new IllegalArgumentException("nothing says which entries to delete");
    }
    String canonical = script == null ? null : MapEntry.canonicalScript(script);
    LibraryWriter known = writer();
    if (script != null && canonical == null) {
      return 0;
    }
    EntryDeletion deleted = known.delete(uploader, new EntryFilter(id, release, canonical));
    Objects.requireNonNull(upkeep).sweepLater(deleted);
    return deleted.entries();
  }

  @Override
  public @Nullable InputStream openMap(MapEntry entry) throws IOException {
    return open(entry, entry.map());
  }

  @Override
  public @Nullable InputStream openText(MapEntry entry) throws IOException {
    return entry.text() == null ? null : open(entry, entry.text());
  }

  private @Nullable InputStream open(MapEntry entry, BlobId blob) throws IOException {
    return blobs == null ? null : blobs.open(entry.scope(), blob);
  }

  @Override
  public void used(MapEntry entry) {
    index().use(entry, clock.millis());
  }

  @Override
  public void onDeletion(Consumer<MapEntry> listener) {
    if (shared != null) {
      shared.listeners().onDeletion(listener);
    }
  }
}
