package dev.symbolicator.script;

import dev.symbolicator.content.ByteBudget;
import dev.symbolicator.script.MapCompiler.Compiled;
import dev.symbolicator.script.Outcome.Known;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.store.DiskTier;
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

  private final ReadingRoom room;
  private final DiskTier disk;
  private final SharedTier shared;
  private final ByteBudget budget;
  private final MeterRegistry metrics;
  private final String grants;
  private final ExecutorService threads;

  TableTiers(
      DiskTier disk,
      SharedTier shared,
      ByteBudget budget,
      ScriptConfig config,
      TableOptions options,
      MeterRegistry metrics) {
    this.disk = disk;
    long share = Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP;
    long size = config.maxReadingSize().map(MemorySize::asLongValue).orElse(share);
    room = new ReadingRoom(size, budget);
    this.shared = shared;
    this.budget = budget;
    this.metrics = metrics;
    grants = options.grants();
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

  /** Begins to load a script. */
  Load begin(ScriptKey key) {
    return new Load(key, shared.patience());
  }

  /** What is known of a script, however old. */
  CompletableFuture<@Nullable Known> find(Load load) {
    return record(load)
        .thenCompose(
            record ->
                record == null ? CompletableFuture.completedFuture(null) : find(load, record));
  }

  /**
   * What a script's URL last answered. What was fetched under other grants than those of now is
   * absent: from where the operator has closed since, nothing is given out any longer.
   */
  CompletableFuture<@Nullable ScriptRecord> record(Load load) {
    ScriptKey key = load.key();
    return run(() -> decoded(key, disk.read(key.record())))
        .thenCompose(record -> record == null ? sharedRecord(load) : done(record));
  }

  /** The record with its table. */
  CompletableFuture<@Nullable Known> find(Load load, ScriptRecord record) {
    return table(load, load.key().block(record.block()))
        .thenApply(table -> table == null ? null : known(record, table));
  }

  private CompletableFuture<@Nullable ScriptRecord> sharedRecord(Load load) {
    return fromShared(load, load.key().record(), bytes -> decoded(load.key(), bytes));
  }

  /** What other instances share, which then goes to disk too. */
  private <T> CompletableFuture<@Nullable T> fromShared(
      Load load, StoreKey key, Function<byte[], @Nullable T> decode) {
    ByteBudget.Lease memory = budget.open();
    return shared
        .get(key, memory, load.patience())
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

  private @Nullable ScriptRecord decoded(ScriptKey key, byte @Nullable [] bytes) {
    ScriptRecord record = bytes == null ? null : RecordCodec.decode(bytes, key.name());
    return record != null && record.grants().equals(grants) ? record : null;
  }

  /** A compiled script. */
  CompletableFuture<@Nullable Compiled> table(Load load, StoreKey block) {
    CompletableFuture<@Nullable Compiled> fromDisk = new CompletableFuture<>();
    threads.execute(() -> read(block, fromDisk));
    return fromDisk.thenCompose(table -> table == null ? sharedTable(load, block) : done(table));
  }

  /**
   * What waits for a table uses it there and then, so it has room until it is let go. One for which
   * there is no memory is as good as absent.
   */
  private void read(StoreKey block, CompletableFuture<@Nullable Compiled> result) {
    boolean read =
        room.read(
            disk.size(block),
            () -> {
              try {
                result.complete(fromDisk(block));
              } catch (RuntimeException | Error fault) {
                result.completeExceptionally(fault);
              }
            });
    if (!read) {
      result.complete(null);
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

  private CompletableFuture<@Nullable Compiled> sharedTable(Load load, StoreKey block) {
    return fromShared(
        load,
        block,
        bytes -> {
          Compiled compiled = TableCodec.decode(bytes);
          if (compiled != null) {
            count("shared");
          }
          return compiled;
        });
  }

  /** Keeps a compiled script: on disk when that is done, and shared soon after. */
  CompletableFuture<Void> keep(Load load, StoreKey block, Compiled compiled) {
    return keep(load, block, TableCodec.encode(compiled));
  }

  private CompletableFuture<Void> keep(Load load, StoreKey key, ByteBuffer... value) {
    return run(() -> disk.write(key, value))
        .thenAccept(written -> load.share(() -> share(key, value)));
  }

  private CompletableFuture<Void> share(StoreKey key, ByteBuffer... value) {
    ByteBudget.Lease memory = budget.open();
    return shared.put(key, memory, value).whenComplete((done, fault) -> memory.close());
  }

  /** Keeps what a script's URL answered, unless that may not be kept, or can never change. */
  CompletableFuture<Void> keep(Load load, ScriptRecord record) {
    if (!record.expiry().storable() || !record.script().url().isHttp()) {
      return CompletableFuture.completedFuture(null);
    }
    ScriptKey key = load.key();
    return keep(load, key.record(), ByteBuffer.wrap(RecordCodec.encode(record, key.name())));
  }

  /** Forgets a record or a compiled script, for all instances. */
  void forget(StoreKey key) {
    disk.delete(key);
    CompletableFuture<?> unused = shared.delete(key);
  }

  static Known known(ScriptRecord record, Compiled compiled) {
    return new Known(
        record,
        new Found(
            compiled.symbols(), record.shownMapUrl(), compiled.detail(), compiled.passing(), false),
        null);
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
