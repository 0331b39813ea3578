package dev.symbolicator.maps;

import com.fasterxml.jackson.core.type.TypeReference;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.symbolicator.maps.objects.Blobs;
import dev.symbolicator.maps.objects.Blobs.BlobId;
import dev.symbolicator.maps.objects.Spool;
import dev.symbolicator.maps.objects.Spool.SpooledBytes;
import dev.symbolicator.maps.objects.Spool.SpooledFiles;
import dev.symbolicator.memory.Sha256;
import dev.symbolicator.threads.WorkerThreads;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * What a library does on one thread: it removes what uploads and deletions leave behind, deletes
 * unused releases, and counts sizes.
 *
 * <p>An upload or a deletion first writes a note of its entries. Once it is done, or a day later,
 * pointers of those that are gone are deleted, then contents without pointers: no searching.
 *
 * <p>Another upload may refer to a content being deleted. It writes its pointers before it looks
 * for the content, and looks again at its end; here a copy is kept until the pointers were listed
 * after the deletion, and stored again if there is one. So one of the two sides sees the other.
 */
final class LibraryUpkeep implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(LibraryUpkeep.class);
  private static final long STOP_SECONDS = 5;
  private static final int MARKED = 10_000;
  private static final Duration SIZE_AGE = Duration.ofMinutes(1);
  private static final int MARK_DIGITS = 12;

  private final EntryStore store;
  private final Duration retention;
  private final MapLimits limits;
  private final Clock clock;
  private final MeterRegistry metrics;
  private final Counter failures;
  private final Spool spool;
  private final ScheduledExecutorService thread = WorkerThreads.scheduled("source-map-upkeep");
  private final Map<String, SizeOfScope> sizes = new ConcurrentHashMap<>();
  private final Cache<String, Boolean> marked = Caffeine.newBuilder().maximumSize(MARKED).build();

  private volatile boolean isFailing;

  LibraryUpkeep(
      EntryStore store,
      Spool spool,
      Duration retention,
      MapLimits limits,
      MeterRegistry metrics,
      Clock clock) {
    this.store = store;
    this.retention = retention;
    this.limits = limits;
    this.metrics = metrics;
    this.clock = clock;
    this.spool = spool;
    failures =
        Counter.builder("symbolicator.maps.failures")
            .description("Failures to read the store of source maps, or to tidy it up")
            .register(metrics);
  }

  interface StoreWork {
    void run() throws IOException;
  }

  interface Expiry {
    /** Deletes by the part of pointers that stands for a release; null for one entry. */
    void expire(String scope, @Nullable String release, String id) throws IOException;
  }

  /** Begins the work that is repeated. The first pause differs, so that instances take turns. */
  void start(Expiry expiry) {
    long millis = limits.sweep().toMillis();
    long first = millis / 2 + ThreadLocalRandom.current().nextLong(millis / 2 + 1);
    Future<?> unused =
        thread.scheduleWithFixedDelay(
            () -> attempt(() -> sweep(expiry)), first, millis, TimeUnit.MILLISECONDS);
  }

  /** Does work now or later, and logs a store that cannot be used once. */
  boolean attempt(StoreWork work) {
    try {
      work.run();
      if (isFailing) {
        isFailing = false;
        LOG.info("The store of source maps can be used again.");
      }
      return true;
    } catch (IOException unavailable) {
      failed();
      if (!isFailing) {
        isFailing = true;
        LOG.warnf(
            "The store of source maps cannot be used: %s Source maps that are known are still"
                + " looked up.",
            unavailable.getMessage());
      }
    } catch (RuntimeException bug) {
      failed();
      LOG.error("The library of source maps failed.", bug);
    }
    return false;
  }

  void failed() {
    failures.increment();
  }

  void insist(StoreWork work) {
    Future<?> unused =
        thread.schedule(
            () -> {
              if (!attempt(work)) {
                insist(work);
              }
            },
            limits.refresh().toMillis(),
            TimeUnit.MILLISECONDS);
  }

  // ---- notes ---------------------------------------------------------------------------------

  /** Writes a note of entries, and returns its name. */
  String note(String scope, Collection<MapEntry> entries) throws IOException {
    String random =
        Sha256.of(UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII))
            .substring(0, MARK_DIGITS);
    String name =
        new EntryNames(scope).notes()
            + String.format(Locale.ROOT, "%013d-%s", clock.millis(), random);
    store.write(name, entries);
    return name;
  }

  void finish(String scope, String note) {
    later(() -> attempt(() -> tidyUp(scope, note)));
  }

  /** Does work on the thread. What is left at the end of the process is done a day later. */
  private void later(Runnable work) {
    try {
      thread.execute(work);
    } catch (RejectedExecutionException stopping) {
      LOG.debug("The library of source maps is closed.");
    }
  }

  void tidyUp(String scope, String note) throws IOException {
    List<MapEntry> entries = store.read(note, new TypeReference<List<MapEntry>>() {});
    if (entries != null) {
      EntryNames names = new EntryNames(scope);
      List<Boolean> areThere =
          store.map(entries, each -> store.entry(scope, EntryNames.Pointer.of(each)) != null);
      List<MapEntry> gone = new ArrayList<>();
      for (int i = 0; i < entries.size(); i++) {
        if (!Boolean.TRUE.equals(areThere.get(i))) {
          gone.add(entries.get(i));
        }
      }
      List<String> pointers = new ArrayList<>();
      gone.forEach(each -> pointers.addAll(names.pointers(each)));
      gone.forEach(each -> pointers.addAll(names.contentPointers(each)));
      store.delete(pointers);
      for (BlobId content : gone.stream().flatMap(EntryNames::contents).distinct().toList()) {
        drop(scope, content);
      }
    }
    store.objects().delete(note);
  }

  private boolean isReferred(String scope, BlobId content) throws IOException {
    String prefix = new EntryNames(scope).ofContent(content);
    return !store.objects().list(prefix, "", 1).objects().isEmpty();
  }

  /** Deletes content to which nothing refers; stores it again if an upload has begun to refer. */
  private void drop(String scope, BlobId content) throws IOException {
    String name = Blobs.name(scope, content);
    try (SpooledFiles files = spool.begin();
        InputStream in = isReferred(scope, content) ? null : store.objects().open(name)) {
      if (in == null) {
        return;
      }
      SpooledBytes copy = files.file(in, Long.MAX_VALUE);
      store.objects().delete(name);
      added(scope, 0, -content.size());
      while (!attempt(() -> restore(scope, content, copy))) {
        TimeUnit.MILLISECONDS.sleep(limits.refresh().toMillis());
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("The service is shutting down.");
    }
  }

  private void restore(String scope, BlobId content, SpooledBytes copy) throws IOException {
    if (isReferred(scope, content)) {
      store.objects().put(Blobs.name(scope, content), copy);
      added(scope, 0, content.size());
    }
  }

  // ---- sizes ---------------------------------------------------------------------------------

  /** A scope's size as one instance counted it: inflated bytes, at milliseconds since 1970. */
  record CountedSize(long bytes, long entries, long countedAt) {}

  /** The size of a scope, with what this instance has stored and deleted since it was counted. */
  private static final class SizeOfScope {
    private CountedSize counted = new CountedSize(0, 0, 0);
    private long bytes;
    private long entries;
    private long readAt;

    synchronized void learn(CountedSize size) {
      if (size.countedAt > counted.countedAt) {
        counted = size;
        bytes = 0;
        entries = 0;
      }
      readAt = System.nanoTime();
    }

    synchronized void add(long moreEntries, long moreBytes) {
      entries += moreEntries;
      bytes += moreBytes;
    }

    synchronized long bytes() {
      return counted.bytes + bytes;
    }

    synchronized long entries() {
      return counted.entries + entries;
    }

    synchronized boolean isOld() {
      return counted.countedAt == 0 || System.nanoTime() - readAt > SIZE_AGE.toNanos();
    }
  }

  private SizeOfScope size(String scope) {
    return sizes.computeIfAbsent(
        scope,
        first -> {
          SizeOfScope size = new SizeOfScope();
          Gauge.builder("symbolicator.maps.entries", size, SizeOfScope::entries)
              .description("Uploaded source maps")
              .tag("scope", scope)
              .register(metrics);
          Gauge.builder("symbolicator.maps.bytes", size, SizeOfScope::bytes)
              .description("Bytes of uploaded source maps and scripts, inflated")
              .tag("scope", scope)
              .register(metrics);
          return size;
        });
  }

  /** Returns the bytes of a scope's contents, inflated; other instances' latest are missing. */
  long bytes(String scope) throws IOException {
    SizeOfScope size = size(scope);
    if (size.isOld()) {
      CountedSize counted = counted(scope);
      size.learn(counted == null ? count(scope) : counted);
    }
    return size.bytes();
  }

  void added(String scope, long entries, long bytes) {
    size(scope).add(entries, bytes);
  }

  private @Nullable CountedSize counted(String scope) throws IOException {
    return store.read(new EntryNames(scope).size(), new TypeReference<CountedSize>() {});
  }

  private CountedSize count(String scope) throws IOException {
    EntryNames names = new EntryNames(scope);
    long[] sums = new long[2];
    store.objects().visit(Blobs.folder(scope), each -> sums[0] += Blobs.size(each.name()));
    store.objects().visit(names.entries(), each -> sums[1]++);
    CountedSize size = new CountedSize(sums[0], sums[1], clock.millis());
    store.write(names.size(), size);
    return size;
  }

  // ---- uses ----------------------------------------------------------------------------------

  private String usedToday(MapEntry entry) {
    long day = TimeUnit.MILLISECONDS.toDays(clock.millis());
    return new EntryNames(entry.scope()).used(entry.release(), entry.id(), day);
  }

  /** Notes that entries are used, before they are there. */
  void use(Collection<MapEntry> entries) throws IOException {
    List<String> names =
        entries.stream()
            .map(this::usedToday)
            .distinct()
            .filter(name -> marked.getIfPresent(name) == null)
            .toList();
    store.putEmpty(names);
    names.forEach(name -> marked.put(name, true));
  }

  /** Notes that an entry is used, at most once a day for its release. Never blocks. */
  void useLater(MapEntry entry) {
    String name = usedToday(entry);
    if (marked.asMap().putIfAbsent(name, true) == null) {
      later(
          () -> {
            if (!attempt(() -> store.objects().putEmpty(List.of(name)))) {
              marked.invalidate(name);
            }
          });
    }
  }

  // ---- what is repeated ----------------------------------------------------------------------

  private void sweep(Expiry expiry) throws IOException {
    List<String> scopes = new ArrayList<>();
    store
        .objects()
        .visit(
            EntryNames.SCOPES,
            each -> scopes.add(each.name().substring(EntryNames.SCOPES.length())));
    for (String scope : scopes) {
      CountedSize counted = counted(scope);
      long age = counted == null ? Long.MAX_VALUE : clock.millis() - counted.countedAt;
      if (counted != null && age < limits.sweep().toMillis() / 2) {
        size(scope).learn(counted); // Another instance has swept the scope just now.
      } else {
        sweep(scope, expiry);
        size(scope).learn(count(scope));
      }
    }
  }

  private void sweep(String scope, Expiry expiry) throws IOException {
    EntryNames names = new EntryNames(scope);
    long old = clock.millis() - limits.noteAge().toMillis();
    List<String> notes = new ArrayList<>();
    store
        .objects()
        .visit(
            names.notes(),
            each -> {
              String note = each.name().substring(names.notes().length());
              String time = note.substring(0, Math.max(0, note.indexOf('-')));
              if (time.matches("\\d{13}") && Long.parseLong(time) < old) {
                notes.add(each.name());
              }
            });
    for (String note : notes) {
      tidyUp(scope, note);
    }
    LastUses uses = new LastUses(scope, expiry);
    store.objects().visit(names.used(), each -> uses.visit(each.name()));
    uses.end();
  }

  private final class LastUses {
    private static final int DAY_DIGITS = 7;

    private final String scope;
    private final Expiry expiry;
    private @Nullable String last;

    LastUses(String scope, Expiry expiry) {
      this.scope = scope;
      this.expiry = expiry;
    }

    private static String key(String name) {
      return name.substring(0, Math.max(0, name.length() - DAY_DIGITS));
    }

    /** Takes names in their order: those of one release follow one another. */
    void visit(String name) throws IOException {
      String before = last;
      last = name;
      if (before != null && key(before).equals(key(name))) {
        store.objects().delete(before);
      } else if (before != null) {
        expire(before);
      }
    }

    void end() throws IOException {
      if (last != null) {
        expire(last);
      }
    }

    private void expire(String name) throws IOException {
      String day = name.substring(key(name).length() + 1);
      long end = day.matches("\\d{6}") ? TimeUnit.DAYS.toMillis(Long.parseLong(day) + 1) : 0;
      if (end == 0 || clock.millis() - end <= retention.toMillis()) {
        return;
      }
      String key = key(name).substring(new EntryNames(scope).used().length());
      expiry.expire(scope, key.startsWith("r") ? key.substring(1) : null, key.substring(1));
      store.objects().delete(name);
    }
  }

  /** Ends all work, once what was begun is done. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }
}
