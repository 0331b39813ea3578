package dev.symbolicator.maps;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.symbolicator.maps.EntryNames.Pointer;
import dev.symbolicator.maps.EntryStore.Listing;
import dev.symbolicator.maps.objects.ObjectStore.StoreUnavailableException;
import dev.symbolicator.threads.Futures;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what look-ups have listed and read, so that a known script costs no request.
 *
 * <p>A look-up is a function of a {@link View}: run at once if all it asks for is remembered; else
 * what is missing is read side by side on other threads, and it is run again. So it never blocks.
 *
 * <p>What is remembered holds while the scope's object {@code changes} is the same. That is read
 * while the scope is in use, at most every two seconds, and is at most four seconds old. While the
 * store cannot be used, what is remembered holds; anything else fails at once for five seconds.
 * Thread-safe.
 */
final class LookUpCache {
  private static final int VERSION_BYTES = 100;
  private static final int KEPT_BYTES = 400;
  private static final int POINTER_BYTES = 220;
  private static final int ENTRY_BYTES = 1_500;

  private final @Nullable EntryStore store;
  private final Executor threads;
  private final MapLimits limits;
  private final Consumer<MapEntry> deleted;
  private final Runnable failed;
  private final Map<String, ScopeVersion> versions = new ConcurrentHashMap<>();
  private final Map<Load, CompletableFuture<Kept>> loads = new ConcurrentHashMap<>();
  private final Cache<Key, Kept> remembered;
  private volatile @Nullable Failure failure;

  /**
   * Without a store, every scope is without uploads.
   *
   * @param deleted is told remembered entries that are no longer there
   * @param failed is told each failure of the store
   */
  LookUpCache(
      @Nullable EntryStore store,
      Executor threads,
      MapLimits limits,
      Consumer<MapEntry> deleted,
      Runnable failed) {
    this.store = store;
    this.threads = threads;
    this.limits = limits;
    this.deleted = deleted;
    this.failed = failed;
    remembered =
        Caffeine.newBuilder()
            .maximumWeight(limits.rememberedBytes())
            .weigher((Key key, Kept kept) -> weight(key, kept.value))
            .executor(Runnable::run)
            .build();
  }

  private static int weight(Key key, @Nullable Object value) {
    int bytes = KEPT_BYTES + key.name.length();
    if (value instanceof Listing listing) {
      return bytes + POINTER_BYTES * listing.pointers().size();
    }
    return value instanceof MapEntry entry
        ? bytes + ENTRY_BYTES + Character.BYTES * entry.script().length()
        : bytes;
  }

  private enum Kind {
    LISTING,
    ENTRY,
    PREFIXES
  }

  /** Something that is read: the prefix of a list, or the ID of an object. */
  private record Key(Kind kind, String scope, String name) {}

  /** Something that was read at a version of the scope; a null value is absent. */
  private record Kept(String version, long nanos, @Nullable Object value) {}

  /** Reads of equal keys at one version share one request. */
  private record Load(Key key, String version) {}

  private record Failure(long nanos, StoreUnavailableException reason) {}

  private static boolean isOlder(long nanos, Duration age) {
    return System.nanoTime() - nanos >= age.toNanos();
  }

  /** Ends a function that asks for something that is not remembered. */
  private static final class Missing extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Collection<Key> keys;

    Missing(Collection<Key> keys) {
      super(null, null, false, false);
      this.keys = keys;
    }
  }

  /** What {@code changes} held. It is absent in a scope without uploads. */
  private final class ScopeVersion {
    private static final String NONE = "";

    private final String scope;
    private @Nullable String value;
    private long readAt;
    private int writes;
    private @Nullable CompletableFuture<?> reading;

    ScopeVersion(String scope) {
      this.scope = scope;
    }

    /** Returns the version, if it is known to be current; starts to read it again in time. */
    synchronized @Nullable String current() {
      if (store == null) {
        return NONE;
      }
      if (value == null) {
        return null;
      }
      if (isOlder(readAt, limits.refresh()) && mayAsk()) {
        CompletableFuture<?> unused = read();
      }
      return failure != null || !isOlder(readAt, limits.stale()) ? value : null;
    }

    synchronized @Nullable String known() {
      return value;
    }

    synchronized CompletableFuture<?> read() {
      CompletableFuture<?> running = reading;
      if (running != null) {
        return running;
      }
      int before = writes;
      long start = System.nanoTime();
      CompletableFuture<?> begun =
          attempt(() -> readVersion(scope)).thenAccept(read -> set(read, start, before));
      reading = begun;
      CompletableFuture<?> unused = begun.whenComplete((done, unavailable) -> ended(begun));
      return begun;
    }

    private synchronized void ended(CompletableFuture<?> begun) {
      if (reading == begun) {
        reading = null;
      }
    }

    /** Does not take what was read before this instance has changed the scope. */
    private synchronized void set(String read, long start, int before) {
      if (writes == before) {
        value = read;
        readAt = start;
      }
    }

    synchronized void written(String version) {
      writes++;
      reading = null;
      value = version;
      readAt = System.nanoTime();
    }
  }

  private String readVersion(String scope) throws IOException {
    try (InputStream in = store().objects().open(new EntryNames(scope).changes())) {
      return in == null
          ? ScopeVersion.NONE
          : new String(in.readNBytes(VERSION_BYTES), StandardCharsets.US_ASCII);
    }
  }

  private EntryStore store() {
    return Objects.requireNonNull(store, "a scope without a store has nothing to read");
  }

  private ScopeVersion version(String scope) {
    return versions.computeIfAbsent(scope, ScopeVersion::new);
  }

  /** Notes that this instance has changed a scope, so that its own look-ups see the change. */
  void changed(String scope, String version) {
    version(scope).written(version);
  }

  boolean isEmpty(String scope) {
    return ScopeVersion.NONE.equals(version(scope).current());
  }

  private boolean mayAsk() {
    Failure last = failure;
    return last == null || isOlder(last.nanos, limits.pause());
  }

  private interface StoreReading<T> {
    T read() throws IOException;
  }

  private <T> CompletableFuture<T> attempt(StoreReading<T> reading) {
    Failure last = failure;
    if (last != null && !mayAsk()) {
      return CompletableFuture.failedFuture(new UncheckedIOException(last.reason));
    }
    return Futures.guarded(() -> CompletableFuture.supplyAsync(() -> ask(reading), threads));
  }

  private <T> T ask(StoreReading<T> reading) {
    try {
      T read = reading.read();
      failure = null;
      return read;
    } catch (IOException unavailable) {
      StoreUnavailableException reason =
          unavailable instanceof StoreUnavailableException known
              ? known
              : new StoreUnavailableException(
                  "The store of source maps cannot be used now.", unavailable);
      failure = new Failure(System.nanoTime(), reason);
      failed.run();
      throw new UncheckedIOException(reason);
    }
  }

  <T> @Nullable T now(String scope, Function<View, T> lookUp) {
    try {
      return lookUp.apply(new View(scope, version(scope).current()));
    } catch (Missing missing) {
      return null;
    }
  }

  /** Runs it, if checked on new {@code changes}; fails with {@link UncheckedIOException}. */
  <T> CompletableFuture<T> run(String scope, boolean isChecked, Function<View, T> lookUp) {
    boolean mustAsk = isChecked && store != null;
    return run(new View(scope, mustAsk ? null : version(scope).current()), lookUp);
  }

  private <T> CompletableFuture<T> run(View view, Function<View, T> lookUp) {
    try {
      return CompletableFuture.completedFuture(lookUp.apply(view));
    } catch (Missing missing) {
      return view.fill(missing.keys).thenCompose(filled -> run(view, lookUp));
    }
  }

  /** What one look-up sees of a scope. Used by one thread after another. */
  final class View {
    private final String scope;
    private final Map<Key, Kept> held = new ConcurrentHashMap<>();
    private @Nullable String version;

    private View(String scope, @Nullable String version) {
      this.scope = scope;
      this.version = version;
    }

    /** Asks for lists that are needed next, so that they are read side by side. */
    void prepare(Collection<String> prefixes) {
      require(
          prefixes.stream()
              .map(prefix -> new Key(Kind.LISTING, scope, prefix))
              .distinct()
              .toList());
    }

    Listing list(String prefix) {
      Object found = get(new Key(Kind.LISTING, scope, prefix));
      return found == null ? Listing.EMPTY : (Listing) found;
    }

    void prepareEntries(Collection<Pointer> pointers) {
      require(pointers.stream().map(each -> new Key(Kind.ENTRY, scope, each.id())).toList());
    }

    /** Returns the entry of a pointer; null if there is none, or one that was uploaded later. */
    @Nullable MapEntry entry(Pointer pointer) {
      return get(new Key(Kind.ENTRY, scope, pointer.id())) instanceof MapEntry entry
              && Pointer.of(entry).equals(pointer)
          ? entry
          : null;
    }

    /** Returns the prefixes of a part of a pointer; null if they are lost. */
    @SuppressWarnings("unchecked")
    @Nullable List<String> prefixes(String prefixes) {
      return (List<String>) get(new Key(Kind.PREFIXES, scope, prefixes));
    }

    private void require(Collection<Key> keys) {
      List<Key> missing = keys.stream().filter(key -> kept(key) == null).toList();
      if (!missing.isEmpty()) {
        throw new Missing(missing);
      }
    }

    private @Nullable Object get(Key key) {
      Kept kept = kept(key);
      if (kept == null) {
        throw new Missing(List.of(key));
      }
      return kept.value;
    }

    private @Nullable Kept kept(Key key) {
      Kept kept = held.get(key);
      if (kept != null) {
        return kept;
      }
      if (ScopeVersion.NONE.equals(version)) {
        return new Kept(ScopeVersion.NONE, 0, null);
      }
      Kept known = version == null ? null : remembered.getIfPresent(key);
      boolean isValid =
          known != null
              && (failure != null
                  || (known.version.equals(version) && !isOlder(known.nanos, limits.remembered())));
      return isValid ? known : null;
    }

    /** Reads what is missing; the version first, if it is not known. */
    private CompletableFuture<?> fill(Collection<Key> keys) {
      if (version == null) {
        ScopeVersion current = version(scope);
        String before = current.known();
        CompletableFuture<?> read = current.read();
        CompletableFuture<?> done =
            before == null ? read : read.copy().exceptionally(unavailable -> null);
        return patient(done, before).thenRun(() -> version = current.known());
      }
      return CompletableFuture.allOf(
          keys.stream().map(this::fill).toArray(CompletableFuture<?>[]::new));
    }

    private CompletableFuture<?> patient(CompletableFuture<?> reading, @Nullable Object known) {
      return known == null
          ? reading
          : reading
              .<@Nullable Object>thenApply(done -> null)
              .completeOnTimeout(null, limits.patience().toMillis(), TimeUnit.MILLISECONDS);
    }

    private CompletableFuture<?> fill(Key key) {
      Kept old = remembered.getIfPresent(key);
      CompletableFuture<Kept> loaded = load(key, String.valueOf(version)).copy();
      CompletableFuture<Kept> found =
          old == null
              ? loaded
              : loaded
                  .completeOnTimeout(old, limits.patience().toMillis(), TimeUnit.MILLISECONDS)
                  .exceptionally(unavailable -> old);
      return found.thenAccept(kept -> held.put(key, kept));
    }
  }

  private CompletableFuture<Kept> load(Key key, String version) {
    Load load = new Load(key, version);
    CompletableFuture<Kept> begun = new CompletableFuture<>();
    CompletableFuture<Kept> running = loads.putIfAbsent(load, begun);
    if (running != null) {
      return running;
    }
    CompletableFuture<?> unused =
        attempt(() -> read(key, version))
            .whenComplete(
                (kept, unavailable) -> {
                  loads.remove(load);
                  if (unavailable != null) {
                    begun.completeExceptionally(unavailable);
                  } else {
                    begun.complete(kept);
                  }
                });
    return begun;
  }

  private Kept read(Key key, String version) throws IOException {
    long start = System.nanoTime();
    Object value =
        switch (key.kind) {
          case LISTING -> store().list(key.name);
          case ENTRY -> store().entry(key.scope, key.name);
          case PREFIXES -> store().prefixes(key.scope, key.name);
        };
    Kept kept = new Kept(version, start, value);
    Kept old = remembered.getIfPresent(key);
    remembered.put(key, kept);
    tellDeletions(key, old == null ? null : old.value, value);
    return kept;
  }

  /** Tells the remembered entries that a list or an object no longer has. */
  private void tellDeletions(Key key, @Nullable Object old, @Nullable Object now) {
    if (old instanceof MapEntry entry && now == null) {
      deleted.accept(entry);
    } else if (old instanceof Listing before && now instanceof Listing after) {
      Set<String> left = new HashSet<>();
      after.pointers().forEach(pointer -> left.add(pointer.id()));
      for (Pointer pointer : before.pointers()) {
        Key entry = new Key(Kind.ENTRY, key.scope, pointer.id());
        Kept kept = left.contains(pointer.id()) ? null : remembered.getIfPresent(entry);
        if (kept != null && kept.value instanceof MapEntry gone) {
          remembered.invalidate(entry);
          deleted.accept(gone);
        }
      }
    }
  }
}
