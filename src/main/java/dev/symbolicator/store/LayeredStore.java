package dev.symbolicator.store;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.store.StoreConfig.StoreLimits;
import dev.symbolicator.store.StoreKey.StoredKind;
import dev.symbolicator.threads.WorkerThreads;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stores values on disk and in the store that instances share, whose values are written to the disk
 * too. Its own few threads read and write files, so a slow disk holds up no other work. Futures
 * fail only if the caller's own function fails.
 */
@ApplicationScoped
public class LayeredStore {
  private final DiskTier disk;
  private final SharedTier shared;
  private final ByteBudget budget;
  private final ReadLimit reading;
  private final ExecutorService threads;

  @Inject
  public LayeredStore(DiskTier disk, SharedTier shared, ByteBudget budget) {
    this(disk, shared, budget, StoreLimits.DEFAULT);
  }

  public LayeredStore(DiskTier disk, SharedTier shared, ByteBudget budget, StoreLimits limits) {
    this.disk = disk;
    this.shared = shared;
    this.budget = budget;
    reading = new ReadLimit(limits.readingBytes(), budget);
    threads = WorkerThreads.pool("script-store", limits.threads());
  }

  @PreDestroy
  public void stop() {
    threads.shutdownNow();
  }

  public ExecutorService threads() {
    return threads;
  }

  /**
   * Finds a value, which the function reads; null if nothing usable is stored, or memory is
   * lacking. The bytes stay charged while the function reads them.
   */
  public <T> CompletableFuture<@Nullable T> find(
      StoreKey key, BiFunction<byte[], Tier, @Nullable T> read) {
    CompletableFuture<@Nullable T> fromDisk = new CompletableFuture<>();
    threads.execute(() -> readDisk(key, read, fromDisk));
    return fromDisk.thenCompose(
        found -> found == null ? findShared(key, read) : CompletableFuture.completedFuture(found));
  }

  /** Reads a file within the limit; a record is too small to count. */
  private <T> void readDisk(
      StoreKey key,
      BiFunction<byte[], Tier, @Nullable T> read,
      CompletableFuture<@Nullable T> result) {
    Runnable work =
        () -> {
          try {
            byte[] bytes = disk.read(key);
            result.complete(bytes == null ? null : read.apply(bytes, Tier.DISK));
          } catch (RuntimeException | Error fault) {
            result.completeExceptionally(fault);
          }
        };
    if (key.kind() == StoredKind.RECORD) {
      work.run();
    } else if (!reading.read(disk.size(key), work)) {
      result.complete(null);
    }
  }

  private <T> CompletableFuture<@Nullable T> findShared(
      StoreKey key, BiFunction<byte[], Tier, @Nullable T> read) {
    ByteBudget.Lease memory = budget.open();
    return shared
        .get(key, memory)
        .thenApplyAsync(
            bytes -> {
              T found = bytes == null ? null : read.apply(bytes, Tier.SHARED);
              if (found != null && bytes != null) {
                boolean unused = disk.write(key, ByteBuffer.wrap(bytes));
              }
              return found;
            },
            threads)
        .whenComplete((found, fault) -> memory.close());
  }

  /** Keeps a value's parts as one: on disk when the future is done, shared soon after. */
  public CompletableFuture<Void> keep(StoreSession session, StoreKey key, ByteBuffer... value) {
    return CompletableFuture.supplyAsync(() -> disk.write(key, value), threads)
        .thenAccept(written -> session.share(() -> share(key, value)));
  }

  private CompletableFuture<Void> share(StoreKey key, ByteBuffer... value) {
    ByteBudget.Lease memory = budget.open();
    return shared.put(key, memory, value).whenComplete((done, fault) -> memory.close());
  }

  /** Deletes the value of a key for all instances. */
  public void forget(StoreKey key) {
    forgetHere(key);
    CompletableFuture<?> unused = shared.delete(key);
  }

  /** Deletes the value of a key on this machine's disk only. */
  public void forgetHere(StoreKey key) {
    disk.delete(key);
  }

  /** The places where stored bytes are found. */
  public enum Tier {
    DISK,
    SHARED
  }

  /** The ways in which a store of symbol tables, the disk or Redis, is used. */
  public enum StoreState {
    USED,
    /** The store failed and is left alone for a while, except for reads if only writes failed. */
    PAUSED,
    /** The store is configured and cannot be used. The log says why. */
    REFUSED,
    OFF;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Keeps the order in which work shares values: a record after its table. Thread-safe. */
  public static final class StoreSession {
    private CompletableFuture<Void> shared = CompletableFuture.completedFuture(null);

    /** Shares a value once all before are shared. The future never fails. */
    public synchronized void share(Supplier<CompletableFuture<Void>> share) {
      shared = shared.thenCompose(before -> share.get());
    }

    public synchronized CompletableFuture<Void> shared() {
      return shared;
    }
  }

  /** Leaves a store alone after a failure, and tells a run's begin and end. Thread-safe. */
  public static final class Pause {
    private final Duration length;
    private final Clock clock;
    private long until;
    private boolean isFailing;

    public Pause(Duration length, Clock clock) {
      this.length = length;
      this.clock = clock;
    }

    public Duration length() {
      return length;
    }

    /** Tells whether nothing is to be tried now. A clock that was set back ends the pause. */
    public synchronized boolean isOn() {
      long left = until - clock.millis();
      return left > 0 && left <= length.toMillis();
    }

    /** Tells whether the last try failed, however long ago. */
    public synchronized boolean isFailing() {
      return isFailing;
    }

    /** Begins a pause after a failure; true if the failure is the first of a run. */
    public synchronized boolean begin() {
      until = clock.millis() + length.toMillis();
      boolean isFirst = !isFailing;
      isFailing = true;
      return isFirst;
    }

    /** Ends a run of failures; true if there was one. A try from before the last ends none. */
    public synchronized boolean end() {
      boolean isLast = isFailing && !isOn();
      isFailing &= !isLast;
      return isLast;
    }
  }

  /**
   * Limits the memory of stored files being read; first come, first served. A file that exceeds the
   * limit by itself is charged to the byte budget, and not read if that has too little left: a
   * waiting reader could hold the very memory that it waits for.
   */
  static final class ReadLimit {
    private static final int LARGEST = 1 << 30;

    private final int limit;
    private final Semaphore free;
    private final ByteBudget budget;

    ReadLimit(long bytes, ByteBudget budget) {
      limit = (int) Math.min(LARGEST, bytes);
      free = new Semaphore(limit, true);
      this.budget = budget;
    }

    /** Runs work with memory for twice the file; false if there is none. */
    boolean read(long size, Runnable work) {
      return size <= limit / 2 ? readWithin((int) (2 * size), work) : readCharged(size, work);
    }

    private boolean readWithin(int bytes, Runnable work) {
      free.acquireUninterruptibly(bytes);
      try {
        work.run();
        return true;
      } finally {
        free.release(bytes);
      }
    }

    private boolean readCharged(long size, Runnable work) {
      try (ByteBudget.Lease lease = budget.open()) {
        if (size > LARGEST || !lease.grow(2 * size + lease.besides(size))) {
          return false;
        }
        work.run();
        return true;
      }
    }
  }

  @ApplicationScoped
  static class ClockProducer {

    @Produces
    @Singleton
    Clock clock() {
      return Clock.systemUTC();
    }
  }
}
