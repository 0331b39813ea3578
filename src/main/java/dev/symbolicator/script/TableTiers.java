package dev.symbolicator.script;

import dev.symbolicator.script.MapCompiler.Compiled;
import dev.symbolicator.script.Outcome.Known;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.store.DiskTier;
import dev.symbolicator.store.StoreKey;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Records and compiled scripts beyond this process's memory. Files are read and written on a few
 * threads of its own, so that a slow disk holds up neither requests nor compilations.
 */
@ApplicationScoped
class TableTiers {
  private static final int THREADS = 4;

  private final DiskTier disk;
  private final MeterRegistry metrics;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          THREADS,
          work -> {
            Thread thread = new Thread(work, "script-store");
            thread.setDaemon(true);
            return thread;
          });

  TableTiers(DiskTier disk, MeterRegistry metrics) {
    this.disk = disk;
    this.metrics = metrics;
  }

  @PreDestroy
  void stop() {
    threads.shutdownNow();
  }

  /** What is known of a script, however old. */
  CompletableFuture<@Nullable Known> find(ScriptKey key) {
    return run(
        () -> {
          byte[] bytes = disk.read(key.record());
          ScriptRecord record = bytes == null ? null : RecordCodec.decode(bytes);
          Compiled compiled = record == null ? null : fromDisk(key.block(record.block()));
          return record == null || compiled == null ? null : known(record, compiled);
        });
  }

  /** A compiled script. */
  CompletableFuture<@Nullable Compiled> table(StoreKey block) {
    return run(() -> fromDisk(block));
  }

  private @Nullable Compiled fromDisk(StoreKey block) {
    ByteBuffer mapped = disk.map(block);
    Compiled compiled = mapped == null ? null : TableCodec.open(mapped);
    if (compiled != null) {
      count("disk");
    } else if (mapped != null) {
      disk.delete(block);
    }
    return compiled;
  }

  /** Keeps a compiled script, and gives it back as it will be read: mapped if it could be kept. */
  CompletableFuture<Compiled> keep(StoreKey block, ByteBuffer bytes) {
    return run(
        () -> {
          ByteBuffer mapped = disk.write(block, bytes) ? disk.map(block) : null;
          Compiled compiled = mapped == null ? null : TableCodec.open(mapped);
          return compiled == null ? opened(bytes) : compiled;
        });
  }

  /** Opens what was compiled in this process. */
  static Compiled opened(ByteBuffer bytes) {
    return Objects.requireNonNull(TableCodec.open(bytes), "what was compiled can be opened");
  }

  /** Keeps what a script's URL answered, unless that may not be kept. */
  CompletableFuture<Void> keep(ScriptKey key, ScriptRecord record) {
    return run(
        () -> {
          if (record.expiry().storable()) {
            boolean unused = disk.write(key.record(), ByteBuffer.wrap(RecordCodec.encode(record)));
          }
          return null;
        });
  }

  /** Forgets what a script's URL answered. */
  void forget(ScriptKey key) {
    disk.delete(key.record());
  }

  static Known known(ScriptRecord record, Compiled compiled) {
    return new Known(
        record, new Found(compiled.symbols(), record.shownMapUrl(), compiled.detail()));
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
}
