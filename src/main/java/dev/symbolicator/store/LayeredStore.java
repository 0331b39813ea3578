package dev.symbolicator.store;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.store.StoreKey.StoredKind;
import dev.symbolicator.threads.WorkerThreads;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Stores values on disk and, behind the disk, in the store that instances share. Values found in
 * the shared store are written to the disk too. Files are read and written on this store's own few
 * threads, so a slow disk holds up neither requests nor compilations. Futures fail only if the
 * caller's own function fails.
 */
@ApplicationScoped
public class LayeredStore {
  private final DiskTier disk;
  private final SharedTier shared;
  private final ByteBudget budget;
  private final ReadLimit reading;
  private final ExecutorService threads;

  /** Makes a store with the limits of the service. */
  @Inject
  public LayeredStore(DiskTier disk, SharedTier shared, ByteBudget budget) {
    this(disk, shared, budget, StoreLimits.DEFAULT);
  }

  /** Makes a store with other limits, for tests. */
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

  /** Returns this store's threads, for work that continues after a delay. */
  public ExecutorService threads() {
    return threads;
  }

  /**
   * Finds the value of a key. The stored bytes stay charged until the future is completed, so its
   * direct dependents run while the memory is reserved.
   *
   * @param read makes a value of the stored bytes; null if the bytes are of no use
   * @return a future of null if nothing usable is stored, or there is no memory to read the bytes
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

  /**
   * Keeps a value. The value is on disk when the future is done, and is shared soon after.
   *
   * @param value the value's parts, which are stored as one
   */
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
}
