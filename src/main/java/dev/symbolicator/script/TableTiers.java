package dev.symbolicator.script;

import dev.symbolicator.content.ByteBudget;
import dev.symbolicator.script.MapCompiler.Compiled;
import dev.symbolicator.script.Outcome.Known;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.store.DiskTier;
import dev.symbolicator.store.SharedTier;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.threads.WorkerThreads;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.configuration.MemorySize;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Records and compiled scripts beyond this process's memory: on disk, else shared by all instances,
 * which then go to disk too. Files are read and written on a few threads of its own, so that a slow
 * disk holds up neither requests nor compilations.
 */
@ApplicationScoped
class TableTiers {
  /** The default's share of the heap. */
  private static final int SHARE_OF_HEAP = 16;

  private final int room;
  private final Semaphore reading;
  private final DiskTier disk;
  private final SharedTier shared;
  private final ByteBudget budget;
  private final MeterRegistry metrics;
  private final ExecutorService threads;

  TableTiers(
      DiskTier disk,
      SharedTier shared,
      ByteBudget budget,
      ScriptConfig config,
      MeterRegistry metrics) {
    this.disk = disk;
    long share = Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP;
    long size = config.maxReadingSize().map(MemorySize::asLongValue).orElse(share);
    room = (int) Math.min(1 << 30, size);
    reading = new Semaphore(room);
    this.shared = shared;
    this.budget = budget;
    this.metrics = metrics;
    threads = WorkerThreads.pool("script-store", config.storeThreads());
  }

  @PreDestroy
  void stop() {
    threads.shutdownNow();
  }

  /** The threads, for what goes on after a while. */
  ExecutorService threads() {
    return threads;
  }

  /** What is known of a script, however old. */
  CompletableFuture<@Nullable Known> find(ScriptKey key) {
    return run(() -> decoded(key, disk.read(key.record())))
        .thenCompose(record -> record == null ? sharedRecord(key) : done(record))
        .thenCompose(
            record ->
                record == null
                    ? CompletableFuture.completedFuture(null)
                    : table(key.block(record.block()))
                        .thenApply(table -> table == null ? null : known(record, table)));
  }

  private CompletableFuture<@Nullable ScriptRecord> sharedRecord(ScriptKey key) {
    return fromShared(key.record(), bytes -> decoded(key, bytes));
  }

  /** What other instances share, which then goes to disk too. */
  private <T> CompletableFuture<@Nullable T> fromShared(
      StoreKey key, Function<byte[], @Nullable T> decode) {
    ByteBudget.Lease memory = budget.open();
    return shared
        .get(key, memory)
        .thenApplyAsync(
            bytes -> {
              T decoded = bytes == null ? null : decode.apply(bytes);
              if (decoded != null && bytes != null) {
                boolean unused = disk.write(key, ByteBuffer.wrap(bytes));
              }
              return decoded;
            },
            threads)
        .whenComplete((decoded, fault) -> memory.close());
  }

  private static @Nullable ScriptRecord decoded(ScriptKey key, byte @Nullable [] bytes) {
    return bytes == null ? null : RecordCodec.decode(bytes, key.name());
  }

  /** A compiled script. */
  CompletableFuture<@Nullable Compiled> table(StoreKey block) {
    CompletableFuture<@Nullable Compiled> fromDisk = new CompletableFuture<>();
    threads.execute(() -> read(block, fromDisk));
    return fromDisk.thenCompose(table -> table == null ? sharedTable(block) : done(table));
  }

  /**
   * What waits for a table uses it there and then, so it has room, with the file it is read from,
   * until it is let go. What passes the room by itself is charged to the byte budget instead, and
   * is as good as absent where that has nothing left: to wait for it could be to wait for oneself.
   */
  private void read(StoreKey block, CompletableFuture<@Nullable Compiled> result) {
    long size = disk.size(block);
    long bytes = 2 * size;
    int taken = bytes <= room ? (int) bytes : 0;
    reading.acquireUninterruptibly(taken);
    try (ByteBudget.Lease lease = budget.open()) {
      boolean fits = bytes <= room || lease.grow(bytes + lease.besides(size));
      result.complete(fits ? fromDisk(block) : null);
    } catch (RuntimeException | Error fault) {
      result.completeExceptionally(fault);
    } finally {
      reading.release(taken);
    }
  }

  private @Nullable Compiled fromDisk(StoreKey block) {
    byte[] bytes = disk.read(block);
    Compiled compiled = bytes == null ? null : TableCodec.decode(bytes);
    if (compiled != null) {
      count("disk");
    } else if (bytes != null) {
      disk.delete(block);
    }
    return compiled;
  }

  private CompletableFuture<@Nullable Compiled> sharedTable(StoreKey block) {
    return fromShared(
        block,
        bytes -> {
          Compiled compiled = TableCodec.decode(bytes);
          if (compiled != null) {
            count("shared");
          }
          return compiled;
        });
  }

  /** Keeps a compiled script. */
  CompletableFuture<Void> keep(StoreKey block, Compiled compiled) {
    return keep(block, TableCodec.encode(compiled));
  }

  private CompletableFuture<Void> keep(StoreKey key, ByteBuffer... value) {
    return run(() -> disk.write(key, value)).thenCompose(written -> share(key, value));
  }

  private CompletableFuture<Void> share(StoreKey key, ByteBuffer... value) {
    ByteBudget.Lease memory = budget.open();
    return shared.put(key, memory, value).whenComplete((done, fault) -> memory.close());
  }

  /** Keeps what a script's URL answered, unless that may not be kept, or can never change. */
  CompletableFuture<Void> keep(ScriptKey key, ScriptRecord record) {
    if (!record.expiry().storable() || !record.script().url().isHttp()) {
      return CompletableFuture.completedFuture(null);
    }
    return keep(key.record(), ByteBuffer.wrap(RecordCodec.encode(record, key.name())));
  }

  /** Forgets a record or a compiled script, for all instances. */
  void forget(StoreKey key) {
    disk.delete(key);
    CompletableFuture<?> unused = shared.delete(key);
  }

  static Known known(ScriptRecord record, Compiled compiled) {
    return new Known(
        record, new Found(compiled.symbols(), record.shownMapUrl(), compiled.detail()), null);
  }

  /** Counts where a table came from. */
  void count(String tier) {
    Counter.builder("symbolicator.tables")
        .description("Symbol tables by where they came from")
        .tag("tier", tier)
        .register(metrics)
        .increment();
  }

  private <T extends @Nullable Object> CompletableFuture<T> run(Supplier<T> work) {
    return CompletableFuture.supplyAsync(work, threads);
  }

  private static <T> CompletableFuture<@Nullable T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }
}
